#include "rules/case/words.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "rules/case/case_limits.h"

void measure_contact(rule_measure *m, const tuning *n, nearest touch) {
    m->sense = SHOULD_BE_AT_LEAST;
    m->contact = true;
    m->measured = m->kindest = touch.gap;
    m->limit = n->contact_gap;
    m->sigma = touch.sigma;
    m->unit = "in";
    m->has_at = touch.figure >= 0;
    m->at = touch.at;
    measure_names(m, touch.figure);
    measure_names(m, touch.enemy);
}

void measure_says(rule_measure *m, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(m->says, sizeof m->says, format, args);
    va_end(args);
}

words words_inches(double inches) {
    words w;
    double tenths = round(inches * 10) / 10;
    if (fabs(inches) < 0.005)
        snprintf(w.text, sizeof w.text, "0\"");  // nor "-0"
    else if (fabs(inches) > 1e9)
        snprintf(w.text, sizeof w.text, "%.3g\"", inches);
    else if (fabs(inches) < 0.1)
        snprintf(w.text, sizeof w.text, "%.2f\"", inches);
    else if (tenths == round(tenths))
        snprintf(w.text, sizeof w.text, "%.0f\"", tenths);
    else
        snprintf(w.text, sizeof w.text, "%.1f\"", tenths);
    return w;
}

words words_widest_gap(double inches) {
    words w = {"without a gap"};
    if (inches >= NO_GAP_IN) snprintf(w.text, sizeof w.text, "the widest gap %.40s", words_inches(inches).text);
    return w;
}

static const char *name_of(maneuver_kind k) {
    switch (k) {
        case MANEUVER_ADVANCE:
            return "advance";
        case MANEUVER_OBLIQUE:
            return "oblique advance";
        case MANEUVER_WHEEL:
            return "wheel";
        case MANEUVER_RIGHT_FACE:
            return "right face";
        case MANEUVER_LEFT_FACE:
            return "left face";
        case MANEUVER_ABOUT_FACE:
            return "about face";
        case MANEUVER_FORMATION_CHANGE:
            return "change of formation";
        case MANEUVER_FRONTAGE_CHANGE:
            return "change of frontage";
        case MANEUVER_GAP_CLOSING:
            return "closing of gaps";
        case MANEUVER_WITHDRAWAL:
            return "fighting withdrawal";
        case MANEUVER_WRAP_AROUND:
            return "wrap-around";
        case MANEUVER_BACKWARD:
            return "move backward";
        case MANEUVER_SIDEWAYS:
            return "move sideways";
        case MANEUVER_REFORM:
            return "reform";
        case MANEUVER_DRESSING:
            return "dressing of ranks";
        case MANEUVER_ARRIVAL:
            return "arrival";
        default:
            return "move";
    }
}

int words_maneuver_count(const explanation *how) {
    int count = 0;
    for (int i = 0; i < how->count; i++) count += how->list[i].kind != MANEUVER_OTHER;
    return how->shape == SHAPE_WRAP ? 1 : count;  // its wheels belong to it
}

words words_maneuvers(const explanation *how) {
    words w = {""};
    int shown = 0, count = words_maneuver_count(how);
    for (int i = 0; i < how->count && shown < count; i++) {
        if (how->list[i].kind == MANEUVER_OTHER) continue;
        size_t used = strlen(w.text);
        const char *join = shown == 0 ? "" : shown + 1 == count ? " and " : ", ";
        if (used + strlen(join) + strlen(name_of(how->list[i].kind)) + 1 < sizeof w.text) {
            strcat(w.text, join);
            strcat(w.text, name_of(how->list[i].kind));
        }
        shown++;
    }
    if (shown == 0) strcpy(w.text, "move");
    w.text[0] = (char)toupper((unsigned char)w.text[0]);
    return w;
}

words words_unit(const game *g, int unit) {
    words w;
    snprintf(w.text, sizeof w.text, "%.*s", WORDS_MAX - 1, game_unit_name(&g->units[unit]));
    return w;
}

words words_enemy(const rule_case *c, int figure) {
    if (figure < 0) return (words){"the enemy"};
    return words_unit(c->g, c->g->figures[figure].unit);
}

void words_add_terrain(const rule_case *c, rule_measure *m) {
    size_t used = strlen(m->says);
    if (c->terrain.says[0]) snprintf(m->says + used, sizeof m->says - used, " (%s)", c->terrain.says);
}

const char *words_cheaper_reading(const rule_case *c) {
    if (c->terrain.free_faces) return "with facing changes at no cost, as none was entered,";
    if (c->how.may_have_filed) return "as a line that filed off, by a change of frontage,";
    if (c->how.shape == SHAPE_FORMATION && c->how.moved_up > 0) return "forming up in two steps on the way";
    return "turning about the front centre of the corner figure in place of its corner";
}
