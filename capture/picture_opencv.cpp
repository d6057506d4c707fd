#include <new>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "capture/picture.h"
#include "capture/yuv.h"
#include "core/guarded.hpp"

namespace {

// Colours still to be made of what a camera delivered.
struct raw_colours : frame_colours {
    raw_picture raw;
    uint8_t *bgr;
    size_t stride;
};

}  // namespace

struct picture {
    bool colour;
    cv::Mat gray, bgr;            // made here
    cv::Mat gray_seen, bgr_seen;  // what is shown: those, or the camera's memory
    std::vector<uint8_t> made;    // of bgr's squares
    raw_colours colours;
    bool unmade;  // bgr is made where it is asked for
};

extern "C" picture *picture_create(bool colour) {
    picture *p = new (std::nothrow) picture{};
    if (p) p->colour = colour;
    return p;
}

extern "C" void picture_destroy(picture *p) { delete p; }

static void show_made(picture *p) {
    p->gray_seen = p->gray;
    p->bgr_seen = p->bgr;
    p->unmade = false;
}

static bool decode_colours(picture *p, const cv::Mat &file) {
    if (!p->colour) return !cv::imdecode(file, cv::IMREAD_GRAYSCALE, &p->gray).empty();
    if (cv::imdecode(file, cv::IMREAD_COLOR, &p->bgr).empty()) return false;
    cv::cvtColor(p->bgr, p->gray, cv::COLOR_BGR2GRAY);
    return true;
}

// False: damaged. A header that OpenCV's own checks throw at is damage too; only want of memory is another matter.
static bool decode(picture *p, const uint8_t *bytes, size_t length) {
    try {
        if (!decode_colours(p, cv::Mat(1, static_cast<int>(length), CV_8UC1, const_cast<uint8_t *>(bytes)))) return false;
        show_made(p);
        return true;
    } catch (const cv::Exception &e) {
        if (e.code == cv::Error::StsNoMem) throw std::bad_alloc();
        return false;
    }
}

extern "C" status picture_decode(picture *p, const uint8_t *bytes, size_t length, const char *name, fault *fault) {
    return guarded(name, fault, [&] {
        if (!decode(p, bytes, length)) return fault_set(fault, STATUS_INVALID, "%s: the picture is damaged; take or copy it again", name);
        return STATUS_OK;
    });
}

static int bytes_a_pixel(raw_format f) { return f == RAW_YUYV ? 2 : f == RAW_RGB || f == RAW_BGR ? 3 : 1; }

static bool plane_holds(const raw_picture *r, int plane, int row_bytes, int rows) {
    return r->plane[plane] && r->stride[plane] >= static_cast<size_t>(row_bytes) &&
           r->length[plane] >= r->stride[plane] * static_cast<size_t>(rows - 1) + static_cast<size_t>(row_bytes);
}

static bool planes_hold_picture(const raw_picture *r) {
    bool halved = r->format == RAW_NV12 || r->format == RAW_NV21, paired = halved || r->format == RAW_YUYV;
    if (r->width <= 0 || r->height <= 0 || (paired && r->width % 2) || (halved && r->height % 2)) return false;
    if (!plane_holds(r, 0, r->width * bytes_a_pixel(r->format), r->height)) return false;
    return !halved || plane_holds(r, 1, r->width, r->height / 2);
}

static cv::Mat view(const raw_picture *r, int plane, int rows, int columns, int type) {
    return cv::Mat(rows, columns, type, const_cast<uint8_t *>(r->plane[plane]), r->stride[plane]);
}

// Gray as it lies in the first plane.
static void take_gray(picture *p, const raw_picture *r) {
    p->gray_seen = view(r, 0, r->height, r->width, CV_8UC1);
    if (!r->uncached) return;
    p->gray_seen.copyTo(p->gray);
    p->gray_seen = p->gray;
}

static void take_luma_of_pairs(picture *p, const raw_picture *r) {
    p->gray.create(r->height, r->width, CV_8UC1);
    for (int y = 0; y < r->height; y++) yuyv_row_to_gray(r->plane[0] + r->stride[0] * static_cast<size_t>(y), r->width, p->gray.ptr(y));
    p->gray_seen = p->gray;
}

static void take_gray_of_colours(picture *p, const raw_picture *r) {
    p->bgr_seen = view(r, 0, r->height, r->width, CV_8UC3);
    cv::cvtColor(p->bgr_seen, p->gray, r->format == RAW_RGB ? cv::COLOR_RGB2GRAY : cv::COLOR_BGR2GRAY);
    p->gray_seen = p->gray;
}

static void row_to_bgr(const raw_picture *r, int x, int y, int width, uint8_t *bgr) {
    const uint8_t *row = r->plane[0] + r->stride[0] * static_cast<size_t>(y);
    switch (r->format) {
        case RAW_NV12:
        case RAW_NV21:
            yuv_row_to_bgr(row + x, r->plane[1] + r->stride[1] * static_cast<size_t>(y / 2) + x, r->format == RAW_NV21, width, bgr);
            break;
        case RAW_YUYV:
            yuyv_row_to_bgr(row + 2 * x, width, bgr);
            break;
        case RAW_RGB:
            for (int i = 0; i < 3 * width; i++) bgr[i] = row[3 * x + i + 2 - 2 * (i % 3)];
            break;
        case RAW_GRAY:
            for (int i = 0; i < 3 * width; i++) bgr[i] = row[x + i / 3];
            break;
        case RAW_BGR:
        case RAW_MJPEG:
            break;
    }
}

static void make_colours(frame_colours *c, int x, int y, int width, int height) {
    const raw_colours *of = static_cast<raw_colours *>(c);
    for (int v = y; v < y + height; v++)
        row_to_bgr(&of->raw, x, v, width, of->bgr + of->stride * static_cast<size_t>(v) + 3 * static_cast<size_t>(x));
}

// Colours wait until they are asked for, where the camera's are no B, G, R.
static void leave_colours(picture *p, const raw_picture *r) {
    p->unmade = p->colour && r->format != RAW_BGR;
    if (!p->unmade) return;
    int columns = frame_squares(r->width);
    p->bgr.create(r->height, r->width, CV_8UC3);
    p->bgr_seen = p->bgr;
    p->made.assign(static_cast<size_t>(columns) * static_cast<size_t>(frame_squares(r->height)), 0);
    p->colours = raw_colours{{make_colours, p->made.data(), columns}, *r, p->bgr.data, p->bgr.step[0]};
}

static bool convert(picture *p, const raw_picture *r) {
    if (r->format == RAW_MJPEG) return r->plane[0] && r->length[0] > 0 && decode(p, r->plane[0], r->length[0]);
    if (!planes_hold_picture(r)) return false;
    switch (r->format) {
        case RAW_YUYV:
            take_luma_of_pairs(p, r);
            break;
        case RAW_GRAY:
        case RAW_NV12:
        case RAW_NV21:
            take_gray(p, r);
            break;
        case RAW_RGB:
        case RAW_BGR:
        case RAW_MJPEG:
            take_gray_of_colours(p, r);
            break;
    }
    leave_colours(p, r);
    return true;
}

extern "C" status picture_convert(picture *p, const raw_picture *raw, fault *fault) {
    return guarded("the camera's picture", fault, [&] {
        if (!convert(p, raw)) return fault_set(fault, STATUS_INVALID, "the camera's picture is incomplete; check its cable and power");
        return STATUS_OK;
    });
}

extern "C" void picture_show(picture *p, frame *out) {
    out->width = p->gray_seen.cols;
    out->height = p->gray_seen.rows;
    out->gray = p->gray_seen.data;
    out->gray_stride = p->gray_seen.step[0];
    out->bgr = p->colour ? p->bgr_seen.data : nullptr;
    out->bgr_stride = p->colour ? p->bgr_seen.step[0] : 0;
    out->colours = p->unmade ? &p->colours : nullptr;
}
