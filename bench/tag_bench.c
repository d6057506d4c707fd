#include <stdlib.h>
#include <string.h>

#include "bench/peers.h"
#include "bench/vision_bench.h"
#include "core/sort.h"
#include "tests/vision/tag_field.h"
#include "vision/follow.h"

enum { FOUND_MAX = 4096, RUNS = 3, PICTURES = 4, READERS = 4 };

typedef struct {
    vision *own;
    april_peer *april, *april_half;
    opencv_peer *opencv;
    tag_sighting *sightings;
    peer_tag *found;
    double *errors, *own_pull;  // of the corners found, px; own: squared, in sigmas
    int error_capacity;
} bench_readers;

static const char *const reader_names[READERS] = {"ours", "AprilTag 3", "AprilTag 3, decimated by 2", "OpenCV aruco"};

static frame frame_of(const tag_field *t) {
    return (frame){.width = t->width, .height = t->height, .gray = t->gray, .gray_stride = (size_t)t->width};
}

static int find_own(bench_readers *b, const tag_field *t, peer_tag *out) {
    frame f = frame_of(t);
    tag_list list = {.at = b->sightings, .capacity = FOUND_MAX};
    vision_find_tags(b->own, &f, NULL, &list);
    for (int i = 0; i < list.count; i++) {
        out[i].id = list.at[i].id;
        for (int k = 0; k < 4; k++) out[i].corner[k][0] = list.at[i].corner[k].u, out[i].corner[k][1] = list.at[i].corner[k].v;
    }
    return list.count;
}

static int find_by(bench_readers *b, int reader, const tag_field *t, peer_tag *out) {
    size_t stride = (size_t)t->width;
    switch (reader) {
        case 0:
            return find_own(b, t, out);
        case 1:
            return april_peer_find(b->april, t->gray, stride, t->width, t->height, out, FOUND_MAX);
        case 2:
            return april_peer_find(b->april_half, t->gray, stride, t->width, t->height, out, FOUND_MAX);
        default:
            return opencv_peer_find(b->opencv, t->gray, stride, t->width, t->height, out, FOUND_MAX);
    }
}

typedef struct {
    double seconds;  // sum over pictures of the least of the runs
    int pictures, tags, found, wrong, errors;
} score;

// A tag counts as found where its id is reported with each corner within a fifth of its edge; whatever else is reported is a false id. OpenCV has
// some of AprilTag's codes turned by quarters: a peer's corners may begin anywhere.
static bool matches(peer_tag *p, const tag_truth *t, bool any_turn) {
    if (p->id != t->id) return false;
    for (int turn = 0; turn < (any_turn ? 4 : 1); turn++) {
        int near = 0;
        for (int k = 0; k < 4; k++)
            near += hypot(p->corner[(k + turn) % 4][0] - t->corner[k].u, p->corner[(k + turn) % 4][1] - t->corner[k].v) <= 0.2 * t->edge_px;
        if (near < 4) continue;
        peer_tag same = *p;
        for (int k = 0; k < 4; k++) memcpy(p->corner[k], same.corner[(k + turn) % 4], sizeof p->corner[k]);
        return true;
    }
    return false;
}

static void add_errors(bench_readers *b, score *s, const peer_tag *p, const tag_truth *t) {
    for (int k = 0; k < 4 && s->errors < b->error_capacity; k++)
        b->errors[s->errors++] = hypot(p->corner[k][0] - t->corner[k].u, p->corner[k][1] - t->corner[k].v);
}

static void match(bench_readers *b, const tag_field *t, peer_tag *found, int count, bool any_turn, score *s) {
    int right = 0;
    for (int i = 0; i < t->count; i++) {
        int hits = 0;
        for (int k = 0; k < count; k++)
            if (matches(&found[k], &t->tags[i], any_turn) && hits++ == 0) add_errors(b, s, &found[k], &t->tags[i]);
        s->found += hits > 0;
        right += hits;
    }
    s->tags += t->count;
    s->wrong += count - right;
    s->pictures++;
}

static score run_reader(bench_readers *b, int reader, const tag_field *fields, int count, int runs) {
    score s = {0};
    for (int i = 0; i < count; i++) {
        double least = 1e9;
        int found = 0;
        for (int r = 0; r < runs; r++) {
            double begin = bench_cpu_s();
            found = find_by(b, reader, &fields[i], b->found);
            least = fmin(least, bench_cpu_s() - begin);
        }
        s.seconds += least;
        match(b, &fields[i], b->found, found, reader > 0, &s);
    }
    return s;
}

static void print_score(FILE *out, bench_readers *b, const char *what, const char *subject, score s) {
    double sum = 0;
    for (int i = 0; i < s.errors; i++) sum += b->errors[i] * b->errors[i];
    sort_numbers(b->errors, s.errors);
    fprintf(out, "%-34s %-27s %8.1f %7.2f %% %5d %8.3f %8.3f\n", what, subject, 1e3 * s.seconds / s.pictures, 100.0 * s.found / s.tags, s.wrong,
            s.errors ? sqrt(sum / s.errors) : 0, s.errors ? b->errors[s.errors / 2] : 0);
    fflush(out);
}

static bool make_fields(const tag_field_options *o, tag_field *fields, int count) {
    tag_field_options each = *o;
    for (int i = 0; i < count; i++) {
        each.seed = o->seed + (uint64_t)i;
        if (!tag_field_make(&each, &fields[i])) {
            while (i-- > 0) tag_field_finish(&fields[i]);
            return false;
        }
    }
    return true;
}

static void side_by_side(FILE *out, bench_readers *b, const char *what, const tag_field_options *o, int pictures, int runs) {
    tag_field fields[PICTURES];
    if (!make_fields(o, fields, pictures)) return;
    for (int r = 0; r < READERS; r++) print_score(out, b, r == 0 ? what : "", reader_names[r], run_reader(b, r, fields, pictures, r == 0 ? runs : 1));
    for (int i = 0; i < pictures; i++) tag_field_finish(&fields[i]);
}

// Followed tags -------------------------------------------------------------------------------------------------------------------------------

typedef struct {
    int tags, found, wrong, errors, inside, corners;
    double seconds;
} follow_score;

// Each tag is expected a few pixels away from where it is: moved by up to 3 px and turned a little, as from one frame to the next.
static void expect(const tag_field *t, expected_tag *out, uint64_t *random) {
    for (int i = 0; i < t->count; i++) {
        double d[2];
        for (int k = 0; k < 2; k++) {
            *random = *random * 6364136223846793005u + 1442695040888963407u;
            d[k] = 6 * ((double)(*random >> 11) / 9007199254740992.0 - 0.5);
        }
        out[i] = (expected_tag){.family = "tag36h11", .id = t->tags[i].id, .reach_px = 6};
        for (int k = 0; k < 4; k++) out[i].corner[k] = (px2){t->tags[i].corner[k].u + d[0], t->tags[i].corner[k].v + d[1]};
    }
}

static void add_followed(bench_readers *b, const followed_tag *f, const tag_truth *t, follow_score *s) {
    s->tags++;
    if (f->result == FOLLOW_LOST) return;
    bool right = true;
    for (int k = 0; k < 4; k++) {
        double du = f->tag.corner[k].u - t->corner[k].u, dv = f->tag.corner[k].v - t->corner[k].v,
               q = (du * du + dv * dv) / (f->tag.sigma_px * f->tag.sigma_px);
        right = right && hypot(du, dv) < 0.2 * t->edge_px;
        if (s->errors < b->error_capacity) b->errors[s->errors++] = hypot(du, dv);
        s->corners++;
        s->inside += q < 5.991;  // of two degrees of freedom, 95 %
    }
    if (right)
        s->found++;
    else
        s->wrong++;
}

static void follow_fields(FILE *out, bench_readers *b, const char *what, const tag_field_options *o, int pictures) {
    tag_field fields[PICTURES];
    follow_score s = {0};
    uint64_t random = 5;
    if (!make_fields(o, fields, pictures)) return;
    for (int i = 0; i < pictures; i++) {
        expected_tag *expected = calloc((size_t)fields[i].count, sizeof *expected);
        followed_tag *followed = calloc((size_t)fields[i].count, sizeof *followed);
        frame f = frame_of(&fields[i]);
        if (expected && followed) {
            expect(&fields[i], expected, &random);
            double begin = bench_cpu_s();
            vision_follow_tags(b->own, &f, expected, fields[i].count, followed);
            s.seconds += bench_cpu_s() - begin;
            for (int k = 0; k < fields[i].count; k++) add_followed(b, &followed[k], &fields[i].tags[k], &s);
        }
        free(expected);
        free(followed);
        tag_field_finish(&fields[i]);
    }
    double sum = 0;
    for (int i = 0; i < s.errors; i++) sum += b->errors[i] * b->errors[i];
    sort_numbers(b->errors, s.errors);
    fprintf(out, "%-34s %-27s %6.1f us %6.2f %% %5d %8.3f %8.3f   95 %% ellipse holds %.1f %%\n", what, "ours, followed", 1e6 * s.seconds / s.tags,
            100.0 * s.found / s.tags, s.wrong, s.errors ? sqrt(sum / s.errors) : 0, s.errors ? b->errors[s.errors / 2] : 0,
            100.0 * s.inside / (s.corners ? s.corners : 1));
    fflush(out);
}

// How often the truth lies within what sigma_px states.
static void honesty(FILE *out, bench_readers *b, const char *what, const tag_field_options *o) {
    tag_field t;
    int corners = 0, inside = 0;
    if (!tag_field_make(o, &t)) return;
    frame f = frame_of(&t);
    tag_list list = {.at = b->sightings, .capacity = FOUND_MAX};
    vision_find_tags(b->own, &f, NULL, &list);
    for (int i = 0; i < list.count; i++)
        for (int k = 0; k < t.count; k++) {
            if (t.tags[k].id != list.at[i].id ||
                hypot(list.at[i].corner[0].u - t.tags[k].corner[0].u, list.at[i].corner[0].v - t.tags[k].corner[0].v) > 3)
                continue;
            for (int c = 0; c < 4; c++) {
                double q =
                    hypot(list.at[i].corner[c].u - t.tags[k].corner[c].u, list.at[i].corner[c].v - t.tags[k].corner[c].v) / list.at[i].sigma_px;
                corners++;
                inside += q * q < 5.991;
            }
        }
    fprintf(out, "%-34s 95 %% ellipse of a corner holds %.1f %% of %d\n", what, 100.0 * inside / (corners ? corners : 1), corners);
    fflush(out);
    tag_field_finish(&t);
}

static bool readers_open(bench_readers *b) {
    vision_options o = vision_default_options();
    fault fault;
    *b = (bench_readers){.error_capacity = 8 * FOUND_MAX};
    b->sightings = calloc(FOUND_MAX, sizeof *b->sightings);
    b->found = calloc(FOUND_MAX, sizeof *b->found);
    b->errors = calloc((size_t)b->error_capacity, sizeof *b->errors);
    b->april = april_peer_create(1);
    b->april_half = april_peer_create(2);
    b->opencv = opencv_peer_create();
    return b->sightings && b->found && b->errors && b->april && b->april_half && b->opencv && vision_create(&o, &b->own, &fault) == STATUS_OK;
}

static void readers_close(bench_readers *b) {
    vision_destroy(b->own);
    april_peer_destroy(b->april);
    april_peer_destroy(b->april_half);
    opencv_peer_destroy(b->opencv);
    free(b->sightings);
    free(b->found);
    free(b->errors);
}

// The usual field of the row `number`, another one for each --seed.
static tag_field_options field(uint64_t number) {
    tag_field_options o = tag_field_default();
    o.seed = number + 1000 * (bench_seed() - 1);
    return o;
}

void bench_tags(FILE *out) {
    bench_readers b;
    if (!readers_open(&b)) return;
    fprintf(out, "%-34s %-27s %8s %9s %5s %8s %8s\n", "tag36h11, 4056 x 3040, one thread", "reader", "cpu ms", "recall", "false", "rms px", "median");
    tag_field_options o = field(1);
    side_by_side(out, &b, "100 tags of 16 to 40 px", &o, 3, RUNS);
    o = field(21);
    o.count = 300, o.high_px = 30;
    side_by_side(out, &b, "300 tags of 16 to 30 px", &o, 2, RUNS);
    o.noise = 6, o.seed = field(31).seed;
    side_by_side(out, &b, "the same, noise 6", &o, 2, RUNS);
    o.noise = 2, o.tone = 1;  // the libraries take a code for light: half way between two codes lies their edge
    side_by_side(out, &b, "the same, noise 2, straight tone", &o, 2, RUNS);
    static const double small[] = {12, 14, 16};
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        char what[64];
        snprintf(what, sizeof what, "200 tags of %.0f px", small[i]);
        o = field(41 + i);
        o.count = 200, o.low_px = o.high_px = small[i];
        side_by_side(out, &b, what, &o, 2, 1);
    }
    static const double covers[] = {0.2, 0.4, 0.6};
    for (size_t i = 0; i < sizeof covers / sizeof *covers; i++) {
        char what[64];
        snprintf(what, sizeof what, "middle %.0f %% of the width covered", 100 * covers[i]);
        o = field(51 + i);
        o.count = 200, o.cover = covers[i];
        side_by_side(out, &b, what, &o, 2, 1);
        follow_fields(out, &b, "", &o, 2);
    }
    o = field(1);
    o.count = 300;
    follow_fields(out, &b, "nothing covered", &o, 2);
    static const struct { double low_px, high_px, noise; } honest[] = {{16, 40, 1}, {16, 40, 6}, {12, 12, 2}, {14, 14, 2}, {16, 16, 2}, {16, 16, 6}};
    for (size_t i = 0; i < sizeof honest / sizeof *honest; i++) {
        char what[64];
        o = field(61);
        o.count = 300, o.low_px = honest[i].low_px, o.high_px = honest[i].high_px, o.noise = honest[i].noise;
        snprintf(what, sizeof what, "300 of %.0f to %.0f px, noise %.0f", o.low_px, o.high_px, o.noise);
        honesty(out, &b, what, &o);
    }
    readers_close(&b);
}
