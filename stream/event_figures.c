// What an event says of figures, read and written: where they stand with which error, and lists of them.
#include <string.h>

#include "stream/event_fields.h"
#include "stream/event_reader.h"
#include "stream/line_parts.h"

// Poses and their errors ----------------------------------------------------------------------------------------------------------------------

static int *count_in(void *holder, const event_field *f) { return field_in(holder, f->count_at); }

static event_pose_list poses_of(const void *holder, const event_field *f) {
    return (event_pose_list){*(const event_pose *const *)field_of(holder, f->at), *(const int *)field_of(holder, f->count_at)};
}

// Index of the figure that a map names, or -1 with the reason in the message.
static int figure_named(const stream_reader *r, const char *key, const char *id, fault *fault) {
    int f = stream_find_figure(r, id);
    if (f < 0) fault_set(fault, STATUS_INVALID, "%s: no figure \"%s\" in the game file", key, field_quote(id).text);
    return f;
}

static status read_pose(stream_reader *r, const cJSON *v, int *count, fault *fault) {
    int f = figure_named(r, "figures", v->string, fault);
    if (f < 0) return STATUS_INVALID;
    if (r->posed[f] == r->stamp) return fault_set(fault, STATUS_INVALID, "figures.%s: given twice: keep one", r->g->figures[f].id);
    r->posed[f] = r->stamp;
    r->pose_at[f] = *count;
    double at[3];
    if (!field_numbers(v, 3, at))
        return fault_set(fault, STATUS_INVALID, "figures.%s: a pose is [x, y, heading], three finite numbers", r->g->figures[f].id);
    pose p = {.at = {at[0], at[1]}, .heading_rad = field_heading_rad(at[2])};
    r->poses[(*count)++] = (event_pose){.figure = f, .pose = p};
    return STATUS_OK;
}

static bool is_there(const cJSON *o, const char *key) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);
    return v && !cJSON_IsNull(v);
}

static status read_poses(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    const cJSON *map;
    bool needed = f->need == REQUIRED || (!is_there(o, "hidden") && !is_there(o, "mixed"));
    status s = field_find(o, f->key, needed ? REQUIRED : OPTIONAL, &map, fault);
    if (s != STATUS_OK) return s;
    if (map && !cJSON_IsObject(map)) return fault_set(fault, STATUS_INVALID, "figures: {figure: [x, y, heading]} is wanted");
    for (const cJSON *v = map ? map->child : NULL; v; v = v->next)
        if ((s = read_pose(r, v, count_in(holder, f), fault)) != STATUS_OK) return s;
    *(const event_pose **)field_in(holder, f->at) = r->poses;
    return STATUS_OK;
}

static void write_poses(json_text *j, const game *g, const event_field *f, const void *holder) {
    event_pose_list poses = poses_of(holder, f);
    emit_key(j, f->key);
    emit_open(j, '{');
    for (int i = 0; i < poses.count; i++) {
        const pose *p = &poses.at[i].pose;
        emit_key(j, g->figures[poses.at[i].figure].id);
        emit_open(j, '[');
        emit_number(j, p->at.x, 4);
        emit_number(j, p->at.y, 4);
        emit_number(j, emit_heading_deg(p->heading_rad), 4);
        emit_close(j, ']');
    }
    emit_close(j, '}');
}

static double sigma_rad_of(double deg) { return deg >= 180 ? HEADING_UNKNOWN : deg * RAD_PER_DEG; }

static double round_sigma(double x) {
    if (!(x > 0)) return 0;
    double r = emit_round4(x);
    return r > 0 ? r : 0.0001;  // 0 would say that none was stated
}

static double sigma_deg_of(double rad) {
    if (rad >= HEADING_UNKNOWN) return 180;
    double deg = round_sigma(rad * DEG_PER_RAD);
    return deg < 180 ? deg : 179.9999;
}

static status read_sigma(const cJSON *o, const event_field *f, double *out, fault *fault) {
    status s = field_number(o, f->key, f->need, out, fault);
    if (s == STATUS_OK && *out < 0) return fault_set(fault, STATUS_INVALID, "%s: %g: a standard deviation is not negative", f->key, *out);
    return s;
}

static status read_sigma_in(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    double sigma_in = 0;
    status s = read_sigma(o, f, &sigma_in, fault);
    for (int i = 0; s == STATUS_OK && i < *count_in(holder, f); i++) r->poses[i].pose.sigma_in = sigma_in;
    return s;
}

static status read_sigma_deg(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    double deg = 0;
    status s = read_sigma(o, f, &deg, fault);
    for (int i = 0; s == STATUS_OK && i < *count_in(holder, f); i++) r->poses[i].pose.sigma_rad = sigma_rad_of(deg);
    return s;
}

// The first pose's errors stand for the line; figures that differ are named.
static void write_sigma_in(json_text *j, const game *g, const event_field *f, const void *holder) {
    event_pose_list poses = poses_of(holder, f);
    (void)g;
    if (poses.count > 0 && poses.at[0].pose.sigma_in > 0) emit_key_number(j, f->key, round_sigma(poses.at[0].pose.sigma_in), 4);
}

static void write_sigma_deg(json_text *j, const game *g, const event_field *f, const void *holder) {
    event_pose_list poses = poses_of(holder, f);
    (void)g;
    if (poses.count > 0 && poses.at[0].pose.sigma_rad > 0) emit_key_number(j, f->key, sigma_deg_of(poses.at[0].pose.sigma_rad), 4);
}

// Its pose in this line, or NULL with the reason in the message.
static event_pose *pose_named(stream_reader *r, const char *key, int f, fault *fault) {
    if (r->posed[f] == r->stamp) return &r->poses[r->pose_at[f]];
    fault_set(fault, STATUS_INVALID, "%s.%s: the line has no pose of this figure", key, r->g->figures[f].id);
    return NULL;
}

static status find_map(const cJSON *o, const event_field *f, const char *wanted, const cJSON **out, fault *fault) {
    status s = field_find(o, f->key, f->need, out, fault);
    if (s != STATUS_OK || !*out || cJSON_IsObject(*out)) return s;
    return fault_set(fault, STATUS_INVALID, "%s: %s is wanted", f->key, wanted);
}

static status read_sigmas(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    const cJSON *map;
    (void)holder;
    status s = find_map(o, f, "{figure: [sigma_in, sigma_deg]}", &map, fault);
    for (const cJSON *v = s == STATUS_OK && map ? map->child : NULL; v; v = v->next) {
        double own[2];
        int figure = figure_named(r, f->key, v->string, fault);
        if (figure < 0) return STATUS_INVALID;
        if (!field_numbers(v, 2, own) || own[0] < 0 || own[1] < 0)
            return fault_set(fault, STATUS_INVALID, "%s.%s: [sigma_in, sigma_deg] is wanted, neither negative", f->key, v->string);
        event_pose *p = pose_named(r, f->key, figure, fault);
        if (!p) return STATUS_INVALID;
        p->pose.sigma_in = own[0];
        p->pose.sigma_rad = sigma_rad_of(own[1]);
    }
    return s;
}

static bool same_sigmas(pose a, pose b) {
    return round_sigma(a.sigma_in) == round_sigma(b.sigma_in) && sigma_deg_of(a.sigma_rad) == sigma_deg_of(b.sigma_rad);
}

static void write_sigmas(json_text *j, const game *g, const event_field *f, const void *holder) {
    event_pose_list poses = poses_of(holder, f);
    bool open = false;
    for (int i = 1; i < poses.count; i++) {
        const pose *p = &poses.at[i].pose;
        if (same_sigmas(*p, poses.at[0].pose)) continue;
        if (!open) {
            emit_key(j, f->key);
            emit_open(j, '{');
        }
        open = true;
        emit_key(j, g->figures[poses.at[i].figure].id);
        emit_open(j, '[');
        emit_number(j, round_sigma(p->sigma_in), 4);
        emit_number(j, sigma_deg_of(p->sigma_rad), 4);
        emit_close(j, ']');
    }
    if (open) emit_close(j, '}');
}

static status read_still(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    const cJSON *map;
    (void)holder;
    status s = find_map(o, f, "{figure: seconds}", &map, fault);
    for (const cJSON *v = s == STATUS_OK && map ? map->child : NULL; v; v = v->next) {
        int figure = figure_named(r, f->key, v->string, fault);
        if (figure < 0) return STATUS_INVALID;
        if (!cJSON_IsNumber(v) || !isfinite(v->valuedouble) || v->valuedouble < 0)
            return fault_set(fault, STATUS_INVALID, "%s.%s: seconds are wanted, not negative", f->key, v->string);
        event_pose *p = pose_named(r, f->key, figure, fault);
        if (!p) return STATUS_INVALID;
        p->still_for_s = v->valuedouble;
    }
    return s;
}

static double round_still(double s) { return s > 0 ? emit_round4(s) : 0; }

// Of the figures of which it is known.
static void write_still(json_text *j, const game *g, const event_field *f, const void *holder) {
    event_pose_list poses = poses_of(holder, f);
    bool open = false;
    for (int i = 0; i < poses.count; i++) {
        double still_s = round_still(poses.at[i].still_for_s);
        if (still_s == 0) continue;
        if (!open) {
            emit_key(j, f->key);
            emit_open(j, '{');
        }
        open = true;
        emit_key_number(j, g->figures[poses.at[i].figure].id, still_s, 4);
    }
    if (open) emit_close(j, '}');
}

void stream_round_event(event_pose *poses, int count) {
    for (int i = 0; i < count; i++) {
        pose *p = &poses[i].pose;
        double deg = sigma_deg_of(p->sigma_rad);
        p->at = (vec2){emit_round4(p->at.x), emit_round4(p->at.y)};
        p->heading_rad = emit_heading_deg(p->heading_rad) * RAD_PER_DEG;
        p->sigma_in = round_sigma(p->sigma_in);
        p->sigma_rad = deg >= 180 ? HEADING_UNKNOWN : deg * RAD_PER_DEG;
        p->fronts = pose_front_is_doubtful(*p) ? p->fronts : 0;
        poses[i].still_for_s = round_still(poses[i].still_for_s);
    }
}

event stream_rounded(const event *e, event_pose *poses) {
    event out = *e;
    event_pose_list list = event_poses(e);
    if (list.count > 0) memcpy(poses, list.at, (size_t)list.count * sizeof *poses);
    stream_round_event(poses, list.count);
    event_set_poses(&out, poses, list.count);
    return out;
}

// Fronts: headings that a figure's front may have, evenly about a full turn, that of its pose first.
static status read_fronts(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    const cJSON *map;
    (void)holder;
    status s = find_map(o, f, "{figure: [degrees]}", &map, fault);
    for (const cJSON *v = s == STATUS_OK && map ? map->child : NULL; v; v = v->next) {
        double at[POSE_FRONTS_MAX];
        int figure = figure_named(r, f->key, v->string, fault), n = cJSON_GetArraySize(v);
        if (figure < 0) return STATUS_INVALID;
        if (!cJSON_IsArray(v) || (n != 2 && n != POSE_FRONTS_MAX) || !field_numbers(v, n, at))
            return fault_set(fault, STATUS_INVALID, "%s.%s: two or %d headings in degrees are wanted", f->key, v->string, POSE_FRONTS_MAX);
        event_pose *p = pose_named(r, f->key, figure, fault);
        if (!p) return STATUS_INVALID;
        p->pose.fronts = n;
    }
    return s;
}

static void write_fronts(json_text *j, const game *g, const event_field *f, const void *holder) {
    event_pose_list poses = poses_of(holder, f);
    bool open = false;
    for (int i = 0; i < poses.count; i++) {
        const pose *p = &poses.at[i].pose;
        if (!pose_front_is_doubtful(*p)) continue;
        if (!open) {
            emit_key(j, f->key);
            emit_open(j, '{');
        }
        open = true;
        emit_key(j, g->figures[poses.at[i].figure].id);
        emit_fronts(j, *p, 4);
    }
    if (open) emit_close(j, '}');
}

// Lists of figures ----------------------------------------------------------------------------------------------------------------------------

// Index of the figure that v names, or -1 with the reason in the message.
static int figure_of(const stream_reader *r, const char *key, const cJSON *v, fault *fault) {
    if (!cJSON_IsString(v)) {
        fault_set(fault, STATUS_INVALID, "%s: a figure's id is wanted, in quotes", key);
        return -1;
    }
    int f = stream_find_figure(r, v->valuestring);
    if (f < 0) fault_set(fault, STATUS_INVALID, "%s: no figure \"%s\" in the game file", key, field_quote(v->valuestring).text);
    return f;
}

// The figures that the list names, after those in out[0..*count), each once in a line: `named` remembers.
static status read_ids(const stream_reader *r, const char *key, const cJSON *list, unsigned *named, int *out, int *count, fault *fault) {
    if (!cJSON_IsArray(list)) return fault_set(fault, STATUS_INVALID, "%s: a list of figure ids is wanted: [\"...\"]", key);
    for (const cJSON *v = list->child; v; v = v->next) {
        int f = figure_of(r, key, v, fault);
        if (f < 0) return STATUS_INVALID;
        if (named[f] == r->stamp) continue;
        named[f] = r->stamp;
        out[(*count)++] = f;
    }
    return STATUS_OK;
}

static status read_list(stream_reader *r, const cJSON *o, const event_field *f, void *holder, unsigned *named, int *figures, fault *fault) {
    const cJSON *list;
    status s = field_find(o, f->key, f->need, &list, fault);
    if (s == STATUS_OK && list) s = read_ids(r, f->key, list, named, figures, count_in(holder, f), fault);
    if (s == STATUS_OK && list) *(const int **)field_in(holder, f->at) = figures;
    return s;
}

static status read_figures(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    return read_list(r, o, f, holder, r->listed, r->figures, fault);
}

static status read_hidden(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    status s = read_figures(r, o, f, holder, fault);
    for (int i = 0; s == STATUS_OK && i < *count_in(holder, f); i++)
        if (r->posed[r->figures[i]] == r->stamp)
            s = fault_set(fault, STATUS_INVALID, "%s: %s has a pose in figures, too: it is seen or hidden, not both", f->key,
                          r->g->figures[r->figures[i]].id);
    return s;
}

static status read_nudged(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    status s = read_list(r, o, f, holder, r->nudged_in, r->nudged, fault);
    for (int i = 0; s == STATUS_OK && i < *count_in(holder, f); i++)
        if (r->posed[r->nudged[i]] != r->stamp)
            s = fault_set(fault, STATUS_INVALID, "%s: the line has no pose of %s", f->key, r->g->figures[r->nudged[i]].id);
    return s;
}

static void put_ids(json_text *j, const game *g, const int *figures, int count) {
    emit_open(j, '[');
    for (int i = 0; i < count; i++) emit_string(j, g->figures[figures[i]].id);
    emit_close(j, ']');
}

static void write_figures(json_text *j, const game *g, const event_field *f, const void *holder) {
    const int *figures = *(const int *const *)field_of(holder, f->at);
    int count = *(const int *)field_of(holder, f->count_at);
    if (count == 0 && f->need == OPTIONAL) return;
    emit_key(j, f->key);
    put_ids(j, g, figures, count);
}

static status read_groups(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    const cJSON *groups;
    event_observe *e = field_in(holder, f->at);
    status s = field_find(o, f->key, f->need, &groups, fault);
    if (s != STATUS_OK || !groups) return s;
    if (!cJSON_IsArray(groups)) return fault_set(fault, STATUS_INVALID, "%s: a list of lists of figure ids is wanted: [[\"...\"]]", f->key);
    int group = 0;
    for (const cJSON *list = groups->child; list; list = list->next, group++) {
        int first = e->ambiguous_count;
        s = read_ids(r, f->key, list, r->ambiguous_in, r->ambiguous, &e->ambiguous_count, fault);
        const int added = e->ambiguous_count - first;
        if (s == STATUS_OK && (added < 1 || added < cJSON_GetArraySize(list)))
            s = fault_set(fault, STATUS_INVALID, "%s: at least one figure is wanted in each list, each figure in one list", f->key);
        if (s != STATUS_OK) return s;
        for (int i = first; i < e->ambiguous_count; i++) r->ambiguous_group[i] = group;
    }
    e->ambiguous = r->ambiguous;
    e->ambiguous_group = r->ambiguous_group;
    return STATUS_OK;
}

static void write_groups(json_text *j, const game *g, const event_field *f, const void *holder) {
    const event_observe *e = field_of(holder, f->at);
    if (e->ambiguous_count == 0) return;
    emit_key(j, f->key);
    emit_open(j, '[');
    for (int i = 0, n; i < e->ambiguous_count; i += n) {
        for (n = 1; i + n < e->ambiguous_count && e->ambiguous_group[i + n] == e->ambiguous_group[i];) n++;
        put_ids(j, g, e->ambiguous + i, n);
    }
    emit_close(j, ']');
}

const field_type field_poses = {"{figure: [x, y, heading]}", read_poses, write_poses};
const field_type field_sigma_in = {"inches", read_sigma_in, write_sigma_in};
const field_type field_sigma_deg = {"degrees", read_sigma_deg, write_sigma_deg};
const field_type field_sigmas = {"{figure: [inches, degrees]}", read_sigmas, write_sigmas};
const field_type field_fronts = {"{figure: [degrees]}", read_fronts, write_fronts};
const field_type field_still = {"{figure: seconds}", read_still, write_still};
const field_type field_figures = {"[figures]", read_figures, write_figures};
const field_type field_hidden = {"[figures]", read_hidden, write_figures};
const field_type field_nudged = {"[figures]", read_nudged, write_figures};
const field_type field_groups = {"[[figures]]", read_groups, write_groups};
