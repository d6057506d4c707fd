// Event lines -> core/event: the line, its time and kind. What each kind holds is read in event_kinds.c.
#include <stdlib.h>
#include <string.h>

#include "stream/event_reader.h"
#include "stream/json_keys.h"
#include "stream/json_text.h"

static unsigned hash_id(const char *id) {  // FNV-1a, 32 bits (draft-eastlake-fnv)
    unsigned h = 2166136261u;
    for (; *id; id++) h = (h ^ (unsigned char)*id) * 16777619u;
    return h;
}

static void index_figures(stream_reader *w) {
    for (int i = 0; i < w->g->figure_count; i++) {
        unsigned at = hash_id(w->g->figures[i].id) & w->slot_mask;
        while (w->slots[at]) at = (at + 1) & w->slot_mask;
        w->slots[at] = i + 1;
    }
}

int stream_find_figure(const stream_reader *w, const char *id) {
    for (unsigned at = hash_id(id) & w->slot_mask; w->slots[at]; at = (at + 1) & w->slot_mask)
        if (strcmp(w->g->figures[w->slots[at] - 1].id, id) == 0) return w->slots[at] - 1;
    return -1;
}

status stream_reader_create(const game *g, stream_reader **out, fault *why) {
    size_t figures = (size_t)g->figure_count + 1, slots = 16;
    while (slots < 2 * figures) slots *= 2;
    stream_reader *w = calloc(1, sizeof *w);
    if (!w) return fault_set(why, STATUS_MEMORY, "out of memory for the event reader");
    w->g = g;
    w->slot_mask = (unsigned)slots - 1;
    w->slots = calloc(slots, sizeof *w->slots);
    w->poses = calloc(figures, sizeof *w->poses);
    w->figures = calloc(figures, sizeof *w->figures);
    w->nudged = calloc(figures, sizeof *w->nudged);
    w->mixed = calloc(figures, sizeof *w->mixed);
    w->mixed_group = calloc(figures, sizeof *w->mixed_group);
    w->nudged_in = calloc(figures, sizeof *w->nudged_in);
    w->mixed_in = calloc(figures, sizeof *w->mixed_in);
    w->posed = calloc(figures, sizeof *w->posed);
    w->listed = calloc(figures, sizeof *w->listed);
    w->pose_at = calloc(figures, sizeof *w->pose_at);
    w->items = calloc((size_t)KEYS_MAX + (size_t)g->unit_count, sizeof *w->items);
    bool lists = w->figures && w->nudged && w->mixed && w->mixed_group && w->listed && w->nudged_in && w->mixed_in;
    if (!lists || !w->slots || !w->poses || !w->posed || !w->pose_at || !w->items) {
        stream_reader_destroy(w);
        return fault_set(why, STATUS_MEMORY, "out of memory for the event reader");
    }
    index_figures(w);
    *out = w;
    return STATUS_OK;
}

void stream_reader_destroy(stream_reader *w) {
    if (!w) return;
    free(w->slots);
    free(w->poses);
    free(w->figures);
    free(w->nudged);
    free(w->mixed);
    free(w->mixed_group);
    free(w->nudged_in);
    free(w->mixed_in);
    free(w->posed);
    free(w->listed);
    free(w->pose_at);
    free(w->items);
    free(w);
}

static status read_kind_name(const cJSON *o, event_kind *out, fault *why) {
    char word[EVENT_WORD_MAX];
    status s = field_word(o, "kind", REQUIRED, word, sizeof word, why);
    if (s != STATUS_OK) return s;
    for (int k = 0; k < EVENT_KIND_COUNT; k++) {
        if (strcmp(word, event_kind_name((event_kind)k)) != 0) continue;
        *out = (event_kind)k;
        return STATUS_OK;
    }
    return fault_set(why, STATUS_INVALID, "kind: \"%s\" is no kind of event", field_quote(word).text);
}

static status read_time(const stream_reader *w, const cJSON *o, event *e, fault *why) {
    const cJSON *t;
    status s = field_find(o, "t", e->kind == EVENT_HEADER ? OPTIONAL : REQUIRED, &t, why);
    if (s != STATUS_OK) return s;
    if (t && (!cJSON_IsNumber(t) || !isfinite(t->valuedouble))) return fault_set(why, STATUS_INVALID, "t: a finite number of seconds is wanted");
    e->t_s = t ? t->valuedouble : w->started ? w->last_t_s : 0;
    if (t && w->started && e->t_s < w->last_t_s)
        return fault_set(why, STATUS_INVALID, "t: %.9g goes back before %.9g: events come in order of time", e->t_s, w->last_t_s);
    return STATUS_OK;
}

static status check_text(const char *line, size_t length, fault *why) {
    if (length > STREAM_LINE_MAX) return fault_set(why, STATUS_INVALID, "the line is longer than %zu bytes", STREAM_LINE_MAX);
    for (size_t i = 0; i < length;) {
        size_t n = line[i] ? utf8_sequence(line + i, length - i) : 0;
        if (n == 0) return fault_set(why, STATUS_INVALID, "not JSON: byte %zu is not UTF-8 text", i + 1);
        // a text that ends at an escaped NUL would be read as another, shorter one
        if (line[i] == '\\' && length - i >= 6 && memcmp(line + i, "\\u0000", 6) == 0)
            return fault_set(why, STATUS_INVALID, "not accepted: \\u0000 in a text");
        i += n;
    }
    return STATUS_OK;
}

static bool is_blank(const char *from, const char *to) {
    while (from < to && strchr(" \t\r\n", *from)) from++;
    return from == to;
}

static status parse_object(const char *line, size_t length, cJSON **out, fault *why) {
    const char *end = line;
    *out = NULL;
    status s = check_text(line, length, why);
    if (s != STATUS_OK) return s;
    cJSON *o = cJSON_ParseWithLengthOpts(line, length, &end, false);
    if (!o || !is_blank(end, line + length)) {
        cJSON_Delete(o);
        return fault_set(why, STATUS_INVALID, "not JSON near byte %zu: one object a line is wanted", (size_t)(end - line) + 1);
    }
    if (!cJSON_IsObject(o)) {
        cJSON_Delete(o);
        return fault_set(why, STATUS_INVALID, "not an object: {\"kind\": ...} is wanted");
    }
    *out = o;
    return STATUS_OK;
}

static status read_line(stream_reader *w, const char *line, size_t length, const double *entered_t_s, event *out, fault *why) {
    cJSON *o;
    status s = parse_object(line, length, &o, why);
    if (s != STATUS_OK) return s;
    if (++w->stamp == 0) w->stamp = 1;  // after 2^32 lines; the marks of the very first are long overwritten or harmless
    *out = (event){0};
    s = read_kind_name(o, &out->kind, why);
    if (s == STATUS_OK && entered_t_s) out->t_s = w->started ? fmax(*entered_t_s, w->last_t_s) : *entered_t_s;
    if (s == STATUS_OK && !entered_t_s) s = read_time(w, o, out, why);
    if (s == STATUS_OK) s = stream_kind_readers[out->kind](w, o, out, why);
    cJSON_Delete(o);
    if (s != STATUS_OK) return s;
    w->last_t_s = out->t_s;
    w->started = true;
    return STATUS_OK;
}

status stream_read_event(stream_reader *w, const char *line, size_t length, event *out, fault *why) {
    return read_line(w, line, length, NULL, out, why);
}

status stream_read_entry(stream_reader *w, const char *line, size_t length, double t_s, event *out, fault *why) {
    return read_line(w, line, length, &t_s, out, why);
}
