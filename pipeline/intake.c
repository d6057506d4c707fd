#include "pipeline/intake.h"

#include <math.h>
#include <string.h>

#include "pipeline/pipeline_limits.h"

static const char *const names[] = {"good", "dark", "bright", "changing", "out"};

const char *light_name(light_state l) { return names[l]; }

intake intake_begin(void) { return (intake){.t_s = -INFINITY, .unsteady_s = -INFINITY}; }

// Light -------------------------------------------------------------------------------------------------------------------------------------

// The FNV-1a hash of 32 bits (Fowler, Noll and Vo).
static const uint32_t fnv_basis = 2166136261u, fnv_prime = 16777619u;

typedef struct {
    int quartile[3], top;  // gray levels; top: of the brightest hundredth
    double overexposed;    // share
    uint32_t print;        // of all samples
    uint8_t at[INTAKE_SAMPLES];
    int count;
} levels;

static int level_at(const int *count, int total, double share) {
    int sum = 0, level = 0;
    while (level < 255 && (sum += count[level]) < share * total) level++;
    return level;
}

static void measure(const frame *f, levels *l) {
    int count[256] = {0}, total = 0;
    uint32_t print = fnv_basis;
    int step = (int)fmax(1, ceil(sqrt((double)f->width * f->height / INTAKE_SAMPLED)));
    *l = (levels){0};
    for (int v = step / 2; v < f->height; v += step)
        for (int u = step / 2; u < f->width; u += step, total++) {
            uint8_t level = f->gray[(size_t)v * f->gray_stride + (size_t)u];
            count[level]++;
            print = (print ^ level) * fnv_prime;
            if (l->count < INTAKE_SAMPLES) l->at[l->count++] = level;
        }
    int bright = 0;
    l->print = print;
    l->top = level_at(count, total, 0.99);
    for (int k = 0; k < 3; k++) l->quartile[k] = level_at(count, total, 0.25 * (k + 1));
    for (int k = INTAKE_BRIGHT_LEVEL; k < 256; k++) bright += count[k];
    l->overexposed = total ? (double)bright / total : 0;
}

// The median of what the samples changed by, to fractions of a gray level.
static double median_change(const uint8_t *before, const uint8_t *now, int n) {
    int count[511] = {0}, below = 0, k = 0;
    for (int i = 0; i < n; i++) count[now[i] - before[i] + 255]++;
    while (2 * (below + count[k]) < n) below += count[k++];
    return k - 255 - 0.5 + (0.5 * n - below) / count[k];
}

// The light has drifted of late. A step is no drift, and over at once.
static bool drifts(light_drift *d, const levels *l, bool is_step, double t_s, double interval_s) {
    bool begins = d->count != l->count || l->count == 0;
    if (begins) *d = (light_drift){.from_s = -INFINITY};
    double level = begins ? 0 : d->from_level + log1p(fmax(median_change(d->from, l->at, l->count) / (d->middle + INTAKE_LEVEL_FLOOR), -0.99));
    if (t_s - d->from_s >= INTAKE_DRIFT_FROM_S || fabs(level - d->from_level) > INTAKE_DRIFT) {
        memcpy(d->from, l->at, (size_t)l->count);
        d->count = l->count, d->middle = l->quartile[1], d->from_s = t_s, d->from_level = level;
    }
    d->fast += (1 - exp(-interval_s / INTAKE_DRIFT_FAST_S)) * (level - d->fast);
    d->slow += (1 - exp(-interval_s / INTAKE_DRIFT_SLOW_S)) * (level - d->slow);
    if (is_step) d->fast = d->slow = level;
    return fabs(d->fast - d->slow) > INTAKE_DRIFT;
}

// All quartiles went the same way.
static bool stepped(const int *before, const int *now) {
    int up = 0, down = 0;
    for (int k = 0; k < 3; k++) {
        double change = log((double)(now[k] + INTAKE_LEVEL_FLOOR) / (before[k] + INTAKE_LEVEL_FLOOR));
        up += change > INTAKE_STEP, down += change < -INTAKE_STEP;
    }
    return up == 3 || down == 3;
}

static void take_print(intake *n, uint32_t print, double t_s) {
    if (n->print_count == 0 || print != n->print) n->print = print, n->print_s = t_s, n->print_count = 0;
    n->print_count++;
}

static void take_light(intake *n, const frame *f, double t_s) {
    levels l;
    measure(f, &l);
    take_print(n, l.print, t_s);
    bool was_dim = n->light >= LIGHT_CHANGING, was_dark = n->light == LIGHT_DARK, step = n->started && stepped(n->level, l.quartile);
    bool out = l.top < INTAKE_OUT_LEVEL + (n->light == LIGHT_OUT ? INTAKE_LEVEL_MARGIN : 0);
    bool drifting = drifts(&n->drift, &l, out || step, t_s, n->started ? t_s - n->t_s : 0);
    if (out || step || drifting) n->unsteady_s = t_s;
    memcpy(n->level, l.quartile, sizeof n->level);
    n->overexposed = l.overexposed;
    if (out)
        n->light = LIGHT_OUT;
    else if (t_s - n->unsteady_s < INTAKE_STEADY_S)
        n->light = LIGHT_CHANGING;
    else
        n->light = l.quartile[2] < INTAKE_DARK_LEVEL + (was_dark ? INTAKE_LEVEL_MARGIN : 0) ? LIGHT_DARK
                   : l.overexposed > INTAKE_BRIGHT_SHARE                                    ? LIGHT_BRIGHT
                                                                                            : LIGHT_GOOD;
    n->returned |= was_dim && n->light < LIGHT_CHANGING;
}

// Time --------------------------------------------------------------------------------------------------------------------------------------

double intake_fps(const intake *n) { return n->interval_s > 0 ? 1 / n->interval_s : 0; }

bool intake_is_slow(const intake *n) { return n->slow >= INTAKE_SLOW_FRAMES; }

double intake_gap_s(const intake *n) {
    return n->last_interval_s > INTAKE_GAP_S || (intake_is_slow(n) && n->last_interval_s > INTAKE_SLOW_S) ? n->last_interval_s : 0;
}

bool intake_is_frozen(const intake *n) { return n->print_count >= INTAKE_FROZEN_FRAMES && n->t_s - n->print_s >= INTAKE_FROZEN_S; }

bool intake_light_returned(intake *n) {
    bool returned = n->returned;
    n->returned = false;
    return returned;
}

double intake_time(const intake *n, const frame *f) { return fmax(f->t_s + n->offset_s, n->t_s); }

// A frame with an earlier time is skipped, until enough of them in a row show that the clock was set back.
static intake_kind take_earlier(intake *n, const frame *f) {
    n->back_count = n->back_count > 0 && f->t_s > n->back_t_s ? n->back_count + 1 : 1;
    n->back_t_s = f->t_s;
    if (n->back_count < INTAKE_BACK_FRAMES) return INTAKE_BACK;
    n->offset_s = n->t_s + n->interval_s - f->t_s;
    return INTAKE_GOOD;
}

static void count_frames(intake *n, const frame *f, double t_s) {
    if (n->started && f->sequence > n->sequence + 1) n->dropped += (long)(f->sequence - n->sequence - 1);
    n->sequence = f->sequence;
    double interval = t_s - n->t_s;
    n->last_interval_s = n->started ? interval : 0;
    if (n->started)
        n->slow = interval > INTAKE_SLOW_S ? (n->slow < INTAKE_SLOW_MOST ? n->slow + 1 : INTAKE_SLOW_MOST) : n->slow > 0 ? n->slow - 1 : 0;
    if (n->started) n->interval_s = n->interval_s > 0 ? n->interval_s + INTAKE_FPS_SHARE * (interval - n->interval_s) : interval;
}

intake_kind intake_take(intake *n, const frame *f, double *t_s) {
    intake_kind kind = INTAKE_GOOD;
    double t = f->t_s + n->offset_s;
    if (n->started && t == n->t_s) kind = INTAKE_REPEATED;
    if (n->started && t < n->t_s) kind = take_earlier(n, f);
    *t_s = intake_time(n, f);
    if (kind != INTAKE_GOOD) return kind;
    n->back_count = 0;
    count_frames(n, f, *t_s);
    if (f->gray && f->width > 0 && f->height > 0) take_light(n, f, *t_s);
    n->t_s = *t_s;
    n->started = true;
    return n->light >= LIGHT_CHANGING ? INTAKE_UNLIT : INTAKE_GOOD;
}
