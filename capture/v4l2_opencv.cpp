// A camera of Video4Linux through OpenCV. A thread of its own takes every picture, so that the newest one is always at hand.
#include <fcntl.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <new>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>
#include <string>
#include <thread>

#include "capture/capture_limits.h"
#include "capture/mailbox.h"
#include "capture/quiet.h"
#include "capture/source.h"
#include "capture/video_devices.h"
#include "core/guarded.hpp"

extern "C" source_open v4l2_open;

namespace {

struct camera : source {
    std::string device;
    bool colour;
    double timeout_s;
    cv::VideoCapture video;
    std::thread taker;
    std::atomic<bool> stop{false};
    mailbox *box;
    cv::Mat pictures[3];  // one is filled, one lies in the box, one is shown
    cv::Mat *shown, gray;
};

bool read_picture(camera *c, cv::Mat *out) {
    bool came = false;
    struct fault ignored;
    guarded("taking a picture", &ignored, [&] {
        came = c->video.read(*out) && !out->empty();
        return STATUS_OK;
    });
    return came;
}

// Takes pictures until a stop is requested or the camera fails.
void take(camera *c) {
    cv::Mat *unused = c->pictures, *filled = unused++;
    while (!c->stop && read_picture(c, filled)) {
        void *next = mailbox_put(c->box, filled);
        filled = next ? static_cast<cv::Mat *>(next) : unused++;
    }
    mailbox_close(c->box);
}

status gone(const camera *c, fault *fault) {
    bool there = access(c->device.c_str(), F_OK) == 0;
    return fault_set(fault, STATUS_DEVICE, "v4l2:%s: %s", c->device.c_str(),
                     there ? "the camera stopped sending pictures; check its cable and power, then open it again"
                           : "the camera was unplugged; plug it in and open it again");
}

// Waits for a picture newer than the last.
status fetch(camera *c, mail *out, fault *fault) {
    status s = mailbox_take(c->box, c->timeout_s, c->shown, out);
    if (s == STATUS_TIMEOUT)
        return fault_set(fault, s, "v4l2:%s: no picture for %g s; check the camera's cable and power", c->device.c_str(), c->timeout_s);
    if (s) return gone(c, fault);
    c->shown = static_cast<cv::Mat *>(out->picture);
    c->skipped += out->skipped;
    return STATUS_OK;
}

status give(camera *c, frame *out, fault *fault) {
    mail newest{};
    status s = fetch(c, &newest, fault);
    if (s) return s;
    bool coloured = c->shown->channels() == 3;
    if (coloured) cv::cvtColor(*c->shown, c->gray, cv::COLOR_BGR2GRAY);
    const cv::Mat &gray = coloured ? c->gray : *c->shown;
    *out = frame{};
    out->width = gray.cols;
    out->height = gray.rows;
    out->gray = gray.data;
    out->gray_stride = gray.step[0];
    if (c->colour && coloured) {
        out->bgr = c->shown->data;
        out->bgr_stride = c->shown->step[0];
    }
    out->t_s = newest.t_s;
    out->sequence = newest.sequence;
    return STATUS_OK;
}

status next_frame(source *s, frame *out, fault *fault) {
    camera *c = static_cast<camera *>(s);
    return guarded(c->device.c_str(), fault, [&] { return give(c, out, fault); });
}

void close_camera(source *s) {
    camera *c = static_cast<camera *>(s);
    c->stop = true;
    if (c->taker.joinable()) c->taker.join();
    mailbox_destroy(c->box);
    delete c;
}

const source_verbs verbs = {next_frame, close_camera};

// Why the device can't be a camera, found before OpenCV is asked: it says no more than no.
status probe(const char *device, fault *fault) {
    char present[256];
    video_devices_list(present, sizeof present);
    int fd = open(device, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 && errno == EACCES)
        return fault_set(fault, STATUS_DEVICE, "v4l2:%s: not permitted; add yourself to the group `video` and log in again", device);
    if (fd < 0) return fault_set(fault, STATUS_DEVICE, "v4l2:%s: %s; video devices here: %s; check the cable", device, strerror(errno), present);
    v4l2_capability able{};
    bool answers = ioctl(fd, VIDIOC_QUERYCAP, &able) == 0;
    close(fd);
    if (!answers) return fault_set(fault, STATUS_DEVICE, "v4l2:%s: is no video device; video devices here: %s", device, present);
    uint32_t does = able.capabilities & V4L2_CAP_DEVICE_CAPS ? able.device_caps : able.capabilities;
    if (!(does & V4L2_CAP_VIDEO_CAPTURE))
        return fault_set(fault, STATUS_DEVICE, "v4l2:%s: gives no pictures (a camera may have several devices); video devices here: %s", device,
                         present);
    return STATUS_OK;
}

status start(camera *c, const capture_options *o, fault *fault) {
    if (!c->video.open(c->device, cv::CAP_V4L2))
        return fault_set(fault, STATUS_DEVICE, "v4l2:%s: can't be opened; is another program using the camera?", c->device.c_str());
    int width = o->width > 0 ? o->width : LIVE_WIDTH_PX, height = o->height > 0 ? o->height : LIVE_HEIGHT_PX;
    // Uncompressed pictures of this size do not fit through USB 2 at more than a few a second. What a camera refuses it leaves as it was.
    if (width * height > LIVE_LARGEST_UNCOMPRESSED_PX) c->video.set(cv::CAP_PROP_FOURCC, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'));
    c->video.set(cv::CAP_PROP_FRAME_WIDTH, width);
    c->video.set(cv::CAP_PROP_FRAME_HEIGHT, height);
    if (o->fps > 0) c->video.set(cv::CAP_PROP_FPS, o->fps);
    c->fps = c->video.get(cv::CAP_PROP_FPS);
    if (!(c->fps > 0)) c->fps = 0;
    c->box = mailbox_create();
    if (!c->box) return fault_set(fault, STATUS_MEMORY, "v4l2:%s: out of memory; close other programs", c->device.c_str());
    c->taker = std::thread(take, c);
    return STATUS_OK;
}

std::string device_path(const char *device) {
    bool number = *device != 0;
    for (const char *p = device; *p; p++) number = number && isdigit(static_cast<unsigned char>(*p));
    return number ? std::string("/dev/video") + device : std::string(device);
}

}  // namespace

extern "C" status v4l2_open(const char *device, const capture_options *o, source **out, fault *fault) {
    quiet_libraries();
    camera *made = nullptr;
    status s = guarded(device, fault, [&] {
        std::string path = device_path(device);
        status probed = probe(path.c_str(), fault);
        if (probed) return probed;
        made = new camera{};
        made->verbs = &verbs;
        made->live = true;
        made->frame_count = -1;
        made->device = path;
        made->colour = o->colour;
        made->timeout_s = o->timeout_s;
        return start(made, o, fault);
    });
    if (!s)
        *out = made;
    else if (made)
        close_camera(made);
    return s;
}
