#include "app/words.h"

#include <string.h>

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
        case MANEUVER_OTHER:
            fprintf(out, "a move that no maneuver explains");
            break;
        default:
            fprintf(out, "%s %.1f\"", maneuver_name(m->kind), m->cost_in);
            break;
    }
}

static void verdict_words(FILE *out, const game *g, const verdict *v, bool colour, bool provisional) {
    clock_words(out, v->t_s);
    fprintf(out, "%s%s%s: %s%s%s", g->units[v->unit].name, provisional ? " as it stands" : "", v->taken_back ? " (taken back)" : "",
            colour ? colour_of(v->ruling) : "", ruling_name(v->ruling), colour ? "\033[0m" : "");
    for (int i = 0; i < v->maneuver_count; i++) {
        fputs(i ? ", " : ": ", out);
        maneuver_words(out, &v->maneuvers[i]);
    }
    if (v->maneuver_count > 0 && v->allowance_in > 0) fprintf(out, " = %.1f\" of %.1f\"", v->cost_in, v->allowance_in);
    fputc('\n', out);
    for (int i = 0; i < v->finding_count; i++) {
        const finding *f = &v->findings[i];
        if (f->ruling == RULING_LEGAL) continue;
        fprintf(out, "         %s%s%s: %s\n", colour ? colour_of(f->ruling) : "", ruling_name(f->ruling), colour ? "\033[0m" : "", f->message);
    }
}

void words_say(FILE *out, const game *g, const said *what, bool colour) {
    switch (what->kind) {
        case SAID_MOVE:
        case SAID_ACT:
            verdict_words(out, g, what->verdict, colour, false);
            break;
        case SAID_SETTLED:
            if (what->verdict->ruling != RULING_LEGAL) verdict_words(out, g, what->verdict, colour, true);
            break;
        case SAID_ALERT:
            clock_words(out, what->t_s);
            fprintf(out, "%s%s: stop%s: %s\n", colour ? "\033[1;31m" : "", g->units[what->alert->unit].name, colour ? "\033[0m" : "",
                    what->alert->message);
            break;
        case SAID_OBLIGATION:
            clock_words(out, what->t_s);
            fprintf(out, "%s\n", what->obligation->message);
            break;
        case SAID_NUDGE:
        case SAID_STATE:
            break;
    }
}
