// Which formation a unit is in, and the next likely reading.
#include "formation/shape/shape_limits.h"
#include "formation/shape/shaping.h"

// How far figures of one rank stand off whole files from each other, so far apart.
static double off_files(double apart_in, double file_in) { return fabs(apart_in / file_in - round(apart_in / file_in)); }

// Places that nobody holds in the ranks before the last one, which may be short.
static int empty_places(const stand *s, const lattice *l) {
    int held = 0;
    for (int i = 0; i < s->ranked; i++) held += s->at[i].rank >= 0 && s->at[i].rank < l->ranks - 1;
    return (int)fmax((l->ranks - 1) * (l->last - l->first + 1) - held, 0);
}

// The share of the figures that stand in no rank, off its line, or in no file of it. Where all are seen (`whole`), places left empty before the last
// rank count as well: figures anywhere may stand in lines, but hardly fill ranks.
static double disorder(shaping *p, bool whole) {
    const stand *s = &p->s;
    vec2 rows = heading_forward(p->grid.facing_rad + p->grid.skew_rad);
    lattice l = shaping_files(p);
    double file_in = l.pitch_in;
    double off = whole ? SHAPE_EMPTY_TELLS * empty_places(s, &l) : 0;
    for (int i = 0; i < s->ranked; i++) {
        int beside = -1;
        for (int j = 0; j < s->ranked; j++)
            if (j != i && s->at[j].rank == s->at[i].rank &&
                (beside < 0 || fabs(s->at[j].left - s->at[i].left) < fabs(s->at[beside].left - s->at[i].left)))
                beside = j;
        if (s->at[i].rank < 0) off++;
        if (s->at[i].rank < 0 || beside < 0) continue;
        vec2 d = vec2_sub(s->at[beside].at, s->at[i].at);
        double apart = fabs(s->at[beside].left - s->at[i].left);
        off += fabs(vec2_dot(d, rows)) > SHAPE_DISORDER_IN || apart < SHAPE_OVERLAP * s->at[i].width_in || off_files(apart, file_in) > SHAPE_UNEVEN;
    }
    return s->ranked ? fmin(off / s->ranked, 1) : 0;
}

static void no_order(stand *s, unit_form *f) {
    for (int i = 0; i < s->n; i++) s->at[i].rank = -1;
    f->formation = FORMATION_IRREGULAR;
    f->ranks = f->files = f->frontage = 0;
    f->array = ARRAY_NONE;
    f->doubtful = false;
}

static void keep_second(unit_form *f, form_reading r, double odds) {
    if (odds <= 0 || odds > SHAPE_NEAR_ODDS || (f->odds > 0 && f->odds <= odds)) return;
    f->second = r;
    f->odds = odds;
}

static form_reading reading_of(const unit_form *f) { return (form_reading){f->formation, f->ranks, f->files, f->frontage}; }

// The next likely reading: the same block with the other spacing, or another block.
static void weigh_seconds(shaping *p, formation_kind other, double odds) {
    unit_form *f = &p->form;
    form_reading second = reading_of(f);
    second.formation = other;
    if (f->formation == FORMATION_CLOSED || f->formation == FORMATION_OPEN) keep_second(f, second, odds);
    if (p->readings < 2) return;
    second = (form_reading){f->formation, p->reading[1].ranks, p->reading[1].files, p->reading[1].files};
    if (f->array != ARRAY_SQUARE) second.formation = shaping_formed_class(p, shaping_proportions(second.ranks, second.frontage));
    keep_second(f, second, p->reading[0].weight / p->reading[1].weight);
}

void shaping_classify_ranked(shaping *p, const gap_summary *m) {
    unit_form *f = &p->form;
    bool partly = p->lost > 0;
    double odds, off = disorder(p, !partly);
    f->formation = spacing_class(p->u, m, partly, p->previous, p->limits, &f->doubtful, &odds);
    formation_kind other = f->formation == FORMATION_OPEN ? FORMATION_CLOSED : FORMATION_OPEN;
    f->array = shaping_array(p);
    f->formation = shaping_formed_class(p, f->array);
    weigh_seconds(p, other, odds);
    if (partly && p->readings == 0) off = fmax(off, SHAPE_DISORDER_SHARE);  // those that are seen stand as in no block
    if (off < SHAPE_DISORDER_SHARE || p->s.n < 4) return;
    if (p->u->formation == FORMATION_IRREGULAR || (p->previous && p->previous->formation == FORMATION_IRREGULAR))
        no_order(&p->s, f);
    else
        keep_second(f, (form_reading){FORMATION_IRREGULAR, 0, 0, 0}, 1 / off);
}

void shaping_classify_loose(shaping *p, const gap_summary *m) {
    if (p->u->type == UNIT_SKIRMISH) {
        p->form.formation = FORMATION_SKIRMISH;
        p->form.doubtful = m->least < p->limits->skirmish_gap_min_in - SHAPE_DOUBT_SIGMAS * m->sigma;
    } else if (p->u->type == UNIT_MOB) {
        p->form.formation = FORMATION_MOB;
    }
}
