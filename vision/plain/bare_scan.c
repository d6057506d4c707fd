// A first, cheap look at a voted outline. It samples some places along the outline in the reduced picture and tries small steps. Most voted outlines
// are texture and end here.
#include "vision/plain/plain_limits.h"
#include "vision/plain/search.h"

enum { PLACES = BARE_SCAN_PLACES, ROUNDS = 3, MOVES = 6 };

typedef struct {
    float u, v, turn;
} scan_pose;

void bare_scan_line(const rim_model *m, double px_per_in, bare_line *out) {
    for (int i = 0; i < PLACES; i++) {
        vec2 normal, at = rim_edge(m, (i + 0.5) / PLACES, &normal);
        out->x[i] = (float)(at.x * px_per_in), out->y[i] = (float)(at.y * px_per_in);
        out->nx[i] = (float)normal.x, out->ny[i] = (float)normal.y;
    }
}

static int at_px(const outline_map *o, float u, float v) { return o->image[(int)(v + 0.5f) * o->width + (int)(u + 0.5f)]; }

// The share of an edge along the outline, 0..1.
static float agreement(const outline_map *o, const bare_line *line, scan_pose p, float steep) {
    float c = cosf(p.turn), s = sinf(p.turn), sum = 0;
    for (int i = 0; i < PLACES; i++) {
        float u = p.u + c * line->x[i] - s * line->y[i], v = p.v + s * line->x[i] + c * line->y[i];
        float nu = c * line->nx[i] - s * line->ny[i], nv = s * line->nx[i] + c * line->ny[i];
        if (!(u >= 3 && v >= 3 && u < (float)(o->width - 4) && v < (float)(o->height - 4))) continue;
        int foot = at_px(o, u + PLAIN_BARE_SCAN_LINE_PX * nu, v + PLAIN_BARE_SCAN_LINE_PX * nv),
            top = at_px(o, u + PLAIN_BARE_SCAN_TOP_PX * nu, v + PLAIN_BARE_SCAN_TOP_PX * nv),
            ground = at_px(o, u + PLAIN_BARE_SCAN_GROUND_PX * nu, v + PLAIN_BARE_SCAN_GROUND_PX * nv);
        int edge = (top > ground ? top : ground) - foot;
        if (edge > 0) sum += fminf((float)edge, steep);
    }
    return sum / ((float)PLACES * steep);
}

double bare_scan(const outline_map *o, const bare_line *line, double steep, outline_spot *spot) {
    static const scan_pose move[MOVES] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 0.07f}, {0, 0, -0.07f}};
    float k = 1 / (float)o->reduce;
    // The middle of a reduced pixel lies half of its edge from its corner.
    scan_pose best = {(spot->u + 0.5f - (float)o->box.x) * k - 0.5f, (spot->v + 0.5f - (float)o->box.y) * k - 0.5f, spot->turn};
    float most = agreement(o, line, best, (float)steep);
    for (int round = 0; round < ROUNDS; round++) {
        scan_pose from = best;
        for (int i = 0; i < MOVES; i++) {
            scan_pose p = {from.u + move[i].u, from.v + move[i].v, from.turn + move[i].turn};
            float here = agreement(o, line, p, (float)steep);
            if (here > most) most = here, best = p;
        }
        if (best.u == from.u && best.v == from.v && best.turn == from.turn) break;
    }
    spot->u = (best.u + 0.5f) / k - 0.5f + (float)o->box.x, spot->v = (best.v + 0.5f) / k - 0.5f + (float)o->box.y;
    spot->turn = best.turn;
    return (double)most;
}
