// Which pictures an archive has room for: those of disputed moves first, the others spread evenly over the game.
#include "record/archive_pictures.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "record/store.h"
#include "stream/json_keys.h"

#define PIXELS_MAX 16384  // a side; more is no camera's

// Those are looked at in this order.
typedef enum { OF_DISPUTED_MOVE, OF_OTHER_MOVE, OF_TABLE, RANK_COUNT } picture_rank;

// The list, grown to hold one more than `count`: at each power of two. NULL: out of memory, and the list is as it was.
static void *grown(void *list, int count, size_t size) {
    if (count & (count - 1)) return list;
    return realloc(list, (size_t)(count ? 2 * count : 1) * size);
}

static bool read_picture(const cJSON *o, archive_picture *p) {
    const cJSON *kind = cJSON_GetObjectItemCaseSensitive(o, "kind");
    double box[4];
    if (!cJSON_IsString(kind) || strcmp(kind->valuestring, "picture") != 0) return false;
    bool sound = field_word(o, "what", REQUIRED, p->what, sizeof p->what, NULL) == STATUS_OK &&
                 field_word(o, "unit", OPTIONAL, p->unit, sizeof p->unit, NULL) == STATUS_OK &&
                 field_word(o, "type", REQUIRED, p->type, sizeof p->type, NULL) == STATUS_OK &&
                 field_int(o, "move", OPTIONAL, 0, 1000000, &p->move, NULL) == STATUS_OK &&
                 field_int(o, "width", REQUIRED, 1, PIXELS_MAX, &p->width, NULL) == STATUS_OK &&
                 field_int(o, "height", REQUIRED, 1, PIXELS_MAX, &p->height, NULL) == STATUS_OK;
    p->boxed = field_numbers(cJSON_GetObjectItemCaseSensitive(o, "box"), 4, box);
    if (p->boxed) memcpy(p->box, box, sizeof box);
    return sound && (strcmp(p->type, "image/jpeg") == 0 || strcmp(p->type, "image/png") == 0);
}

status archive_pictures_add(archive_pictures *p, const record_row *row, fault *fault) {
    archive_picture picture = {.seq = row->seq, .t_s = row->t_s};
    cJSON *o = cJSON_Parse(row->json);
    bool sound = read_picture(o, &picture);
    cJSON_Delete(o);
    if (!sound) return STATUS_OK;
    archive_picture *list = grown(p->at, p->count, sizeof *list);
    if (!list) return fault_set(fault, STATUS_MEMORY, "out of memory for the list of pictures");
    p->at = list;
    p->at[p->count++] = picture;
    return STATUS_OK;
}

void archive_pictures_judged(archive_pictures *p, const cJSON *verdict) {
    const char *ruling = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(verdict, "ruling"));
    int move = 0;
    if (!ruling || strcmp(ruling, "legal") == 0 || field_int(verdict, "move", REQUIRED, 1, 1000000, &move, NULL) != STATUS_OK) return;
    int *list = grown(p->grave, p->grave_count, sizeof *list);
    if (!list) return;  // its pictures then wait their turn among the others
    p->grave = list;
    p->grave[p->grave_count++] = move;
}

static picture_rank rank_of(const archive_pictures *p, const archive_picture *picture) {
    if (picture->move == 0) return OF_TABLE;
    for (int i = 0; i < p->grave_count; i++)
        if (p->grave[i] == picture->move) return OF_DISPUTED_MOVE;
    return OF_OTHER_MOVE;
}

// Bytes of the picture as it stands in the text; 0 where the record has none.
static size_t size_in_text(record *r, const archive_picture *picture) {
    const void *bytes;
    size_t length;
    if (record_bytes(r, picture->seq, &bytes, &length, NULL) != STATUS_OK) return 0;
    return sodium_base64_ENCODED_LEN(length, sodium_base64_VARIANT_ORIGINAL) + 32;
}

// Pictures of one move stand together or not at all: the first of a move decides. sizes: of all pictures, 0 where they are of another rank.
static void choose(archive_pictures *p, const size_t *sizes, size_t *left) {
    double all = 0, due = 0;
    for (int i = 0; i < p->count; i++) all += (double)sizes[i];
    double share = all > (double)*left ? (double)*left / all : 1;
    for (int i = 0, next; i < p->count; i = next) {
        size_t size = 0;
        for (next = i; next < p->count && (next == i || (p->at[next].move == p->at[i].move && p->at[i].move > 0)); next++) size += sizes[next];
        if (size == 0) continue;
        due += share;
        if (due < 1 - 1e-9 || size > *left) continue;
        due -= 1;
        *left -= size;
        for (int k = i; k < next; k++) p->at[k].chosen = sizes[k] > 0;
    }
}

static status choose_all(archive_pictures *p, record *r, size_t left, fault *fault) {
    size_t *sizes = calloc((size_t)p->count + 1, sizeof *sizes);
    if (!sizes) return fault_set(fault, STATUS_MEMORY, "out of memory for the list of pictures");
    for (picture_rank rank = 0; rank < RANK_COUNT; rank++) {
        for (int i = 0; i < p->count; i++) sizes[i] = rank_of(p, &p->at[i]) == rank ? size_in_text(r, &p->at[i]) : 0;
        choose(p, sizes, &left);
    }
    free(sizes);
    return STATUS_OK;
}

static void put_source(record *r, const archive_picture *picture, json_text *j) {
    const void *bytes;
    size_t length;
    if (record_bytes(r, picture->seq, &bytes, &length, NULL) != STATUS_OK) return;
    size_t encoded = sodium_base64_ENCODED_LEN(length, sodium_base64_VARIANT_ORIGINAL);
    char *text = malloc(encoded + 32);
    if (!text) {
        j->failed = true;
        return;
    }
    int n = snprintf(text, 32, "data:%s;base64,", picture->type);
    sodium_bin2base64(text + n, encoded, bytes, length, sodium_base64_VARIANT_ORIGINAL);
    emit_key_string(j, "src", text);
    free(text);
}

static void put_picture(record *r, const archive_picture *picture, json_text *j) {
    emit_open(j, '{');
    emit_key_number(j, "seq", (double)picture->seq, 0);
    emit_key_number(j, "t", picture->t_s, 2);
    if (picture->move > 0) emit_key_int(j, "move", picture->move);
    if (picture->unit[0]) emit_key_string(j, "unit", picture->unit);
    emit_key_string(j, "what", picture->what);
    emit_key_int(j, "width", picture->width);
    emit_key_int(j, "height", picture->height);
    if (picture->boxed) {
        emit_key(j, "box");
        emit_open(j, '[');
        for (int i = 0; i < 4; i++) emit_number(j, picture->box[i], 2);
        emit_close(j, ']');
    }
    if (picture->chosen) put_source(r, picture, j);
    emit_close(j, '}');
}

static void put_pictures(const archive_pictures *p, record *r, json_text *j) {
    emit_open(j, '[');
    for (int i = 0; i < p->count; i++) put_picture(r, &p->at[i], j);
    emit_close(j, ']');
}

status archive_pictures_put(archive_pictures *p, record *r, size_t most, json_text *j, fault *fault) {
    json_text list = {0};  // without bytes, to know its length
    put_pictures(p, r, &list);
    size_t used = j->length + list.length + 1;
    j->failed |= list.failed;
    free(emit_finish(&list));
    status s = most > used ? choose_all(p, r, most - used, fault) : STATUS_OK;
    put_pictures(p, r, j);
    return s;
}

void archive_pictures_finish(archive_pictures *p) {
    free(p->at);
    free(p->grave);
    *p = (archive_pictures){0};
}
