// Event lines -> core/event: the line, its time and kind, then the fields of the kind.
#include <stdlib.h>
#include <string.h>

#include "stream/event_fields.h"
#include "stream/event_reader.h"

static unsigned hash_id(const char *id) {  // FNV-1a, 32 bits (draft-eastlake-fnv)
    unsigned h = 2166136261u;
    for (; *id; id++) h = (h ^ (unsigned char)*id) * 16777619u;
    return h;
}

static void index_figures(stream_reader *r) {
    for (int i = 0; i < r->g->figure_count; i++) {
        unsigned at = hash_id(r->g->figures[i].id) & r->slot_mask;
        while (r->slots[at]) at = (at + 1) & r->slot_mask;
        r->slots[at] = i + 1;
    }
}

int stream_find_figure(const stream_reader *r, const char *id) {
    for (unsigned at = hash_id(id) & r->slot_mask; r->slots[at]; at = (at + 1) & r->slot_mask)
        if (strcmp(r->g->figures[r->slots[at] - 1].id, id) == 0) return r->slots[at] - 1;
    return -1;
}

status stream_reader_create(const game *g, stream_reader **out, fault *fault) {
    size_t figures = (size_t)g->figure_count + 1, slots = 16;
    while (slots < 2 * figures) slots *= 2;
    stream_reader *r = calloc(1, sizeof *r);
    if (!r) return fault_set(fault, STATUS_MEMORY, "out of memory for the event reader");
    r->g = g;
    r->slot_mask = (unsigned)slots - 1;
    r->slots = calloc(slots, sizeof *r->slots);
    r->poses = calloc(figures, sizeof *r->poses);
    r->figures = calloc(figures, sizeof *r->figures);
    r->nudged = calloc(figures, sizeof *r->nudged);
    r->ambiguous = calloc(figures, sizeof *r->ambiguous);
    r->ambiguous_group = calloc(figures, sizeof *r->ambiguous_group);
    r->nudged_in = calloc(figures, sizeof *r->nudged_in);
    r->ambiguous_in = calloc(figures, sizeof *r->ambiguous_in);
    r->posed = calloc(figures, sizeof *r->posed);
    r->listed = calloc(figures, sizeof *r->listed);
    r->pose_at = calloc(figures, sizeof *r->pose_at);
    r->items = calloc((size_t)KEYS_MAX + (size_t)g->unit_count, sizeof *r->items);
    bool lists = r->figures && r->nudged && r->ambiguous && r->ambiguous_group && r->listed && r->nudged_in && r->ambiguous_in;
    if (!lists || !r->slots || !r->poses || !r->posed || !r->pose_at || !r->items) {
        stream_reader_destroy(r);
        return fault_set(fault, STATUS_MEMORY, "out of memory for the event reader");
    }
    index_figures(r);
    *out = r;
    return STATUS_OK;
}

void stream_reader_destroy(stream_reader *r) {
    if (!r) return;
    free(r->slots);
    free(r->poses);
    free(r->figures);
    free(r->nudged);
    free(r->ambiguous);
    free(r->ambiguous_group);
    free(r->nudged_in);
    free(r->ambiguous_in);
    free(r->posed);
    free(r->listed);
    free(r->pose_at);
    free(r->items);
    free(r);
}

static status read_kind_name(const cJSON *o, event_kind *out, fault *fault) {
    char word[EVENT_WORD_MAX];
    status s = field_word(o, "kind", REQUIRED, word, sizeof word, fault);
    if (s != STATUS_OK) return s;
    for (int k = 0; k < EVENT_KIND_COUNT; k++) {
        if (strcmp(word, event_kind_name((event_kind)k)) != 0) continue;
        *out = (event_kind)k;
        return STATUS_OK;
    }
    return fault_set(fault, STATUS_INVALID, "kind: \"%s\" is no kind of event", field_quote(word).text);
}

static status read_time(const stream_reader *r, const cJSON *o, event *e, fault *fault) {
    const cJSON *t;
    status s = field_find(o, "t", e->kind == EVENT_HEADER ? OPTIONAL : REQUIRED, &t, fault);
    if (s != STATUS_OK) return s;
    if (t && (!cJSON_IsNumber(t) || !isfinite(t->valuedouble))) return fault_set(fault, STATUS_INVALID, "t: a finite number of seconds is wanted");
    e->t_s = t ? t->valuedouble : r->started ? r->last_t_s : 0;
    if (t && r->started && e->t_s < r->last_t_s)
        return fault_set(fault, STATUS_INVALID, "t: %.9g goes back before %.9g: events come in order of time", e->t_s, r->last_t_s);
    return STATUS_OK;
}

static status check_text(const char *line, size_t length, fault *fault) {
    if (length > STREAM_LINE_MAX) return fault_set(fault, STATUS_INVALID, "the line is longer than %zu bytes", STREAM_LINE_MAX);
    for (size_t i = 0; i < length;) {
        unsigned char byte = (unsigned char)line[i];
        if (byte > 0 && byte < 0x80 && byte != '\\') {  // as nearly all of a line is
            i++;
            continue;
        }
        size_t n = line[i] ? utf8_sequence(line + i, length - i) : 0;
        if (n == 0) return fault_set(fault, STATUS_INVALID, "not JSON: byte %zu is not UTF-8 text", i + 1);
        // a text that ends at an escaped NUL would be read as another, shorter one
        if (line[i] == '\\' && length - i >= 6 && memcmp(line + i, "\\u0000", 6) == 0)
            return fault_set(fault, STATUS_INVALID, "not accepted: \\u0000 in a text");
        i += n;
    }
    return STATUS_OK;
}

static bool is_blank(const char *from, const char *to) {
    while (from < to && strchr(" \t\r\n", *from)) from++;
    return from == to;
}

static status parse_object(const char *line, size_t length, cJSON **out, fault *fault) {
    const char *end = line;
    *out = NULL;
    status s = check_text(line, length, fault);
    if (s != STATUS_OK) return s;
    cJSON *o = cJSON_ParseWithLengthOpts(line, length, &end, false);
    if (!o || !is_blank(end, line + length)) {
        cJSON_Delete(o);
        return fault_set(fault, STATUS_INVALID, "not JSON near byte %zu: one object a line is wanted", (size_t)(end - line) + 1);
    }
    if (!cJSON_IsObject(o)) {
        cJSON_Delete(o);
        return fault_set(fault, STATUS_INVALID, "not an object: {\"kind\": ...} is wanted");
    }
    *out = o;
    return STATUS_OK;
}

static status read_fields(stream_reader *r, const cJSON *o, event *out, fault *fault) {
    const event_layout *l = &event_layouts[out->kind];
    status s = STATUS_OK;
    for (int i = 0; i < l->field_count && s == STATUS_OK; i++) s = l->fields[i].type->read(r, o, &l->fields[i], out, fault);
    return s;
}

static status read_line(stream_reader *r, const char *line, size_t length, const double *entered_t_s, event *out, fault *fault) {
    cJSON *o;
    status s = parse_object(line, length, &o, fault);
    if (s != STATUS_OK) return s;
    if (++r->stamp == 0) r->stamp = 1;  // after 2^32 lines; the marks of the very first are long overwritten or harmless
    *out = (event){0};
    s = read_kind_name(o, &out->kind, fault);
    if (s == STATUS_OK && entered_t_s) out->t_s = r->started ? fmax(*entered_t_s, r->last_t_s) : *entered_t_s;
    if (s == STATUS_OK && !entered_t_s) s = read_time(r, o, out, fault);
    if (s == STATUS_OK) s = read_fields(r, o, out, fault);
    cJSON_Delete(o);
    if (s != STATUS_OK) return s;
    r->last_t_s = out->t_s;
    r->started = true;
    return STATUS_OK;
}

status stream_read_event(stream_reader *r, const char *line, size_t length, event *out, fault *fault) {
    return read_line(r, line, length, NULL, out, fault);
}

status stream_read_entry(stream_reader *r, const char *line, size_t length, double t_s, event *out, fault *fault) {
    return read_line(r, line, length, &t_s, out, fault);
}
