#include "pipeline/intake.h"

#include <math.h>
#include <string.h>

#define BACK_FRAMES 15  // half a second to a second of frames with earlier times, one after the other: the clock was set back
#define FPS_SHARE 0.05  // of the average, each frame
#define SAMPLES 4096    // of the picture's pixels, about
#define OUT_LEVEL 20    // the brightest hundredth is darker: not even white paint can be told from black
#define DARK_LEVEL 48   // the upper quartile is darker: noise is a tenth of it
#define BRIGHT_LEVEL 250
#define BRIGHT_SHARE 0.25  // of the picture
#define STEP 0.12          // of each quartile, from frame to frame: no hand changes them all at once; the light does
#define LEVEL_FLOOR 8      // darker levels change by more for less
#define STEADY_S 0.3       // after the light's last step
// Light that drifts by more than DRIFT / (DRIFT_SLOW_S - DRIFT_FAST_S) a second, 5 %: slower clouds are followed, and a lamp's flicker averages out.
#define DRIFT 0.04
#define DRIFT_SLOW_S 1.0
#define DRIFT_FAST_S 0.2
#define DRIFT_FROM_S 2.0  // places that a hand has left or come to since are no longer compared after so long
#define LEVEL_MARGIN 5    // the light is out or dim until it is brighter than that by so much
#define SLOW_S 0.15       // between pictures: ten a second follow hands, five don't, and the first that doesn't lies between
#define GAP_S 0.25        // without any picture: a hand carries a figure on by inches meanwhile; shorter ones are a picture lost of ten a second
#define SLOW_FRAMES 10    // more that come as late than do not: no single pause
#define SLOW_MOST 20      // and it is over after so many less
#define FROZEN_S 3.0      // of pictures without a single sample's noise between them
#define FROZEN_FRAMES 10

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
    int step = (int)fmax(1, ceil(sqrt((double)f->width * f->height / SAMPLES)));
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
    for (int k = BRIGHT_LEVEL; k < 256; k++) bright += count[k];
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
    double level = begins ? 0 : d->from_level + log1p(fmax(median_change(d->from, l->at, l->count) / (d->middle + LEVEL_FLOOR), -0.99));
    if (t_s - d->from_s >= DRIFT_FROM_S || fabs(level - d->from_level) > DRIFT) {
        memcpy(d->from, l->at, (size_t)l->count);
        d->count = l->count, d->middle = l->quartile[1], d->from_s = t_s, d->from_level = level;
    }
    d->fast += (1 - exp(-interval_s / DRIFT_FAST_S)) * (level - d->fast);
    d->slow += (1 - exp(-interval_s / DRIFT_SLOW_S)) * (level - d->slow);
    if (is_step) d->fast = d->slow = level;
    return fabs(d->fast - d->slow) > DRIFT;
}

// All quartiles went the same way.
static bool stepped(const int *before, const int *now) {
    int up = 0, down = 0;
    for (int k = 0; k < 3; k++) {
        double change = log((double)(now[k] + LEVEL_FLOOR) / (before[k] + LEVEL_FLOOR));
        up += change > STEP, down += change < -STEP;
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
    bool out = l.top < OUT_LEVEL + (n->light == LIGHT_OUT ? LEVEL_MARGIN : 0);
    bool drifting = drifts(&n->drift, &l, out || step, t_s, n->started ? t_s - n->t_s : 0);
    if (out || step || drifting) n->unsteady_s = t_s;
    memcpy(n->level, l.quartile, sizeof n->level);
    n->overexposed = l.overexposed;
    if (out)
        n->light = LIGHT_OUT;
    else if (t_s - n->unsteady_s < STEADY_S)
        n->light = LIGHT_CHANGING;
    else
        n->light = l.quartile[2] < DARK_LEVEL + (was_dark ? LEVEL_MARGIN : 0) ? LIGHT_DARK : l.overexposed > BRIGHT_SHARE ? LIGHT_BRIGHT : LIGHT_GOOD;
    n->returned |= was_dim && n->light < LIGHT_CHANGING;
}

// Time --------------------------------------------------------------------------------------------------------------------------------------

double intake_fps(const intake *n) { return n->interval_s > 0 ? 1 / n->interval_s : 0; }

bool intake_is_slow(const intake *n) { return n->slow >= SLOW_FRAMES; }

double intake_gap_s(const intake *n) {
    return n->last_interval_s > GAP_S || (intake_is_slow(n) && n->last_interval_s > SLOW_S) ? n->last_interval_s : 0;
}

bool intake_is_frozen(const intake *n) { return n->print_count >= FROZEN_FRAMES && n->t_s - n->print_s >= FROZEN_S; }

bool intake_light_returned(intake *n) {
    bool returned = n->returned;
    n->returned = false;
    return returned;
}

double intake_time(const intake *n, const frame *f) { return fmax(f->t_s + n->offset_s, n->t_s); }

// An earlier time: passed over, until so many in a row show that the clock was set back and runs on.
static intake_kind take_earlier(intake *n, const frame *f) {
    n->back_count = n->back_count > 0 && f->t_s > n->back_t_s ? n->back_count + 1 : 1;
    n->back_t_s = f->t_s;
    if (n->back_count < BACK_FRAMES) return INTAKE_BACK;
    n->offset_s = n->t_s + n->interval_s - f->t_s;
    return INTAKE_GOOD;
}

static void count_frames(intake *n, const frame *f, double t_s) {
    if (n->started && f->sequence > n->sequence + 1) n->dropped += (long)(f->sequence - n->sequence - 1);
    n->sequence = f->sequence;
    double interval = t_s - n->t_s;
    n->last_interval_s = n->started ? interval : 0;
    if (n->started) n->slow = interval > SLOW_S ? (n->slow < SLOW_MOST ? n->slow + 1 : SLOW_MOST) : n->slow > 0 ? n->slow - 1 : 0;
    if (n->started) n->interval_s = n->interval_s > 0 ? n->interval_s + FPS_SHARE * (interval - n->interval_s) : interval;
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
