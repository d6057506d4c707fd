#include <cstring>
#include <new>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "capture/picture.h"
#include "capture/yuv.h"
#include "core/guarded.hpp"

struct picture {
    bool colour;
    cv::Mat gray, bgr;
};

extern "C" picture *picture_create(bool colour) { return new (std::nothrow) picture{colour, {}, {}}; }

extern "C" void picture_destroy(picture *p) { delete p; }

static bool decode_colours(picture *p, const cv::Mat &file) {
    if (!p->colour) return !cv::imdecode(file, cv::IMREAD_GRAYSCALE, &p->gray).empty();
    if (cv::imdecode(file, cv::IMREAD_COLOR, &p->bgr).empty()) return false;
    cv::cvtColor(p->bgr, p->gray, cv::COLOR_BGR2GRAY);
    return true;
}

// False: damaged. A header that OpenCV's own checks throw at is damage too; only want of memory is another matter.
static bool decode(picture *p, const uint8_t *bytes, size_t length) {
    try {
        return decode_colours(p, cv::Mat(1, static_cast<int>(length), CV_8UC1, const_cast<uint8_t *>(bytes)));
    } catch (const cv::Exception &e) {
        if (e.code == cv::Error::StsNoMem) throw std::bad_alloc();
        return false;
    }
}

extern "C" status picture_decode(picture *p, const uint8_t *bytes, size_t length, const char *name, fault *why) {
    return guarded(name, why, [&] {
        if (!decode(p, bytes, length)) return fault_set(why, STATUS_INVALID, "%s: the picture is damaged; take or copy it again", name);
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

static void make_room(picture *p, const raw_picture *r) {
    p->gray.create(r->height, r->width, CV_8UC1);
    if (p->colour) p->bgr.create(r->height, r->width, CV_8UC3);
}

static void convert_two_planes(picture *p, const raw_picture *r) {
    make_room(p, r);
    for (int y = 0; y < r->height; y++) {
        const uint8_t *luma = r->plane[0] + r->stride[0] * static_cast<size_t>(y), *chroma = r->plane[1] + r->stride[1] * static_cast<size_t>(y / 2);
        memcpy(p->gray.ptr(y), luma, static_cast<size_t>(r->width));
        if (p->colour) yuv_row_to_bgr(luma, chroma, r->format == RAW_NV21, r->width, p->bgr.ptr(y));
    }
}

static void convert_yuyv(picture *p, const raw_picture *r) {
    make_room(p, r);
    for (int y = 0; y < r->height; y++)
        yuyv_row_to_bgr(r->plane[0] + r->stride[0] * static_cast<size_t>(y), r->width, p->gray.ptr(y), p->colour ? p->bgr.ptr(y) : nullptr);
}

static void convert_gray(picture *p, const raw_picture *r) {
    view(r, 0, r->height, r->width, CV_8UC1).copyTo(p->gray);
    if (p->colour) cv::cvtColor(p->gray, p->bgr, cv::COLOR_GRAY2BGR);
}

static void convert_colour(picture *p, const raw_picture *r) {
    cv::Mat pixels = view(r, 0, r->height, r->width, CV_8UC3);
    bool rgb = r->format == RAW_RGB;
    cv::cvtColor(pixels, p->gray, rgb ? cv::COLOR_RGB2GRAY : cv::COLOR_BGR2GRAY);
    if (!p->colour) return;
    if (rgb)
        cv::cvtColor(pixels, p->bgr, cv::COLOR_RGB2BGR);
    else
        pixels.copyTo(p->bgr);
}

static bool convert(picture *p, const raw_picture *r) {
    if (r->format == RAW_MJPEG) return r->plane[0] && r->length[0] > 0 && decode(p, r->plane[0], r->length[0]);
    if (!planes_hold_picture(r)) return false;
    switch (r->format) {
        case RAW_GRAY:
            convert_gray(p, r);
            break;
        case RAW_YUYV:
            convert_yuyv(p, r);
            break;
        case RAW_NV12:
        case RAW_NV21:
            convert_two_planes(p, r);
            break;
        case RAW_RGB:
        case RAW_BGR:
        case RAW_MJPEG:
            convert_colour(p, r);
            break;
    }
    return true;
}

extern "C" status picture_convert(picture *p, const raw_picture *raw, fault *why) {
    return guarded("the camera's picture", why, [&] {
        if (!convert(p, raw)) return fault_set(why, STATUS_INVALID, "the camera's picture is incomplete; check its cable and power");
        return STATUS_OK;
    });
}

extern "C" void picture_show(const picture *p, frame *out) {
    out->width = p->gray.cols;
    out->height = p->gray.rows;
    out->gray = p->gray.data;
    out->gray_stride = p->gray.step[0];
    out->bgr = p->colour ? p->bgr.data : nullptr;
    out->bgr_stride = p->colour ? p->bgr.step[0] : 0;
}
