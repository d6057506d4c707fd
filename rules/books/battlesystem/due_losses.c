// Losses that were not made good: holes and gaps that fall due (BS1-7.2-2, 7.3-3, 7.3-5, 7.5-3).
#include <stdio.h>

#include "rules/books/battlesystem/checks.h"
#include "rules/case/case.h"
#include "rules/measure/contact/gaps.h"

// The time to set the ranks right is over, and no move has been made since that closed them.
static bool settled(const act_case *a) { return a->mine->done.losses > 0 && a->s->t_s - a->mine->fallen.t_s >= a->n->settle_s; }

// A figure is missing in the front rank of a unit that stands closed, and others stand behind.
static bool has_closed_hole(const act_case *a) {
    double missing = a->g->figures[a->unit->first_figure].base.width_in - a->n->residual;
    front_gaps k = gaps_of_front(a->r, a->s, a->unit);
    return a->unit->type == UNIT_REGULAR && k.behind > 0 && k.narrowest <= a->n->closed_max && k.widest > missing + a->n->closed_max;
}

bool due_rear_losses(const act_case *a, char *says) {
    if (!(a->mine->done.owes_gaps && a->mine->closed_hole) && !(settled(a) && has_closed_hole(a))) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%.70s has a hole in its front: losses of a closed unit come off its rear", a->unit->name);
    return true;
}

// The front of a mob went back by a rank while its rear stayed (BS1-7.5-3).
bool due_mob_losses(const act_case *a, char *says) {
    const loss_memory *k = &a->mine->fallen;
    double front, rear, depth = a->g->figures[a->unit->first_figure].base.depth_in;
    if (a->unit->type != UNIT_MOB || !settled(a) || !gaps_extent(a->s, a->unit, k->facing_rad, &front, &rear)) return false;
    if (k->front_in - front < depth / 2 || fabs(rear - k->rear_in) > a->n->residual) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "The front of %.70s went back by %.1f\": losses of a mob come off its rear", a->unit->name,
             k->front_in - front);
    return true;
}

static bool owes_open_gaps(const act_case *a, bool engaged, char *says) {
    if (!a->mine->done.owes_gaps || a->mine->closed_hole || a->mine->done.now.touching != engaged) return false;
    snprintf(says, FINDING_MESSAGE_MAX, "%.70s has gaps in its front line and figures behind to fill them: they must step up%s, at 1\" each",
             a->unit->name, engaged ? " though it is in contact" : "");
    return true;
}

bool due_front_gaps(const act_case *a, char *says) { return owes_open_gaps(a, false, says); }
bool due_front_gaps_engaged(const act_case *a, char *says) { return owes_open_gaps(a, true, says); }
