#define _GNU_SOURCE
#include "tests/calib/sheet_picture.h"

#include <apriltag/apriltag.h>
#include <apriltag/tag16h5.h>
#include <apriltag/tag25h9.h>
#include <apriltag/tag36h10.h>
#include <apriltag/tag36h11.h>
#include <apriltag/tagCircle21h7.h>
#include <apriltag/tagCircle49h12.h>
#include <apriltag/tagCustom48h12.h>
#include <apriltag/tagStandard41h12.h>
#include <apriltag/tagStandard52h13.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "calib/print_draw.h"
#include "vision/vision.h"

sheet_picture sheet_draw(const print_sheets *p, int sheet) {
    sheet_picture s = {.width = (int)lround(p->width_mm * PX_PER_MM), .height = (int)lround(p->height_mm * PX_PER_MM)};
    s.gray = malloc((size_t)s.width * (size_t)s.height);
    assert_non_null(s.gray);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, s.width, s.height);
    cairo_t *cr = cairo_create(surface);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    cairo_scale(cr, PX_PER_MM, PX_PER_MM);
    print_draw_sheet(p, sheet, cr);
    assert_int_equal(cairo_status(cr), CAIRO_STATUS_SUCCESS);
    cairo_destroy(cr);
    cairo_surface_flush(surface);
    int stride = cairo_image_surface_get_stride(surface);
    const unsigned char *data = cairo_image_surface_get_data(surface);
    for (int y = 0; y < s.height; y++)
        for (int x = 0; x < s.width; x++) s.gray[y * s.width + x] = data[y * stride + 4 * x + 1];
    cairo_surface_destroy(surface);
    return s;
}

bool sheet_from_pdf(const char *pdf, int page, sheet_picture *out) {
    char command[256];
    snprintf(command, sizeof command, "pdftoppm -gray -r 254 -f %d -l %d '%s' 2>/dev/null", page, page, pdf);  // 254 dpi: 10 px/mm
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    *out = (sheet_picture){0};
    bool read = fscanf(pipe, "P5 %d %d 255", &out->width, &out->height) == 2 && fgetc(pipe) == '\n';
    if (read) {
        size_t size = (size_t)out->width * (size_t)out->height;
        out->gray = malloc(size);
        assert_non_null(out->gray);
        assert_int_equal(fread(out->gray, 1, size, pipe), size);
    }
    pclose(pipe);
    return read;
}

void sheet_finish(sheet_picture *s) { free(s->gray); }

static sheet_tag *next(sheet_tag *out, int *count, int capacity, const char *family, int id) {
    assert_true(*count < capacity);
    sheet_tag *t = &out[(*count)++];
    snprintf(t->family, sizeof t->family, "%.23s", family);
    t->id = id;
    return t;
}

static void find_april(const sheet_picture *s, sheet_tag *out, int *count, int capacity) {
    apriltag_family_t *all[] = {tag36h11_create(),      tag36h10_create(),         tag25h9_create(),
                                tag16h5_create(),       tagStandard41h12_create(), tagStandard52h13_create(),
                                tagCircle21h7_create(), tagCircle49h12_create(),   tagCustom48h12_create()};
    void (*const destroy[])(apriltag_family_t *) = {tag36h11_destroy,      tag36h10_destroy,         tag25h9_destroy,
                                                    tag16h5_destroy,       tagStandard41h12_destroy, tagStandard52h13_destroy,
                                                    tagCircle21h7_destroy, tagCircle49h12_destroy,   tagCustom48h12_destroy};
    apriltag_detector_t *detector = apriltag_detector_create();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) apriltag_detector_add_family_bits(detector, all[i], 0);
    detector->quad_decimate = 1;
    image_u8_t picture = {.width = s->width, .height = s->height, .stride = s->width, .buf = s->gray};
    zarray_t *found = apriltag_detector_detect(detector, &picture);
    for (int i = 0; i < zarray_size(found); i++) {
        apriltag_detection_t *d;
        zarray_get(found, i, &d);
        sheet_tag *t = next(out, count, capacity, d->family->name, d->id);
        for (int k = 0; k < 4; k++) t->corner_mm[k][0] = d->p[k][0] / PX_PER_MM, t->corner_mm[k][1] = d->p[k][1] / PX_PER_MM;
    }
    apriltag_detections_destroy(found);
    apriltag_detector_destroy(detector);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) destroy[i](all[i]);
}

static void find_aruco(const sheet_picture *s, const char *const *families, int family_count, sheet_tag *out, int *count, int capacity) {
    vision_options o = vision_default_options();
    memset(o.families, 0, sizeof o.families);
    for (int i = 0; i < family_count; i++) snprintf(o.families[i], sizeof o.families[i], "%s", families[i]);
    tag_sighting at[64];
    tag_list list = {.at = at, .capacity = 64};
    vision *v = NULL;
    frame f = {.width = s->width, .height = s->height, .gray = s->gray, .gray_stride = (size_t)s->width};
    assert_int_equal(vision_create(&o, &v, NULL), STATUS_OK);
    assert_int_equal(vision_find_tags(v, &f, NULL, &list), STATUS_OK);
    for (int i = 0; i < list.count; i++) {
        sheet_tag *t = next(out, count, capacity, at[i].family, at[i].id);
        for (int k = 0; k < 4; k++)
            t->corner_mm[k][0] = (at[i].corner[k].u + 0.5) / PX_PER_MM, t->corner_mm[k][1] = (at[i].corner[k].v + 0.5) / PX_PER_MM;
    }
    vision_destroy(v);
}

int sheet_find_tags(const sheet_picture *s, const char *const *aruco, int aruco_count, sheet_tag *out, int capacity) {
    int count = 0;
    find_april(s, out, &count, capacity);
    if (aruco_count > 0) find_aruco(s, aruco, aruco_count, out, &count, capacity);
    return count;
}
