// A clip, decoded through OpenCV's FFmpeg backend. Only containers that content_of knows get here, so that no playlist or script is opened.
#include <cmath>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>
#include <string>

#include "capture/container.h"
#include "capture/content.h"
#include "capture/quiet.h"
#include "capture/source.h"
#include "core/guarded.hpp"

namespace {

constexpr double likely_fps = 25;  // where a container states no usable rate

struct clip : source {
    std::string path;
    bool colour;
    cv::VideoCapture video;
    cv::Mat bgr, gray;
    int64_t next_index;
    double last_t_s;
};

double usable_fps(double fps) { return std::isfinite(fps) && fps > 0.01 && fps < 1000 ? fps : likely_fps; }

// The presentation time of the frame just grabbed. A container without times, or with times that do not advance, counts by its rate.
double presentation_time(clip *c) {
    double t = c->video.get(cv::CAP_PROP_POS_MSEC) / 1000;
    bool first = c->next_index == 0, advances = first ? t >= 0 : t > c->last_t_s;
    if (std::isfinite(t) && advances) return t;
    return first ? 0 : c->last_t_s + 1 / c->fps;
}

status give(clip *c, frame *out, fault *why) {
    if (!c->video.grab()) {
        c->ended_early = c->next_index == 0 || container_is_cut_off(c->path.c_str());
        return STATUS_END;
    }
    if (!c->video.retrieve(c->bgr) || c->bgr.empty() || c->bgr.type() != CV_8UC3)
        return fault_set(why, STATUS_INVALID, "%s: frame %lld can't be decoded; convert the clip to H.264", c->path.c_str(),
                         static_cast<long long>(c->next_index));
    cv::cvtColor(c->bgr, c->gray, cv::COLOR_BGR2GRAY);
    *out = frame{};
    out->width = c->gray.cols;
    out->height = c->gray.rows;
    out->gray = c->gray.data;
    out->gray_stride = c->gray.step[0];
    if (c->colour) {
        out->bgr = c->bgr.data;
        out->bgr_stride = c->bgr.step[0];
    }
    out->t_s = c->last_t_s = presentation_time(c);
    out->sequence = c->next_index++;
    return STATUS_OK;
}

status next_frame(source *s, frame *out, fault *why) {
    clip *c = static_cast<clip *>(s);
    return guarded(c->path.c_str(), why, [&] { return give(c, out, why); });
}

void close_clip(source *s) { delete static_cast<clip *>(s); }

const source_verbs verbs = {next_frame, close_clip};

status cannot_decode(const char *path, fault *why) {
    return fault_set(why, STATUS_INVALID,
                     "%s: the clip can't be opened: it is cut off before its index, still being recorded, or of an unknown codec; record it again or "
                     "convert it to H.264 in MP4",
                     path);
}

status open_video(clip *c, fault *why) {
    // "file:" keeps a colon in the name from being taken for a protocol.
    if (!c->video.open("file:" + c->path, cv::CAP_FFMPEG)) return cannot_decode(c->path.c_str(), why);
    double width = c->video.get(cv::CAP_PROP_FRAME_WIDTH), height = c->video.get(cv::CAP_PROP_FRAME_HEIGHT);
    if (!(width >= 1 && height >= 1 && width * height <= CONTENT_MAX_PIXELS)) return cannot_decode(c->path.c_str(), why);
    c->fps = usable_fps(c->video.get(cv::CAP_PROP_FPS));
    double count = c->video.get(cv::CAP_PROP_FRAME_COUNT);
    c->frame_count = std::isfinite(count) && count >= 1 && count < 1e9 ? static_cast<int64_t>(count) : -1;
    return STATUS_OK;
}

}  // namespace

extern "C" status clip_open(const char *path, const capture_options *o, source **out, fault *why) {
    quiet_libraries();
    clip *made = nullptr;
    status s = guarded(path, why, [&] {
        made = new clip{};
        made->verbs = &verbs;
        made->path = path;
        made->colour = o->colour;
        return open_video(made, why);
    });
    if (s)
        delete made;
    else
        *out = made;
    return s;
}
