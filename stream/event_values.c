// Numbers and words of an event, read and written.
#include <string.h>

#include "stream/event_fields.h"
#include "stream/event_reader.h"

static status read_version(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    int version = 1;
    (void)r, (void)holder;
    status s = field_int(o, f->key, f->need, 1, 1, &version, fault);
    return s == STATUS_OK ? s : fault_set(fault, s, "%s: not a version that this program reads: 1 is", f->key);
}

static void write_version(json_text *j, const game *g, const event_field *f, const void *holder) {
    (void)g, (void)holder;
    emit_key_int(j, f->key, 1);
}

static status read_whole(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    (void)r;
    return field_int(o, f->key, f->need, f->low, f->high, field_in(holder, f->at), fault);
}

static void write_whole(json_text *j, const game *g, const event_field *f, const void *holder) {
    (void)g;
    emit_key_int(j, f->key, *(const int *)field_of(holder, f->at));
}

static status read_word(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    char *word = field_in(holder, f->at);
    (void)r;
    status s = field_word(o, f->key, f->need, word, f->size, fault);
    return s == STATUS_OK && f->words && word[0] ? field_one_of(f->key, word, f->words, fault) : s;
}

static void write_word(json_text *j, const game *g, const event_field *f, const void *holder) {
    (void)g;
    emit_key_string(j, f->key, field_of(holder, f->at));
}

static status read_text(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    (void)r;
    return field_prose(o, f->key, field_in(holder, f->at), f->size, fault);
}

static void write_text(json_text *j, const game *g, const event_field *f, const void *holder) {
    const char *text = field_of(holder, f->at);
    (void)g;
    if (text[0]) emit_key_string(j, f->key, text);
}

static status read_unit(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    return field_unit(o, f->key, f->need, r->g, field_in(holder, f->at), fault);
}

static void write_unit(json_text *j, const game *g, const event_field *f, const void *holder) {
    int unit = *(const int *)field_of(holder, f->at);
    if (unit >= 0 && unit < g->unit_count) emit_key_string(j, f->key, g->units[unit].id);
}

static status read_side(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    return field_side(o, f->key, f->need, r->g, field_in(holder, f->at), fault);
}

static void write_side(json_text *j, const game *g, const event_field *f, const void *holder) {
    int side = *(const int *)field_of(holder, f->at);
    if (side >= 0 && side < g->side_count) emit_key_string(j, f->key, g->sides[side].id);
}

// Index of the word among those of the row.
static status read_choice(const cJSON *o, const event_field *f, int *out, fault *fault) {
    char word[EVENT_WORD_MAX];
    status s = field_word(o, f->key, f->need, word, sizeof word, fault);
    if (s == STATUS_OK) s = field_one_of(f->key, word, f->words, fault);
    for (*out = 0; s == STATUS_OK && strcmp(word, f->words[*out]) != 0;) ++*out;
    return s;
}

static status read_outcome(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    int choice;
    (void)r;
    status s = read_choice(o, f, &choice, fault);
    *(bool *)field_in(holder, f->at) = s == STATUS_OK && choice == 0;
    return s;
}

static void write_outcome(json_text *j, const game *g, const event_field *f, const void *holder) {
    (void)g;
    emit_key_string(j, f->key, f->words[!*(const bool *)field_of(holder, f->at)]);
}

static status read_loudness(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    int choice;
    (void)r;
    status s = read_choice(o, f, &choice, fault);
    if (s == STATUS_OK) *(behaviour *)field_in(holder, f->at) = (behaviour)choice;
    return s;
}

static void write_loudness(json_text *j, const game *g, const event_field *f, const void *holder) {
    (void)g;
    emit_key_string(j, f->key, f->words[*(const behaviour *)field_of(holder, f->at)]);
}

static status read_gap(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    double *gap_s = field_in(holder, f->at);
    (void)r;
    status s = field_number(o, f->key, f->need, gap_s, fault);
    return s == STATUS_OK && *gap_s < 0 ? fault_set(fault, STATUS_INVALID, "%s: %g is less than 0", f->key, *gap_s) : s;
}

static void write_gap(json_text *j, const game *g, const event_field *f, const void *holder) {
    double gap_s = *(const double *)field_of(holder, f->at);
    (void)g;
    if (!(gap_s > 0)) return;
    emit_key(j, f->key);
    emit_exact(j, gap_s);
}

static status read_degrees(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    double deg = 0;
    (void)r;
    status s = field_number(o, f->key, f->need, &deg, fault);
    *(double *)field_in(holder, f->at) = field_heading_rad(deg);
    return s;
}

static void write_degrees(json_text *j, const game *g, const event_field *f, const void *holder) {
    (void)g;
    emit_key_number(j, f->key, emit_heading_deg(*(const double *)field_of(holder, f->at)), 4);
}

static status read_inches(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    double *inches = field_in(holder, f->at);
    (void)r;
    status s = field_number(o, f->key, f->need, inches, fault);
    return s == STATUS_OK && *inches < 0 ? fault_set(fault, STATUS_INVALID, "%s: %g: a distance is not negative", f->key, *inches) : s;
}

static void write_inches(json_text *j, const game *g, const event_field *f, const void *holder) {
    (void)g;
    emit_key_number(j, f->key, *(const double *)field_of(holder, f->at), 4);
}

// What is checked nowhere and becomes an item as it is.
static status read_kept(stream_reader *r, const cJSON *o, const event_field *f, void *holder, fault *fault) {
    (void)r, (void)o, (void)f, (void)holder, (void)fault;
    return STATUS_OK;
}

const field_type field_version = {"1", read_version, write_version};
const field_type field_whole = {"whole number", read_whole, write_whole};
const field_type field_any_word = {"word", read_word, write_word};
const field_type field_text = {"text", read_text, write_text};
const field_type field_unit_id = {"unit", read_unit, write_unit};
const field_type field_side_id = {"side", read_side, write_side};
const field_type field_outcome = {"word", read_outcome, write_outcome};
const field_type field_loudness = {"word", read_loudness, write_loudness};
const field_type field_gap = {"seconds", read_gap, write_gap};
const field_type field_degrees = {"degrees", read_degrees, write_degrees};
const field_type field_inches = {"inches", read_inches, write_inches};
const field_type field_kept = {"any", read_kept, NULL};
