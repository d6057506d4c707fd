#include "app/judge_record.h"

#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli.h"
#include "app/corrections.h"
#include "app/house_rules.h"
#include "app/judging.h"
#include "app/record_lines.h"
#include "referee/flips.h"

// A record that is judged again.
typedef struct {
    const judge_record_options *options;
    record_lines lines;
    char *game_text;  // it is judged by this
    game *game;
    bool same_rules;  // program, ruleset and house rules are those of the record
    conclusions was, is;
    line_list said;  // as it is said now, whole
    bool failed;     // memory ran out while it was said
    long unread;
} rejudging;

// Everything but what is for people at the table alone.
static void hear(void *context, const report *what) {
    rejudging *k = context;
    if (what->kind == REPORT_SETTLED || what->kind == REPORT_STATE) return;
    const char *line = what->drawn ? what->drawn : what->json;
    conclusions_add(&k->is, k->game, what);
    k->failed |= !line_list_add(&k->said, line, strlen(line));
}

static status choose_game(rejudging *k, fault *fault) {
    const judge_record_options *o = k->options;
    char *text = NULL;
    status s = STATUS_OK;
    if (o->game)
        s = cli_read_file(o->game, (size_t)64 << 20, &text, fault);
    else if (!(text = strdup(k->lines.game_text)))
        s = fault_set(fault, STATUS_MEMORY, "out of memory");
    if (s == STATUS_OK && o->option_count > 0) {
        s = house_rules_set(text, o->options, o->option_count, &k->game_text, fault);
        free(text);
    } else {
        k->game_text = text;
    }
    return s == STATUS_OK ? game_parse(k->game_text, strlen(k->game_text), o->game ? o->game : o->path, &k->game, NULL, NULL, fault) : s;
}

static status begin(rejudging *k, const judge_record_options *o, fault *fault) {
    *k = (rejudging){.options = o};
    status s = record_lines_read(&k->lines, o->path, fault);
    if (s == STATUS_OK) s = choose_game(k, fault);
    if (s == STATUS_OK) k->same_rules = !house_rules_tell(stdout, k->lines.program, VEDETTE_VERSION, k->lines.game_text, k->game_text);
    for (long i = 0; i < k->lines.conclusions.count && s == STATUS_OK; i++)
        conclusions_add_line(&k->was, k->game, k->lines.said[i].kind, k->lines.said[i].t_s, k->lines.conclusions.at[i].text);
    return s;
}

static void end(rejudging *k) {
    conclusions_free(&k->was);
    conclusions_free(&k->is);
    line_list_free(&k->said);
    game_destroy(k->game);
    free(k->game_text);
    record_lines_free(&k->lines);
}

static status take_events(rejudging *k, judging *j, fault *fault) {
    const line_list *events = &k->lines.events;
    for (long i = 0; i < events->count && !cli_signal(); i++) {
        struct fault wrong = {""};
        status s = judging_line(j, events->at[i].text, events->at[i].length, k->options->path, i + 1, &wrong);
        if (s == STATUS_OK) continue;
        if (s != STATUS_INVALID) return fault_set(fault, s, "%s: row %lld: %s", k->options->path, (long long)k->lines.rows[i], wrong.text);
        cli_message("%s: row %lld: %s; the event is skipped", k->options->path, (long long)k->lines.rows[i], wrong.text);
        k->unread++;
    }
    return judging_finish(j, fault);
}

// Names of the members in which two lines of one kind differ.
static void print_difference(const char *kind, double t_s, const char *was, const char *is) {
    cJSON *a = cJSON_Parse(was), *b = cJSON_Parse(is), *out = cJSON_CreateObject();
    const cJSON *m;
    cJSON_AddStringToObject(out, "kind", "differs");
    cJSON_AddStringToObject(out, "of", kind);
    cJSON_AddNumberToObject(out, "t", t_s);
    const cJSON *move = cJSON_GetObjectItemCaseSensitive(a, "move");
    if (cJSON_IsNumber(move)) cJSON_AddNumberToObject(out, "move", move->valuedouble);
    cJSON *list = cJSON_AddArrayToObject(out, "members");
    cJSON_ArrayForEach(m, a) {
        const cJSON *other = cJSON_GetObjectItemCaseSensitive(b, m->string);
        if (!other || !cJSON_Compare(m, other, true)) cJSON_AddItemToArray(list, cJSON_CreateString(m->string));
    }
    cJSON_ArrayForEach(m, b) if (!cJSON_GetObjectItemCaseSensitive(a, m->string)) cJSON_AddItemToArray(list, cJSON_CreateString(m->string));
    char *line = cJSON_PrintUnformatted(out);
    if (line) puts(line);
    free(line);
    cJSON_Delete(a), cJSON_Delete(b), cJSON_Delete(out);
}

// The same program by the same rules must say the same, bit for bit. Returns how many lines differ.
static long compare_bits(const rejudging *k) {
    long differ = 0;
    const line_list *was = &k->lines.conclusions, *is = &k->said;
    for (long i = 0; i < was->count && i < is->count; i++) {
        if (strcmp(was->at[i].text, is->at[i].text) == 0) continue;
        print_difference(k->lines.said[i].kind, k->lines.said[i].t_s, was->at[i].text, is->at[i].text);
        differ++;
    }
    return differ;
}

static status compare(rejudging *k, amend_result *out, fault *fault) {
    out->bad = k->unread;
    out->changed = k->failed ? -1 : conclusions_compare(&k->was, &k->is, stdout);
    if (out->changed < 0) return fault_set(fault, STATUS_MEMORY, "out of memory");
    if (out->changed == 0 && k->same_rules) out->changed = compare_bits(k);
    printf("{\"kind\":\"judged-again\",\"moves\":%d,\"changed\":%ld}\n", out->tally.moves, out->changed);
    return STATUS_OK;
}

status judge_record(const judge_record_options *o, amend_result *out, fault *fault) {
    rejudging k;
    judging j = {0};
    status s = begin(&k, o, fault);
    const judging_options how = {.notes = !o->quiet, .silent = true, .drawn = true, .hear = hear, .context = &k};
    if (s == STATUS_OK) s = judging_begin(&j, k.game, how, fault);
    if (s == STATUS_OK) {
        cli_catch_signals();
        s = take_events(&k, &j, fault);
        out->tally = session_count(j.session);
        judging_end(&j);
    }
    if (s == STATUS_OK && !cli_signal()) s = compare(&k, out, fault);
    end(&k);
    return s;
}

// Corrections ---------------------------------------------------------------------------------------------------------------------------------

// One row of the record for each correction as it was given, and one for each line that was printed.
static status keep_lines(record *r, const char *kind, const line_list *lines, double t_s, fault *fault) {
    status s = STATUS_OK;
    for (long i = 0; i < lines->count && s == STATUS_OK; i++) {
        if (strspn(lines->at[i].text, " \t") == lines->at[i].length) continue;
        s = record_add(r, &(record_entry){.log = RECORD_AMENDMENT, .t_s = t_s, .kind = kind, .json = lines->at[i].text}, fault);
    }
    return s;
}

static status split_lines(const char *text, line_list *out, fault *fault) {
    for (const char *end; (end = strchr(text, '\n')) != NULL; text = end + 1)
        if (!line_list_add(out, text, (size_t)(end - text))) return fault_set(fault, STATUS_MEMORY, "out of memory");
    return STATUS_OK;
}

static status keep(const rejudging *k, const line_list *corrections, const char *printed, fault *fault) {
    record *r;
    line_list changes = {0};
    double t_s = k->lines.conclusions.count > 0 ? k->lines.said[k->lines.conclusions.count - 1].t_s : 0;
    status s = split_lines(printed, &changes, fault);
    if (s == STATUS_OK) s = record_append(k->options->path, &r, fault);
    if (s != STATUS_OK) {
        line_list_free(&changes);
        return s;
    }
    s = keep_lines(r, "amend", corrections, t_s, fault);
    if (s == STATUS_OK) s = keep_lines(r, "change", &changes, t_s, fault);
    line_list_free(&changes);
    if (s == STATUS_OK) return record_close(r, fault);
    record_leave(r);
    return s;
}

// All corrections that the record has, and those that come now.
static status all_corrections(const rejudging *k, const line_list *now, line_list *all, fault *fault) {
    *all = (line_list){.name = now->name};
    const line_list *const both[] = {&k->lines.amendments, now};
    for (int b = 0; b < 2; b++)
        for (long i = 0; i < both[b]->count; i++)
            if (!line_list_add(all, both[b]->at[i].text, both[b]->at[i].length)) return fault_set(fault, STATUS_MEMORY, "out of memory");
    return STATUS_OK;
}

status judge_record_amend(const judge_record_options *o, amend_result *out, fault *fault) {
    rejudging k;
    line_list now = {0}, all = {0};
    corrections c = {0};
    char *printed = NULL;
    size_t length = 0;
    status s = begin(&k, o, fault);
    if (s == STATUS_OK) s = line_list_read(&now, o->amend, STREAM_LINE_MAX, fault);
    if (s == STATUS_OK) s = all_corrections(&k, &now, &all, fault);
    if (s == STATUS_OK) s = corrections_of(&c, &all, &k.lines.events, k.lines.rows, fault);
    FILE *to = s == STATUS_OK ? open_memstream(&printed, &length) : NULL;
    if (s == STATUS_OK && !to) s = fault_set(fault, STATUS_MEMORY, "out of memory");
    if (s == STATUS_OK) s = amend_lines(k.game, &k.lines.events, &c, o->quiet, to, out, fault);
    if (to && fclose(to) != 0 && s == STATUS_OK) s = fault_set(fault, STATUS_MEMORY, "out of memory");
    if (s == STATUS_OK) s = keep(&k, &now, printed, fault);
    if (s == STATUS_OK) fputs(printed, stdout);  // only what the record holds
    free(printed);
    corrections_free(&c);
    line_list_free(&all);
    line_list_free(&now);
    end(&k);
    return s;
}

// Flips ---------------------------------------------------------------------------------------------------------------------------------------

static bool is_wanted(const rejudging *k, long i, int *move, const cJSON *verdict) {
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(verdict, "move");
    if (strcmp(k->lines.said[i].kind, "move") != 0 || !cJSON_IsNumber(number)) return false;
    *move = number->valueint;
    return k->options->move > 0 ? *move == k->options->move : true;
}

static status tell_flips(const rejudging *k, const flip_case *c, int move, amend_result *out, fault *fault) {
    static flips found;  // large
    struct fault wrong = {""};
    status s = flips_find(c, &found, &wrong);
    if (s == STATUS_INVALID) cli_message("%s: move %d: %s", k->options->path, move, wrong.text);
    if (s == STATUS_INVALID) return STATUS_OK;
    if (s != STATUS_OK) return fault_set(fault, s, "%s", wrong.text);
    for (int i = 0; i < found.count; i++) {
        char *line = flip_json(&found.at[i], move, c->unit);
        if (!line) return fault_set(fault, STATUS_MEMORY, "out of memory");
        puts(line);
        free(line);
    }
    out->changed += found.count;
    return STATUS_OK;
}

status judge_record_flips(const judge_record_options *o, amend_result *out, fault *fault) {
    rejudging k;
    bool any = false;
    int move = 0, last = 0;
    status s = begin(&k, o, fault);
    const char **lines = s == STATUS_OK ? malloc(((size_t)k.lines.events.count + 1) * sizeof *lines) : NULL;
    if (s == STATUS_OK && !lines) s = fault_set(fault, STATUS_MEMORY, "out of memory");
    for (long i = 0; s == STATUS_OK && i < k.lines.events.count; i++) lines[i] = k.lines.events.at[i].text;
    for (long i = 0; s == STATUS_OK && i < k.lines.conclusions.count && !cli_signal(); i++) {
        cJSON *verdict = cJSON_Parse(k.lines.conclusions.at[i].text);
        const char *unit = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(verdict, "unit"));
        if (unit && is_wanted(&k, i, &move, verdict) && move != last) {  // a later word on the same move fell at another time
            s = tell_flips(&k, &(flip_case){k.game_text, lines, k.lines.said[i].events, unit, k.lines.said[i].t_s}, move, out, fault);
            any = true;
            last = move;
        }
        cJSON_Delete(verdict);
    }
    if (s == STATUS_OK && o->move > 0 && !any) s = fault_set(fault, STATUS_INVALID, "%s: has no move %d", o->path, o->move);
    free(lines);
    end(&k);
    return s;
}
