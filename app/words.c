#include "app/words.h"

#include <string.h>

#include "core/plural.h"

static const char *colour_of(ruling r) {
    static const char *const codes[] = {"\033[32m", "\033[36m", "\033[33m", "\033[36m", "\033[1;31m"};
    return codes[r];
}

static void clock_words(FILE *out, double t_s) { fprintf(out, "%3d:%04.1f  ", (int)(t_s / 60), t_s - 60 * (int)(t_s / 60)); }

static void maneuver_words(FILE *out, const maneuver *m) {
    double degrees = fabs(m->angle_rad) * DEG_PER_RAD;
    switch (m->kind) {
        case MANEUVER_WHEEL:
            fprintf(out, "wheel %s %.0f degrees, %.1f\"", m->angle_rad > 0 ? "left" : "right", degrees, m->cost_in);
            break;
        case MANEUVER_RIGHT_FACE:
            fprintf(out, "right face %.1f\"", m->cost_in);
            break;
        case MANEUVER_LEFT_FACE:
            fprintf(out, "left face %.1f\"", m->cost_in);
            break;
        case MANEUVER_ABOUT_FACE:
            fprintf(out, "about face %.1f\"", m->cost_in);
            break;
        case MANEUVER_FORMATION_CHANGE:
            fprintf(out, "change of formation %.1f\"", m->cost_in);
            break;
        case MANEUVER_FRONTAGE_CHANGE:
            fprintf(out, "change of frontage %.1f\"", m->cost_in);
            break;
        case MANEUVER_DRESSING:
            fprintf(out, "ranks dressed");
            break;
        case MANEUVER_ARRIVAL:
            fprintf(out, "put on the table");
            break;
        case MANEUVER_OTHER:
            fprintf(out, "a move that no maneuver explains");
            break;
        default:
            fprintf(out, "%s %.1f\"", maneuver_name(m->kind), m->cost_in);
            break;
    }
}

// The gravest that is announced: what is for the judge or the record alone is not shouted.
static ruling announced(const verdict *v) {
    ruling gravest = RULING_LEGAL;
    bool all = true;
    for (int i = 0; i < v->finding_count; i++) {
        const finding *f = &v->findings[i];
        all &= f->how == BEHAVIOUR_ANNOUNCE;
        if (f->how == BEHAVIOUR_ANNOUNCE && f->ruling != RULING_ADVISORY && f->ruling > gravest) gravest = f->ruling;
    }
    return all ? v->ruling : gravest;
}

static void finding_words(FILE *out, const finding *f, bool colour) {
    if (f->ruling == RULING_LEGAL || f->how == BEHAVIOUR_LOG) return;
    bool proposed = f->how == BEHAVIOUR_PROPOSE;
    colour = colour && !proposed;
    fprintf(out, "         %s%s%s%s: %s\n", proposed ? "for the judge, " : "", colour ? colour_of(f->ruling) : "", ruling_name(f->ruling),
            colour ? "\033[0m" : "", f->message);
}

static void verdict_words(FILE *out, const game *g, const verdict *v, bool colour, bool provisional) {
    ruling shout = announced(v);
    clock_words(out, v->t_s);
    fprintf(out, "%s%s%s: %s%s%s", g->units[v->unit].name, provisional ? " as it stands" : "", v->taken_back ? " (taken back)" : "",
            colour ? colour_of(shout) : "", ruling_name(shout), colour ? "\033[0m" : "");
    for (int i = 0; i < v->maneuver_count; i++) {
        fputs(i ? ", " : ": ", out);
        maneuver_words(out, &v->maneuvers[i]);
    }
    if (v->maneuver_count > 0 && v->allowance_in > 0) fprintf(out, " = %.1f\" of %.1f\"", v->cost_in, v->allowance_in);
    if (v->seen_count < v->figure_count) fprintf(out, "; seen %d of %d figure%s", v->seen_count, v->figure_count, plural_s(v->figure_count));
    fputc('\n', out);
    for (int i = 0; i < v->finding_count; i++) finding_words(out, &v->findings[i], colour);
}

// Advice alone: "legal" before it would read like a ruling on the move that it follows, which may have been illegal.
static bool is_advice(const verdict *v) {
    bool advises = false;
    for (int i = 0; i < v->finding_count; i++) {
        if (v->findings[i].ruling > RULING_ADVISORY) return false;
        advises |= v->findings[i].ruling == RULING_ADVISORY && v->findings[i].how == BEHAVIOUR_ANNOUNCE;
    }
    return advises;
}

static void act_words(FILE *out, const game *g, const verdict *v, bool colour) {
    if (!is_advice(v)) {
        verdict_words(out, g, v, colour, false);
        return;
    }
    clock_words(out, v->t_s);
    fprintf(out, "%s:\n", g->units[v->unit].name);
    for (int i = 0; i < v->finding_count; i++) finding_words(out, &v->findings[i], colour);
}

// An act that has no finding for spectators.
static bool is_silent(const verdict *v) {
    for (int i = 0; i < v->finding_count; i++)
        if (v->findings[i].how != BEHAVIOUR_LOG) return false;
    return v->finding_count > 0;
}

static void alert_words(FILE *out, const game *g, const report *what, bool colour) {
    bool proposed = what->alert->how == BEHAVIOUR_PROPOSE;
    clock_words(out, what->t_s);
    if (proposed)
        fprintf(out, "%s, for the judge: %s\n", g->units[what->alert->unit].name, what->alert->message);
    else
        fprintf(out, "%s%s: stop%s: %s\n", colour ? "\033[1;31m" : "", g->units[what->alert->unit].name, colour ? "\033[0m" : "",
                what->alert->message);
}

static void duty_words(FILE *out, const report *what) {
    if (what->obligation->how == BEHAVIOUR_LOG) return;
    clock_words(out, what->t_s);
    fprintf(out, "%s%s\n", what->obligation->how == BEHAVIOUR_PROPOSE ? "for the judge: " : "", what->obligation->message);
}

void words_print(FILE *out, const game *g, const report *what, bool colour) {
    switch (what->kind) {
        case REPORT_ACT:
            if (is_silent(what->verdict)) break;
            act_words(out, g, what->verdict, colour);
            break;
        case REPORT_MOVE:
            verdict_words(out, g, what->verdict, colour, false);
            break;
        case REPORT_SETTLED:
            if (announced(what->verdict) != RULING_LEGAL) verdict_words(out, g, what->verdict, colour, true);
            break;
        case REPORT_ALERT:
            alert_words(out, g, what, colour);
            break;
        case REPORT_OBLIGATION:
            duty_words(out, what);
            break;
        case REPORT_OFFER:
        case REPORT_MIXED:
            clock_words(out, what->t_s);
            fprintf(out, "%s\n", what->text);
            break;
        case REPORT_NUDGE:
        case REPORT_STATE:
            break;
    }
}
