// What Chainmail does beyond its rows.
#include "rules/books.h"
#include "rules/hooks.h"

static void tune(rules *r) {
    tuning *n = &r->n;
    n->face_fraction = rules_number(r, "face_fraction");
    n->about_fraction = rules_number(r, "about_face_fraction");
    n->oblique_max = PI;  // an oblique of any angle is a matter of cost (CM-FF-8)
}

const rules_hooks chainmail_hooks = {.tune = tune};
