// What one stage of a search looked at.
#include <string.h>

#include "explain/explain.h"
#include "explain/sheet.h"

#define STAGES_MAX 64
#define LARGE 0.04  // of the sheet's width
#define DIM 0.3     // of the picture's light is taken away under the notes

typedef struct {
    const char *name;
    int notes, kept;
} stage_row;

void explain_name_stages(FILE *out) {
    static const char *const stages[][2] = {
        {"tags: square", "outlines with four sides"},
        {"tags: code", "squares whose cells are a tag's"},
        {"tags: hidden code", "tags of which something hides a part"},
        {"tagged: outline", "tops of bases that carry a tag under a miniature"},
        {"tagged: expected", "tags of bases that are looked for where they stood"},
        {"tagged: read", "tags under miniatures"},
        {"rims: outline", "rings and frames that may be rim codes, and are none"},
        {"rims: read", "rim codes, where the game's bases are sought"},
        {"rims: free", "rim codes of any size (--family rim)"},
        {"bases: close look", "places where the networks looked for a base"},
        {"names: tag", "whose each tag is"},
        {"names: base", "whose each base is"},
        {"names: tray", "bases laid behind their unit's marker"},
    };
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) fprintf(out, "  %-20s %s\n", stages[i][0], stages[i][1]);
}

static int gather(const vision_notes *notes, stage_row *rows) {
    int n = 0;
    for (int i = 0; notes && i < notes->count; i++) {
        int at = 0;
        while (at < n && strcmp(rows[at].name, notes->at[i].stage) != 0) at++;
        if (at == STAGES_MAX) continue;
        if (at == n) rows[n++] = (stage_row){.name = notes->at[i].stage};
        rows[at].notes++;
        rows[at].kept += notes->at[i].kept;
    }
    return n;
}

void explain_list_stages(const vision_notes *notes, FILE *out) {
    stage_row rows[STAGES_MAX];
    int n = gather(notes, rows);
    for (int i = 0; i < n; i++) fprintf(out, "  %-28s %6d looked at, %6d kept\n", rows[i].name, rows[i].notes, rows[i].kept);
    if (n == 0) fputs("  no stage noted anything\n", out);
    if (notes && notes->dropped) fprintf(out, "  %d more notes found no room\n", notes->dropped);
}

static void note_tag(const detection *v, vision_notes *notes, const tag_sighting *t) {
    int figure = game_figure_of_marker(v->game, t->family, t->id), unit = game_unit_of_marker(v->game, t->family, t->id);
    bool ours = figure >= 0 || unit >= 0;
    for (int m = 0; m < v->game->table_marker_count; m++)
        ours |= v->game->table_markers[m].marker.id == t->id && strcmp(v->game->table_markers[m].marker.family, t->family) == 0;
    for (int k = 0; k < v->game->declaration_count; k++)
        ours |= v->game->declarations[k].marker.id == t->id && strcmp(v->game->declarations[k].marker.family, t->family) == 0;
    const char *whose = figure >= 0 ? v->game->figures[figure].id : unit >= 0 ? v->game->units[unit].id : ours ? "the table's" : "none of the game's";
    note_add(notes, "names: tag", ours, t->corner, 4, "%s %d: %s", t->family, t->id, whose);
}

static void note_base(const detection *v, vision_notes *notes, int i) {
    const base_sighting *b = &v->bases[i];
    px2 at[EXPLAIN_OUTLINE];
    int n = explain_outline(v, b, at), step = (n + NOTE_MAX_CORNERS - 1) / NOTE_MAX_CORNERS, claimed = detection_contested(v, i);
    for (int k = 0; k * step < n; k++) at[k] = at[k * step];
    n = (n + step - 1) / step;
    double mm = b->pose.sigma_in / IN_PER_MM;
    if (b->figure >= 0 && b->by == SEEN_BY_UNIT_MARKER)
        note_add(notes, "names: tray", true, at, n, "%s laid, %.1f mm", v->game->figures[b->figure].id, mm);
    else if (b->figure >= 0)
        note_add(notes, "names: base", true, at, n, "%s by %s, %.2f mm, score %.2f", v->game->figures[b->figure].id, seen_by_name(b->by), mm,
                 b->score);
    else if (claimed >= 0)
        note_add(notes, "names: base", false, at, n, "another base carries %s's code too", v->game->figures[claimed].id);
    else if (b->by != SEEN_BY_UNIT_MARKER)
        note_add(notes, "names: base", false, at, n, "%.0f x %.0f mm: no figure is left that it fits", b->base.width_in / IN_PER_MM,
                 b->base.depth_in / IN_PER_MM);
}

void explain_note_names(const detection *v, vision_notes *notes) {
    for (int i = 0; v->game && i < v->tags->count; i++) note_tag(v, notes, &v->tags->at[i]);
    for (int i = 0; v->camera && i < v->base_count; i++) note_base(v, notes, i);
}

// "tags" means all of its steps, "tags: square" that one.
static bool is_of(const vision_note *n, const char *stage) {
    size_t length = strlen(stage);
    return strncmp(n->stage, stage, length) == 0 && (n->stage[length] == '\0' || n->stage[length] == ':');
}

static px2 middle_of(const vision_note *n) {
    px2 m = {0, 0};
    for (int i = 0; i < n->corners; i++) m = (px2){m.u + n->corner[i].u / n->corners, m.v + n->corner[i].v / n->corners};
    return m;
}

static vec2 half_of(const vision_note *n, px2 middle, double scale) {
    vec2 half = {0, 0};
    for (int i = 0; i < n->corners; i++)
        half = (vec2){fmax(half.x, fabs(n->corner[i].u - middle.u) * scale), fmax(half.y, fabs(n->corner[i].v - middle.v) * scale)};
    return (vec2){half.x + 2, half.y + 2};
}

static void draw_note(sheet *s, const vision_note *n) {
    ink colour = n->kept ? INK_SKY : INK_ORANGE;
    if (n->corners == 1)
        sheet_spot(s, n->corner[0], 2.2 * s->line, colour);
    else
        sheet_trace(s, n->corner, n->corners, n->corners > 2, colour, s->line, n->kept ? 0 : 2.5);
}

// Words keep off the outlines, but for those that are as large as a table.
static void keep_clear(sheet *s, const vision_note *n) {
    px2 middle = middle_of(n);
    vec2 half = half_of(n, middle, s->scale);
    if (fmax(half.x, half.y) < LARGE * s->width) sheet_keep_free(s, middle, half);
}

// Words of the notes, the dropped ones' first: they are what is looked for. Returns how many found room.
static int name_notes(sheet *s, const vision_notes *notes, const char *stage, bool kept) {
    int n = 0;
    for (int i = 0; i < notes->count; i++) {
        const vision_note *note = &notes->at[i];
        if (note->kept != kept || !is_of(note, stage) || !note->text[0] || note->corners == 0) continue;
        px2 middle = middle_of(note);
        n += sheet_label(s, middle, half_of(note, middle, s->scale), false, note->text, fmax(9, 0.5 * s->type), kept ? INK_SKY : INK_ORANGE, true);
    }
    return n;
}

static status no_such_stage(const vision_notes *notes, const char *stage, fault *fault) {
    stage_row rows[STAGES_MAX];
    char list[360] = "";
    size_t used = 0;
    int n = gather(notes, rows);
    for (int i = 0; i < n && used + 40 < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s\"%.34s\"", i ? ", " : "", rows[i].name);
    return fault_set(fault, STATUS_INVALID, "--stage \"%.60s\": no stage of that name noted anything here%s%s", stage, n ? "; these did: " : "",
                     list);
}

status explain_stage(const detection *v, const vision_notes *notes, const char *stage, const char *path, fault *fault) {
    sheet s;
    char words[200];
    int kept = 0, dropped = 0, named = 0;
    for (int i = 0; notes && i < notes->count; i++)
        if (is_of(&notes->at[i], stage)) *(notes->at[i].kept ? &kept : &dropped) += 1;
    if (kept + dropped == 0) return no_such_stage(notes, stage, fault);
    status done = sheet_begin(&s, path, v->frame, DIM, 2, fault);
    if (done != STATUS_OK) return done;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < notes->count; i++)
            if (notes->at[i].kept == (pass > 0) && is_of(&notes->at[i], stage)) draw_note(&s, &notes->at[i]);
    for (int i = 0; i < notes->count; i++)
        if (is_of(&notes->at[i], stage)) keep_clear(&s, &notes->at[i]);
    named = name_notes(&s, notes, stage, false) + name_notes(&s, notes, stage, true);
    const char *slash = strrchr(v->name, '/');
    snprintf(words, sizeof words, "%.120s   %d x %d   stage \"%.60s\"", slash ? slash + 1 : v->name, v->frame->width, v->frame->height, stage);
    sheet_write(&s, s.type, 1.5 * s.type, words, s.type, INK_WHITE);
    snprintf(words, sizeof words, "%d kept", kept);
    sheet_write(&s, s.type, 3.1 * s.type, words, s.type, INK_SKY);
    double x = 2.5 * s.type + sheet_words_width(&s, words, s.type);
    snprintf(words, sizeof words, "%d dropped (broken lines)", dropped);
    sheet_write(&s, x, 3.1 * s.type, words, s.type, INK_ORANGE);
    x += 1.5 * s.type + sheet_words_width(&s, words, s.type);
    snprintf(words, sizeof words, "%d of them without words for want of room", kept + dropped - named);
    if (named < kept + dropped) sheet_write(&s, x, 3.1 * s.type, words, s.type, INK_WHITE);
    return sheet_end(&s, fault);
}
