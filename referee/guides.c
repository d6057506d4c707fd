#include "referee/guides.h"
#include "referee/referee_limits.h"

#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAY_EVERY_S 1.0
#define SHOW_DONE_S 4.0  // s; a finished guide stays visible so long
#define WHAT_MAX 64
#define WORDS_MAX_STEPS 10  // in words; the page shows all

typedef struct {
    int number;  // 0: a free place
    int unit;    // of its figures where they are one unit's, else -1
    char what[WHAT_MAX];
    int *figures;  // count of each
    pose *goals;
    guide_step *steps;
    int count;
    guide_step whole;
    bool as_one, done;
    double t_done_s, reported_s;
    char *reported;  // the steps as last reported
} one_guide;

struct guides {
    const game *game;
    guides_listener *say;
    void *context;
    one_guide list[GUIDES_MAX];
    int given;  // numbers
    pose *now;  // by place in a guide, scratch
    bool *seen;
    char *member;
};

status guides_create(const game *g, guides_listener *say, void *context, guides **out, fault *fault) {
    guides *k = calloc(1, sizeof *k);
    *out = k;
    if (!k) return fault_set(fault, STATUS_MEMORY, "out of memory");
    size_t n = (size_t)g->figure_count + 1;
    *k = (guides){.game = g, .say = say, .context = context, .now = calloc(n, sizeof *k->now), .seen = calloc(n, sizeof *k->seen)};
    if (k->now && k->seen) return STATUS_OK;
    guides_destroy(k);
    *out = NULL;
    return fault_set(fault, STATUS_MEMORY, "out of memory");
}

static void drop(one_guide *o) {
    free(o->figures);
    free(o->goals);
    free(o->steps);
    free(o->reported);
    *o = (one_guide){0};
}

void guides_destroy(guides *k) {
    if (!k) return;
    for (int i = 0; i < GUIDES_MAX; i++) drop(&k->list[i]);
    free(k->now);
    free(k->seen);
    free(k->member);
    free(k);
}

bool guides_any(const guides *k) {
    for (int i = 0; i < GUIDES_MAX; i++)
        if (k->list[i].number) return true;
    return false;
}

const char *guides_member(const guides *k) { return k->member ? k->member : ""; }

// Entries -----------------------------------------------------------------------------------------------------------------------------------

// A free place; where there is none, that of the oldest guide.
static one_guide *find_place(guides *k) {
    one_guide *best = &k->list[0];
    for (int i = 0; i < GUIDES_MAX; i++)
        if (k->list[i].number < best->number) best = &k->list[i];
    drop(best);
    return best;
}

static bool reserve(one_guide *o, int count) {
    size_t n = (size_t)count + 1;
    o->figures = calloc(n, sizeof *o->figures);
    o->goals = calloc(n, sizeof *o->goals);
    o->steps = calloc(n, sizeof *o->steps);
    return o->figures && o->goals && o->steps;
}

static void add(const guides *k, one_guide *o, int figure, pose goal) {
    o->unit = o->count == 0 || o->unit == k->game->figures[figure].unit ? k->game->figures[figure].unit : -1;
    o->figures[o->count] = figure;
    o->goals[o->count++] = goal;
}

static status take_unit(guides *k, const session *s, int unit, fault *fault) {
    const game_unit *u = &k->game->units[unit];
    for (int i = 0; i < GUIDES_MAX; i++)  // requested again: begins anew
        if (k->list[i].number && strcmp(k->list[i].what, u->id) == 0) drop(&k->list[i]);
    one_guide *o = find_place(k);
    if (!reserve(o, u->figure_count)) return fault_set(fault, STATUS_MEMORY, "out of memory");
    for (int f = u->first_figure; f < u->first_figure + u->figure_count; f++) {
        const pose *before = session_place_before(s, f);
        if (before) add(k, o, f, *before);
    }
    if (o->count == 0) {
        drop(o);
        return fault_set(fault, STATUS_INVALID, "guide: %s has made no move that could be put back", u->id);
    }
    o->number = ++k->given;
    snprintf(o->what, sizeof o->what, "%s", u->id);
    return STATUS_OK;
}

static bool read_goal(const guides *k, const cJSON *v, int *figure, pose *goal) {
    double at[3];
    *figure = game_find_figure(k->game, v->string);
    if (*figure < 0 || cJSON_GetArraySize(v) != 3) return false;
    for (int i = 0; i < 3; i++) {
        const cJSON *n = cJSON_GetArrayItem(v, i);
        if (!cJSON_IsNumber(n) || !isfinite(n->valuedouble)) return false;
        at[i] = n->valuedouble;
    }
    *goal = (pose){.at = {at[0], at[1]}, .heading_rad = angle_wrap(at[2] * RAD_PER_DEG)};
    return at[0] > -GUIDE_OFF_TABLE_IN && at[1] > -GUIDE_OFF_TABLE_IN && at[0] < k->game->width_in + GUIDE_OFF_TABLE_IN &&
           at[1] < k->game->depth_in + GUIDE_OFF_TABLE_IN;
}

static bool has_figure(const one_guide *o, int figure) {
    for (int i = 0; i < o->count; i++)
        if (o->figures[i] == figure) return true;
    return false;
}

// Text of a browser goes to terminals: keep its printable part.
static void take_text(char *out, size_t capacity, const char *text) {
    snprintf(out, capacity, "%s", text);
    for (char *c = out; *c; c++)
        if (*c < ' ' || *c > '~') *c = '?';
}

static status take_figures(guides *k, const cJSON *map, const char *what, fault *fault) {
    one_guide *o = find_place(k);
    int wanted = cJSON_GetArraySize(map), figure;
    pose goal;
    if (wanted > k->game->figure_count) wanted = k->game->figure_count;
    if (!reserve(o, wanted)) return fault_set(fault, STATUS_MEMORY, "out of memory");
    for (const cJSON *v = map->child; v; v = v->next) {
        if (!read_goal(k, v, &figure, &goal) || has_figure(o, figure)) {
            drop(o);
            return fault_set(fault, STATUS_INVALID, "guide: figures: {figure: [x, y, heading]} on the table is wanted, each figure once");
        }
        add(k, o, figure, goal);
    }
    if (o->count == 0) return fault_set(fault, STATUS_INVALID, "guide: names no figures");
    o->number = ++k->given;
    take_text(o->what, sizeof o->what, what);
    return STATUS_OK;
}

static void stop(guides *k, int number) {
    for (int i = 0; i < GUIDES_MAX; i++)
        if (k->list[i].number == number) drop(&k->list[i]);
}

static status take(guides *k, const session *s, const cJSON *entry, fault *fault) {
    const cJSON *unit = cJSON_GetObjectItemCaseSensitive(entry, "unit"), *figures = cJSON_GetObjectItemCaseSensitive(entry, "figures"),
                *ends = cJSON_GetObjectItemCaseSensitive(entry, "stop"), *what = cJSON_GetObjectItemCaseSensitive(entry, "what");
    if (cJSON_IsNumber(ends)) {
        stop(k, ends->valueint);
        return STATUS_OK;
    }
    if (cJSON_IsObject(figures)) return take_figures(k, figures, cJSON_IsString(what) ? what->valuestring : "figures", fault);
    int u = cJSON_IsString(unit) ? game_find_unit(k->game, unit->valuestring) : -1;
    if (u < 0) return fault_set(fault, STATUS_INVALID, "guide: a unit of the game, figures with their places, or stop is wanted");
    return take_unit(k, s, u, fault);
}

status guides_take_entry(guides *k, const session *s, const char *line, double t_s, bool *mine, fault *fault) {
    cJSON *entry = strstr(line, "\"guide\"") ? cJSON_Parse(line) : NULL;
    const cJSON *kind = cJSON_GetObjectItemCaseSensitive(entry, "kind");
    *mine = cJSON_IsString(kind) && strcmp(kind->valuestring, "guide") == 0;
    status result = *mine ? take(k, s, entry, fault) : STATUS_OK;
    cJSON_Delete(entry);
    return *mine && result == STATUS_OK ? guides_follow(k, s, t_s, fault) : result;
}

// Reports ------------------------------------------------------------------------------------------------------------------------------

static void add_rounded(cJSON *to, const char *key, double x, int decimals) {
    char text[40];
    snprintf(text, sizeof text, "%.*f", decimals, x);
    if (strspn(text, "-0.") == strlen(text)) strcpy(text, "0");  // nor -0
    cJSON *n = cJSON_CreateRaw(text);
    if (key)
        cJSON_AddItemToObject(to, key, n);
    else
        cJSON_AddItemToArray(to, n);
}

static void add_pose(cJSON *o, const char *key, pose p) {
    cJSON *at = cJSON_AddArrayToObject(o, key);
    add_rounded(at, NULL, p.at.x, 3);
    add_rounded(at, NULL, p.at.y, 3);
    add_rounded(at, NULL, p.heading_rad * DEG_PER_RAD, 1);
}

static cJSON *step_json(const guides *k, const one_guide *o, const guide_step *s) {
    cJSON *j = cJSON_CreateObject();
    char says[200];
    if (s->figure >= 0) cJSON_AddStringToObject(j, "figure", k->game->figures[s->figure].id);
    add_pose(j, "from", s->now);
    add_pose(j, "to", s->goal);
    add_rounded(j, "push_in", s->push_in, 2);
    add_rounded(j, "toward", s->toward_rad * DEG_PER_RAD, 0);
    add_rounded(j, "turn", s->turn_rad * DEG_PER_RAD, 0);
    cJSON_AddBoolToObject(j, "seen", s->seen);
    cJSON_AddBoolToObject(j, "done", s->done);
    guide_describe(k->game, s, s->figure >= 0 ? k->game->figures[s->figure].unit : o->unit, says, sizeof says);
    cJSON_AddStringToObject(j, "message", says);
    return j;
}

// "R1 stands where it stood", "R1, all together: ...", or each figure that is still to be pushed.
static void report_all(const guides *k, const one_guide *o, char *out, size_t capacity) {
    int named = 0, left = 0;
    out[0] = '\0';
    if (o->done) snprintf(out, capacity, "%.60s stands where it stood", o->what);
    if (o->as_one) guide_describe(k->game, &o->whole, o->unit, out, capacity);
    for (int i = 0; i < o->count && !o->done && !o->as_one; i++) {
        size_t used = strlen(out);
        if (o->steps[i].done) continue;
        if (named >= WORDS_MAX_STEPS) {
            left++;
            continue;
        }
        if (named++) used += (size_t)snprintf(out + used, capacity - used, "; ");
        guide_describe(k->game, &o->steps[i], k->game->figures[o->steps[i].figure].unit, out + used, capacity - used);
    }
    if (left) snprintf(out + strlen(out), capacity - strlen(out), "; and %d more", left);
}

static void add_guide(const guides *k, const one_guide *o, cJSON *j) {
    char says[2048];
    report_all(k, o, says, sizeof says);
    cJSON_AddNumberToObject(j, "guide", o->number);
    cJSON_AddStringToObject(j, "what", o->what);
    if (o->unit >= 0) cJSON_AddStringToObject(j, "unit", k->game->units[o->unit].id);
    cJSON_AddBoolToObject(j, "done", o->done);
    cJSON_AddStringToObject(j, "message", says);
    if (o->as_one) cJSON_AddItemToObject(j, "together", step_json(k, o, &o->whole));
    cJSON *steps = cJSON_AddArrayToObject(j, "steps");
    for (int i = 0; i < o->count; i++) cJSON_AddItemToArray(steps, step_json(k, o, &o->steps[i]));
}

static status describe_guide(guides *k, one_guide *o, double t_s, fault *fault) {
    char says[2048];
    report_all(k, o, says, sizeof says);
    if (o->reported && strcmp(o->reported, says) == 0) return STATUS_OK;
    free(o->reported);
    o->reported = strdup(says);
    o->reported_s = t_s;
    cJSON *j = cJSON_CreateObject();
    cJSON_AddStringToObject(j, "kind", "guide");
    add_rounded(j, "t", t_s, 3);
    add_guide(k, o, j);
    char *text = cJSON_PrintUnformatted(j);
    cJSON_Delete(j);
    bool ok = o->reported && text;
    if (ok) k->say(k->context, t_s, text, says);
    free(text);
    return ok ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
}

static status keep_member(guides *k, fault *fault) {
    cJSON *all = cJSON_CreateArray();
    for (int i = 0; i < GUIDES_MAX; i++) {
        if (!k->list[i].number) continue;
        cJSON *j = cJSON_CreateObject();
        add_guide(k, &k->list[i], j);
        cJSON_AddItemToArray(all, j);
    }
    char *list = cJSON_PrintUnformatted(all);
    cJSON_Delete(all);
    size_t capacity = list ? strlen(list) + 16 : 0;
    free(k->member);
    k->member = list ? malloc(capacity) : NULL;
    if (k->member) snprintf(k->member, capacity, "\"guides\":%s", list);
    free(list);
    return k->member ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
}

// Following ---------------------------------------------------------------------------------------------------------------------------------

// A figure that was removed meanwhile is not put back.
static void leave_out_removed(const session *s, one_guide *o) {
    int kept = 0;
    bool seen;
    for (int i = 0; i < o->count; i++) {
        if (!session_place(s, o->figures[i], &seen)) continue;
        o->figures[kept] = o->figures[i];
        o->goals[kept++] = o->goals[i];
    }
    o->count = kept;
}

static status follow_one(guides *k, const session *s, one_guide *o, double t_s, fault *fault) {
    leave_out_removed(s, o);
    for (int i = 0; i < o->count; i++) k->now[i] = *session_place(s, o->figures[i], &k->seen[i]);
    guide_tolerance t = guide_default_tolerance();
    if (guide_find(k->game, o->figures, o->goals, k->now, k->seen, o->count, t, o->steps) != STATUS_OK)
        return fault_set(fault, STATUS_MEMORY, "out of memory");
    bool was = o->done;
    o->done = guide_done(o->steps, o->count);
    o->as_one = !o->done && o->unit >= 0 && guide_as_one(o->steps, o->count, t, &o->whole);
    if (o->done && !was) o->t_done_s = t_s;
    if (o->count == 0 || (o->done && t_s - o->t_done_s > SHOW_DONE_S)) {
        drop(o);
        return STATUS_OK;
    }
    bool due = !o->reported || o->done != was || t_s - o->reported_s >= SAY_EVERY_S;
    return due ? describe_guide(k, o, t_s, fault) : STATUS_OK;
}

status guides_follow(guides *k, const session *s, double t_s, fault *fault) {
    status result = STATUS_OK;
    for (int i = 0; i < GUIDES_MAX && result == STATUS_OK; i++)
        if (k->list[i].number) result = follow_one(k, s, &k->list[i], t_s, fault);
    if (result != STATUS_OK) return result;
    if (guides_any(k)) return keep_member(k, fault);
    free(k->member);
    k->member = NULL;
    return STATUS_OK;
}
