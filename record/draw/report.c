#include "record/draw/report.h"

#include <cairo-pdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/plural.h"
#include "record/draw/diagram.h"
#include "record/draw/evidence.h"

// A4, in points.
#define PAGE_WIDTH 595.0
#define PAGE_HEIGHT 842.0
#define MARGIN 42.0
#define WIDTH (PAGE_WIDTH - 2 * MARGIN)
#define BOTTOM (PAGE_HEIGHT - MARGIN - 14)
#define MAP_MOST 200.0  // two moves of a few findings are a page
#define ROW 13.0
#define HEADING 60.0  // with the first line below it

static const font heading = {13, true}, text = {9.5, false}, strong = {9.5, true}, small = {8, false};

typedef struct {
    cairo_t *cr;
    stage *stage;
    const record_export_options *options;
    double y;
    int page;
    bool any_ruling;  // one was drawn
} report;

static void end_page(report *p) {
    char line[300];
    snprintf(line, sizeof line, "%s, page %d", p->stage->tale.game->title, p->page);
    canvas_set_rgb(p->cr, 0x55585f, 1);
    canvas_put_text(p->cr, small, MARGIN, PAGE_HEIGHT - MARGIN, WIDTH, line);
    cairo_show_page(p->cr);
}

static void begin_page(report *p) {
    if (p->page++ > 0) {
        p->page--;
        end_page(p);
        p->page++;
    }
    p->y = MARGIN;
}

static void need(report *p, double height) {
    if (p->y + height > BOTTOM) begin_page(p);
}

static void put_line(report *p, font f, uint32_t rgb, const char *words) {
    canvas_set_rgb(p->cr, rgb, 1);
    need(p, f.size * 3);
    p->y = canvas_put_paragraph(p->cr, f, MARGIN, p->y, WIDTH, words, true);
}

static void put_heading(report *p, const char *words) {
    need(p, HEADING);
    p->y += 10;
    put_line(p, heading, 0x101014, words);
    p->y += 4;
}

// Tables --------------------------------------------------------------------------------------------------------------------------------------

typedef struct {
    double x, width;
    bool number;  // set flush right
} cell;

static void put_cell(report *p, const cell *c, font f, const char *words) {
    double x = MARGIN + c->x;
    if (c->number) x += fmax(c->width - canvas_text_width(p->cr, f, words), 0);
    canvas_put_text(p->cr, f, x, p->y + ROW - 3, c->width, words);
}

static void begin_row(report *p, bool shaded) {
    need(p, ROW);
    if (shaded) {
        canvas_set_rgb(p->cr, 0xf1f2ee, 1);
        cairo_rectangle(p->cr, MARGIN - 3, p->y, WIDTH + 6, ROW);
        cairo_fill(p->cr);
    }
    canvas_set_rgb(p->cr, 0x101014, 1);
}

static const cell count_cells[] = {{0, 150, false}, {150, 45, true}, {198, 45, true}, {246, 45, true},
                                   {294, 50, true}, {347, 35, true}, {385, 60, true}, {448, 63, true}};

static void put_count_row(report *p, const char *name, const statistics_counts *c, bool shaded) {
    const int numbers[] = {c->moves, c->legal, c->illegal, c->doubtful, c->ask, c->taken_back};
    char words[40];
    begin_row(p, shaded);
    put_cell(p, &count_cells[0], text, name);
    for (int i = 0; i < 6; i++) {
        snprintf(words, sizeof words, "%d", numbers[i]);
        put_cell(p, &count_cells[i + 1], text, words);
    }
    snprintf(words, sizeof words, "%.1f\"", c->distance_in);
    put_cell(p, &count_cells[7], text, words);
    p->y += ROW;
}

static void put_totals(report *p) {
    static const char *const heads[] = {"", "moves", "legal", "illegal", "doubtful", "asked", "taken back", "distance"};
    const tale *t = &p->stage->tale;
    const game *g = t->game;
    statistics_counts c = statistics_of_all(t->statistics);
    put_heading(p, "Totals");
    begin_row(p, false);
    for (int i = 0; i < 8; i++) put_cell(p, &count_cells[i], strong, heads[i]);
    p->y += ROW;
    put_count_row(p, "The whole game", &c, true);
    for (int i = 0; i < g->side_count; i++) {
        c = statistics_of_side(t->statistics, i);
        put_count_row(p, game_side_name(&g->sides[i]), &c, false);
    }
    for (int u = 0; u < g->unit_count; u++) {
        c = statistics_of_unit(t->statistics, u);
        if (c.moves > 0) put_count_row(p, game_unit_name(&g->units[u]), &c, u % 2 == 0);
    }
}

static void put_rules(report *p) {
    int count;
    char words[200];
    const statistics_rule *rules = statistics_rules(p->stage->tale.statistics, &count);
    if (count == 0) return;
    put_heading(p, "By rule");
    for (int i = 0; i < count; i++) {
        snprintf(words, sizeof words, "%s: %d illegal, %d doubtful, %d asked, %d advised", rules[i].rule[0] ? rules[i].rule : "(no rule named)",
                 rules[i].illegal, rules[i].doubtful, rules[i].ask, rules[i].advisory);
        put_line(p, text, 0x22242a, words);
    }
}

static void put_turns(report *p) {
    int count;
    char words[200];
    const game *g = p->stage->tale.game;
    const statistics_turn *turns = statistics_turns(p->stage->tale.statistics, &count);
    if (count == 0) return;
    put_heading(p, "Time of turns");
    for (int i = 0; i < count; i++) {
        const char *side = turns[i].side >= 0 ? game_side_name(&g->sides[turns[i].side]) : "both";
        snprintf(words, sizeof words, "Turn %d, %s: %d:%02d", turns[i].turn, side, (int)(turns[i].seconds / 60), (int)fmod(turns[i].seconds, 60));
        put_line(p, text, 0x22242a, words);
    }
}

static void put_front(report *p) {
    char words[600], head[RECORD_HASH_HEX];
    const record *r = p->stage->record;
    const game *g = p->stage->tale.game;
    record_head(r, head);
    put_line(p, (font){20, true}, 0x101014, g->title[0] ? g->title : "A game");
    p->y += 6;
    const char *made = record_meta_text(r, "made"), *program = record_meta_text(r, "program");
    snprintf(words, sizeof words, "Judged by %s. Recorded %s by Vedette %s. %d:%02d long.", g->ruleset,
             made && made[0] ? made : "at a time that is not known", program && program[0] ? program : "of an unknown version",
             (int)(p->stage->tale.duration_s / 60), (int)fmod(p->stage->tale.duration_s, 60));
    put_line(p, text, 0x22242a, words);
    const char *damage = p->options->damage;
    if (damage && damage[0])
        snprintf(words, sizeof words, "THE RECORD IS DAMAGED: %s. What stands here is not proven by it.", damage);
    else if (head[0])
        snprintf(words, sizeof words, "The record was checked and is whole. Its last row has the hash %s.", head);
    else
        snprintf(words, sizeof words, "The record is of an older version, without hashes: whether it was changed can't be told.");
    put_line(p, damage && damage[0] ? strong : text, damage && damage[0] ? 0xb3123f : 0x22242a, words);
    const int corrections = p->stage->tale.corrections;
    if (corrections == 0) return;
    snprintf(words, sizeof words, "%d correction%s came later. The report gives what was said in the game, and at each ruling what became of it.",
             corrections, plural_s(corrections));
    put_line(p, strong, 0x22242a, words);
}

// Moves ---------------------------------------------------------------------------------------------------------------------------------------

// True where the ruling deserves a picture.
static bool is_notable(const tale_move *m) { return strcmp(tale_ruling(m), "legal") != 0 || m->word || m->change; }

static void put_move(report *p, const tale_move *m) {
    diagram d = {.game = p->stage->tale.game,
                 .scene = &p->stage->scene,
                 .move = m,
                 .before = evidence_picture(p->stage->record, m->before),
                 .after = evidence_picture(p->stage->record, m->after)};
    char *note = p->options->note ? p->options->note(p->options->context, m->number) : NULL;
    d.note = note;
    double height = diagram_height(p->cr, &d, WIDTH, MAP_MOST);
    double scale = fmin((BOTTOM - MARGIN - HEADING) / height, 1);  // with very long words it is made smaller, so that nothing is cut off
    bool headed = p->options->move == 0 && !p->any_ruling;
    need(p, height * scale + (headed ? HEADING : 0));
    if (headed) put_heading(p, "Rulings");  // it stays with the first of them
    p->any_ruling = true;
    cairo_save(p->cr);
    cairo_translate(p->cr, MARGIN, p->y);
    cairo_scale(p->cr, scale, scale);
    diagram_put(p->cr, &d, 0, 0, WIDTH, MAP_MOST);
    cairo_restore(p->cr);
    p->y += height * scale + 14;
    free(note);
    cairo_surface_destroy(d.before);
    cairo_surface_destroy(d.after);
}

static bool is_stopped(const report *p) { return p->options->stopped && p->options->stopped(p->options->context); }

static status put_moves(report *p, fault *fault) {
    const tale_move *m;
    status s;
    while ((s = stage_next_move(p->stage, p->options->move, &m, fault)) == STATUS_OK) {
        if (is_stopped(p)) return STATUS_END;
        if (p->options->move > 0 || is_notable(m)) put_move(p, m);
        if (p->options->move > 0) return STATUS_OK;
    }
    return s == STATUS_END ? STATUS_OK : s;
}

// What was announced or left out: words alone, there is nothing to draw.
static void put_acts(report *p) {
    char words[600];
    const tale *t = &p->stage->tale;
    if (t->act_count == 0) return;
    put_heading(p, "Announced or left out");
    for (int i = 0; i < t->act_count; i++) {
        const tale_move *m = &t->acts[i];
        const game_unit *u = m->unit >= 0 ? &t->game->units[m->unit] : NULL;
        snprintf(words, sizeof words, "%s, turn %.0f, %s: %s", sign_word(sign_of(tale_ruling(m))), tale_number(m->verdict, "turn", 0),
                 u ? game_unit_name(u) : "", tale_reason(m));
        put_line(p, text, 0x22242a, words);
    }
}

static const cell legal_cells[] = {{0, 34, true}, {42, 60, false}, {105, 100, false}, {208, 170, false}, {380, 128, true}};

static void put_cost_words(const cJSON *verdict, char *out, size_t capacity) {
    double cost = tale_number(verdict, "cost_in", 0), allowed = tale_number(verdict, "allowance_in", NAN);
    const char *taken_back = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(verdict, "taken_back")) ? ", taken back" : "";
    if (isfinite(allowed))
        snprintf(out, capacity, "%.1f\" of %.1f\"%s", cost, allowed, taken_back);
    else
        snprintf(out, capacity, "%.1f\"%s", cost, taken_back);
}

static void put_legal(report *p) {
    const tale *t = &p->stage->tale;
    const game *g = t->game;
    char words[200];
    put_heading(p, "Legal moves");
    for (int i = 0; i < t->count; i++) {
        const tale_move *m = &t->moves[i];
        if (is_notable(m)) continue;
        const game_unit *u = m->unit >= 0 ? &g->units[m->unit] : NULL;
        begin_row(p, i % 2 == 0);
        snprintf(words, sizeof words, "%d", m->number);
        put_cell(p, &legal_cells[0], text, words);
        snprintf(words, sizeof words, "turn %.0f", tale_number(m->verdict, "turn", 0));
        put_cell(p, &legal_cells[1], text, words);
        put_cell(p, &legal_cells[2], text, u && u->side >= 0 ? game_side_name(&g->sides[u->side]) : "");
        put_cell(p, &legal_cells[3], text, u ? game_unit_name(u) : "");
        put_cost_words(m->verdict, words, sizeof words);
        put_cell(p, &legal_cells[4], text, words);
        p->y += ROW;
    }
}

status report_write(stage *s, const record_export_options *o, cairo_write_func_t write, FILE *out, fault *fault) {
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(write, out, PAGE_WIDTH, PAGE_HEIGHT);
    report p = {.cr = cairo_create(surface), .stage = s, .options = o};
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Vedette");
    begin_page(&p);
    put_front(&p);
    if (o->move == 0) put_totals(&p), put_rules(&p), put_turns(&p);
    p.y += 10;
    status result = put_moves(&p, fault);
    if (result == STATUS_OK && o->move == 0) put_acts(&p), put_legal(&p);
    end_page(&p);
    cairo_status_t drawn = cairo_status(p.cr);
    cairo_destroy(p.cr);
    cairo_surface_finish(surface);
    if (drawn == CAIRO_STATUS_SUCCESS) drawn = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (result == STATUS_OK && drawn != CAIRO_STATUS_SUCCESS)
        result = fault_set(fault, drawn == CAIRO_STATUS_NO_MEMORY ? STATUS_MEMORY : STATUS_IO, "the report could not be written: %s",
                           cairo_status_to_string(drawn));
    return result;
}
