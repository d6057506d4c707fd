#include "fear_game.h"

#include <string.h>

// Where the move begins: a price is certain only as far as the figures that a wheel turns about and is measured at stand in their places.
#define WELL_DRESSED 0.3

static void set_up(fear_table *t, const fear_book *book, const fear_scene *c) {
    unit_type type = book->ranked ? UNIT_RANKED : UNIT_REGULAR;
    int own = fear_table_add(t, 0, type, c->base, c->rate_in, c->count, c->at[0]);
    t->units[own].formation = c->open ? FORMATION_OPEN : FORMATION_CLOSED;
    if (c->enemies) t->units[fear_table_add(t, 1, type, c->base, c->rate_in, c->enemies, c->enemy)].formation = FORMATION_CLOSED;
}

static void play(fear_table *t, const fear_book *book, const fear_scene *c) {
    fear_table_phase(t, 1, "movement", 0);
    if (!book->ranked) fear_table_declare(t, 0, "advance", -1);
    for (int i = 0; i < 2; i++)
        if (c->declare[i]) fear_table_declare(t, 0, c->declare[i], -1);
    fear_table_begin(t, 0);
    for (int i = 1; i < c->places; i++) {
        memcpy(fear_table_places(t, 0), c->at[i], (size_t)c->count * sizeof(pose));
        fear_table_look(t);
    }
    fear_table_end(t);
}

bool fear_judge_scene(const fear_book *book, const fear_scene *c, fear_sight how, unsigned long long *seed, verdict *out) {
    static fear_table t;
    fear_table_init(&t, book->ruleset, how, seed);
    set_up(&t, book, c);
    if (!fear_table_open(&t)) return false;
    play(&t, book, c);
    fear_table_close(&t);
    if (t.judged) verdict_copy(out, &t.v);
    return t.judged;
}

bool fear_judge(const fear_book *book, const fear_move *m, fear_sight how, unsigned long long *seed, verdict *out) {
    static fear_scene c;
    c = (fear_scene){.count = m->from.count, .base = m->from.base, .rate_in = m->rate_in, .open = m->from.gap_in > 0.2, .places = 2};
    fear_stand(&m->from, c.at[0]);
    fear_stand(&m->to, c.at[1]);
    fear_set_down(c.at[0], c.count, how.hands_in * WELL_DRESSED, how.hands_rad, seed);
    fear_set_down(c.at[1], c.count, how.hands_in, how.hands_rad, seed);
    if (how.declared && m->files_changed) c.declare[0] = "change-frontage";
    if (how.declared && m->formation_changed) c.declare[1] = "change-formation";
    return fear_judge_scene(book, &c, how, seed, out);
}
