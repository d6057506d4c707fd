#include "tests/vision/tag_score.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the ones above first
#include <cmocka.h>

vision *tag_score_reader(const char *const *family, int count, tag_reader_kind kind, int threads) {
    vision_options o = vision_default_options();
    vision *v;
    fault fault = {""};
    memset(o.families, 0, sizeof o.families);
    for (int i = 0; i < count; i++) strcpy(o.families[i], family[i]);
    o.reader = kind;
    o.threads = threads;
    if (vision_create(&o, &v, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    return v;
}

void tag_score_look(vision *v, const unsigned char *gray, int width, int height, tag_sight *s) {
    tag_list list = {s->tag, 0, TAG_SCORE_MOST};
    frame f = {.width = width, .height = height, .gray = gray, .gray_stride = (size_t)width};
    assert_int_equal(vision_find_tags(v, &f, NULL, &list), STATUS_OK);
    s->count = list.count;
}

static px2 middle(const px2 *c) { return (px2){(c[0].u + c[1].u + c[2].u + c[3].u) / 4, (c[0].v + c[1].v + c[2].v + c[3].v) / 4}; }

static double edge_of(const px2 *c) {
    double sum = 0;
    for (int k = 0; k < 4; k++) sum += hypot(c[k].u - c[(k + 1) % 4].u, c[k].v - c[(k + 1) % 4].v) / 4;
    return sum;
}

void tag_score_add(const tag_field *f, const char *family, const tag_sight *s, tag_score *sum) {
    bool used[TAG_SCORE_MOST] = {false};
    for (int i = 0; i < f->count; i++) {
        const tag_truth *t = &f->tags[i];
        px2 at = middle(t->corner);
        int found = -1;
        for (int k = 0; k < s->count && found < 0; k++) {
            px2 seen = middle(s->tag[k].corner);
            bool here = hypot(seen.u - at.u, seen.v - at.v) < t->edge_px / 3;
            if (here && !used[k] && s->tag[k].id == t->id && strcmp(s->tag[k].family, family) == 0) found = k;
        }
        sum->laid++;
        if (found < 0) continue;
        used[found] = true;
        sum->seen++;
        sum->wider += edge_of(s->tag[found].corner) - t->edge_px;
        for (int k = 0; k < 4; k++) {
            double e = hypot(s->tag[found].corner[k].u - t->corner[k].u, s->tag[found].corner[k].v - t->corner[k].v);
            sum->corners++;
            sum->inside += e * e < 5.991 * s->tag[found].sigma_px * s->tag[found].sigma_px;  // chi squared of two at 95 %
            sum->square += e * e;
        }
    }
    for (int k = 0; k < s->count; k++) sum->others += !used[k];
}

tag_score tag_score_of(const tag_field_options *o, tag_reader_kind kind) {
    static tag_sight s;
    tag_field f;
    tag_score sum = {0};
    assert_true(tag_field_make(o, &f));
    vision *v = tag_score_reader(&o->family, 1, kind, 1);
    tag_score_look(v, f.gray, f.width, f.height, &s);
    tag_score_add(&f, o->family, &s, &sum);
    vision_destroy(v);
    tag_field_finish(&f);
    return sum;
}

tag_field_options tag_score_field(int width, int height, int count, double low_px, double high_px, uint64_t seed) {
    tag_field_options o = tag_field_default();
    o.width = width, o.height = height, o.count = count, o.low_px = low_px, o.high_px = high_px, o.seed = seed;
    o.clutter = width * height / 40000;
    return o;
}
