// Finds placed by their edges.
#include <math.h>

#include "vision/bases/painted.h"

edged_base painted_edged(const painted_search *s, const painted_find *f, vec2 at, double heading_rad) {
    const base_form *form = &s->forms[f->find.form];
    const base_kind *k = &s->kinds[f->kind];
    return (edged_base){.base = {at, f->find.z_in, heading_rad, form->length_in, form->across_in, form->round},
                        .height_in = k->base.height_in,
                        .inset_in = k->base.top_inset_in,
                        .rim_rgb = k->print == PRINT_NONE ? k->rim_rgb : NO_COLOUR,
                        .printed = k->print != PRINT_NONE};
}

int painted_look_at_edges(painted_search *s, const painted_sight *in, const edged_base *bases, int count, status *st) {
    int columns = in->frame && count > 0 ? edge_columns_of(&bases[0].base) : 0;
    if (columns == 0) return 0;
    int n = count * columns <= PAINTED_MAX_COLUMNS ? count : PAINTED_MAX_COLUMNS / columns;
    *st = edge_reader_look(s->edges, in->frame, in->view, bases, n, in->pool, s->columns, NULL);
    return *st == STATUS_OK ? n : 0;
}

// Places a find by its columns, beside its look.
static void place(painted_find *f, const edge_column *columns, int count, bool round) {
    close_look *l = &f->find.look;
    const edge_pose before = {.sigma = {(double)l->sigma_in[0] / IN_PER_MM, (double)l->sigma_in[1] / IN_PER_MM, (double)l->sigma_rad}};
    edge_pose by = edges_fit(columns, count, &before, 0, !round, &f->evidence);
    l->at = vec2_add(l->at, vec2_rotate((vec2){by.shift[0] * IN_PER_MM, by.shift[1] * IN_PER_MM}, (double)l->heading_rad));
    for (int k = 0; k < 2; k++) l->sigma_in[k] = (float)(by.sigma[k] * IN_PER_MM);
    if (!round) l->heading_rad += (float)by.shift[2], l->sigma_rad = (float)by.sigma[2];
}

static status see_edges_of(painted_search *s, const painted_sight *in, int form) {
    enum { AT_ONCE = PAINTED_MAX_COLUMNS / EDGES_MOST_COLUMNS };
    edged_base bases[AT_ONCE];
    painted_find *of[AT_ONCE];
    status st = STATUS_OK;
    for (int i = 0, n = 0; i <= s->count && st == STATUS_OK; i++) {
        painted_find *f = &s->at[i];
        if (i < s->count && f->find.form == form && !f->edged && f->kind >= 0) {
            f->edged = true;
            f->alone = f->find.look;
            of[n] = f, bases[n++] = painted_edged(s, f, f->find.look.at, (double)f->find.look.heading_rad);
        }
        if (n < AT_ONCE && i < s->count) continue;
        int seen = painted_look_at_edges(s, in, bases, n, &st), columns = n > 0 ? edge_columns_of(&bases[0].base) : 0;
        for (int k = 0; k < seen; k++) place(of[k], s->columns + k * columns, columns, s->forms[form].round);
        n = 0;
    }
    return st;
}

status painted_see_edges(painted_search *s, const painted_sight *in) {
    status st = STATUS_OK;
    for (int form = 0; form < s->form_count && in->frame && st == STATUS_OK; form++) st = see_edges_of(s, in, form);
    return st;
}
