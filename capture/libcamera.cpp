// A camera of libcamera: one stream, the newest picture wins. What is written down here about its ways was found on real and emulated cameras:
// pictures lie in the driver's buffers, so the one that is shown goes back only when the next one is asked for; names of RGB formats run against
// memory order; stop() aborts the process where a camera was unplugged unnoticed.
#include <libcamera/libcamera.h>
#include <linux/dma-buf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "capture/capture_limits.h"
#include "capture/libcamera_manager.hpp"
#include "capture/mailbox.h"
#include "capture/picture.h"
#include "capture/quiet.h"
#include "capture/source.h"
#include "capture/video_devices.h"
#include "core/guarded.hpp"

extern "C" source_open libcamera_open;

namespace {

struct mapping {
    uint8_t *at;
    size_t length;
};

struct camera : source {
    std::string name;
    double timeout_s;
    picture *shown;
    std::shared_ptr<libcamera::Camera> device;
    bool acquired, running;
    std::unique_ptr<libcamera::CameraConfiguration> wanted;
    std::unique_ptr<libcamera::FrameBufferAllocator> buffers;
    std::vector<std::unique_ptr<libcamera::Request>> requests;
    std::map<int, mapping> mapped;  // by descriptor: several planes may lie in one
    raw_format format;
    libcamera::Request *held = nullptr;  // the consumer looks at its buffer
    mailbox *box;                        // of requests whose pictures have come
};

std::string cameras_present() {
    std::string list;
    int index = 0;
    for (const auto &device : libcamera_manager()->cameras()) list += (index ? ", " : "") + std::to_string(index) + " = " + device->id(), index++;
    return list.empty() ? "none" : list;
}

// By index in libcamera's list, or by its id.
std::shared_ptr<libcamera::Camera> find(const std::string &name) {
    if (!name.empty() && name.find_first_not_of("0123456789") != std::string::npos) return libcamera_manager()->get(name);
    auto list = libcamera_manager()->cameras();
    size_t index = name.empty() ? 0 : name.size() > 4 ? list.size() : std::stoul(name);
    return index < list.size() ? list[index] : nullptr;
}

status take_device(camera *c, fault *fault) {
    c->device = find(c->name);
    if (!c->device) {
        char v4l2[256];
        video_devices_list(v4l2, sizeof v4l2);
        return fault_set(
            fault, STATUS_DEVICE,
            "libcamera:%s: no such camera; libcamera %s sees: %s; video devices: %s; check the cable and `cam --list`, or try v4l2:/dev/videoN",
            c->name.c_str(), libcamera::CameraManager::version().c_str(), cameras_present().c_str(), v4l2);
    }
    int failed = c->device->acquire();
    if (failed)
        return fault_set(fault, STATUS_DEVICE, "libcamera:%s: can't be taken (%s); is another program using the camera?", c->name.c_str(),
                         strerror(-failed));
    c->acquired = true;
    return STATUS_OK;
}

struct known_format {
    libcamera::PixelFormat theirs;
    raw_format ours;
};

// In order of preference: luma at hand first; then, above VGA, JPEG before YUYV, which USB 2 carries at a few pictures a second only.
std::vector<known_format> preferred_formats(bool large) {
    using namespace libcamera::formats;
    known_format yuyv{YUYV, RAW_YUYV}, jpeg{MJPEG, RAW_MJPEG};
    // RGB888 is B, G, R in memory, and BGR888 R, G, B: the names are DRM's, most significant byte first.
    return {{NV12, RAW_NV12}, {NV21, RAW_NV21}, large ? jpeg : yuyv, large ? yuyv : jpeg, {RGB888, RAW_BGR}, {BGR888, RAW_RGB}, {R8, RAW_GRAY}};
}

bool choose_format(camera *c, libcamera::StreamConfiguration &stream, bool large) {
    std::vector<libcamera::PixelFormat> offered = stream.formats().pixelformats();
    for (const known_format &f : preferred_formats(large)) {
        bool has = offered.empty() ? stream.pixelFormat == f.theirs : std::find(offered.begin(), offered.end(), f.theirs) != offered.end();
        if (!has) continue;
        stream.pixelFormat = f.theirs;
        c->format = f.ours;
        return true;
    }
    return false;
}

status refused(const camera *c, const char *what, int error, fault *fault) {
    return fault_set(fault, STATUS_DEVICE, "libcamera:%s: %s (%s); try another size, or v4l2:/dev/videoN", c->name.c_str(), what,
                     error ? strerror(error) : "not supported");
}

status configure(camera *c, const capture_options *o, fault *fault) {
    c->wanted = c->device->generateConfiguration({libcamera::StreamRole::VideoRecording});
    if (!c->wanted || c->wanted->empty()) return refused(c, "offers no video", 0, fault);
    libcamera::StreamConfiguration &stream = c->wanted->at(0);
    int width = o->width > 0 ? o->width : LIVE_WIDTH_PX, height = o->height > 0 ? o->height : LIVE_HEIGHT_PX;
    if (!choose_format(c, stream, width * height > LIVE_LARGEST_UNCOMPRESSED_PX)) return refused(c, "offers no usable pixel format", 0, fault);
    libcamera::PixelFormat chosen = stream.pixelFormat;
    stream.size = libcamera::Size(static_cast<unsigned>(width), static_cast<unsigned>(height));
    // "Adjusted" is normal: another size or stride, which is read from `stream` from here on. Another format is not what was chosen.
    if (c->wanted->validate() == libcamera::CameraConfiguration::Invalid || stream.pixelFormat != chosen)
        return refused(c, "refuses the size", 0, fault);
    int failed = c->device->configure(c->wanted.get());
    return failed ? refused(c, "can't be configured", -failed, fault) : STATUS_OK;
}

bool map_buffer(camera *c, const libcamera::FrameBuffer &buffer) {
    std::map<int, size_t> needed;
    for (const auto &plane : buffer.planes()) {
        size_t &length = needed[plane.fd.get()];
        length = std::max(length, static_cast<size_t>(plane.offset) + plane.length);
    }
    for (auto [fd, length] : needed) {
        void *at = mmap(nullptr, length, PROT_READ, MAP_SHARED, fd, 0);
        if (at == MAP_FAILED) return false;
        c->mapped[fd] = {static_cast<uint8_t *>(at), length};
    }
    return true;
}

status make_requests(camera *c, fault *fault) {
    libcamera::Stream *stream = c->wanted->at(0).stream();
    c->buffers = std::make_unique<libcamera::FrameBufferAllocator>(c->device);
    int allocated = c->buffers->allocate(stream);
    if (allocated < 0) return refused(c, "gets no memory for its pictures", -allocated, fault);
    for (const auto &buffer : c->buffers->buffers(stream)) {
        if (!map_buffer(c, *buffer)) return refused(c, "its pictures can't be mapped", errno, fault);
        auto request = c->device->createRequest();
        if (!request || request->addBuffer(stream, buffer.get())) return refused(c, "makes no requests", 0, fault);
        c->requests.push_back(std::move(request));
    }
    return STATUS_OK;
}

void give_back(camera *c, libcamera::Request *request) {
    request->reuse(libcamera::Request::ReuseBuffers);
    c->device->queueRequest(request);  // refused while stopping: no request is needed then
}

bool is_whole(const libcamera::Request *request) {
    return request->buffers().begin()->second->metadata().status == libcamera::FrameMetadata::FrameSuccess;
}

// In libcamera's thread: hands over and never works.
void completed(camera *c, libcamera::Request *request) {
    if (request->status() == libcamera::Request::RequestCancelled) return;
    void *overtaken = is_whole(request) ? mailbox_put(c->box, request) : request;
    if (overtaken) give_back(c, static_cast<libcamera::Request *>(overtaken));
}

void request_rate(camera *c, const capture_options *o, libcamera::ControlList &settings) {
    const auto &known = c->device->controls();
    if (o->fps <= 0 || known.find(libcamera::controls::FrameDurationLimits.id()) == known.end()) return;
    int64_t duration_us = static_cast<int64_t>(1e6 / o->fps);
    const int64_t limits[2] = {duration_us, duration_us};
    settings.set(libcamera::controls::FrameDurationLimits, libcamera::Span<const int64_t, 2>(limits));
    c->fps = o->fps;
}

status start(camera *c, const capture_options *o, fault *fault) {
    c->box = mailbox_create();
    if (!c->box) return fault_set(fault, STATUS_MEMORY, "libcamera:%s: out of memory; close other programs", c->name.c_str());
    c->device->requestCompleted.connect(c, [c](libcamera::Request *request) { completed(c, request); });
    c->device->disconnected.connect(c, [c]() { mailbox_close(c->box); });
    libcamera::ControlList settings(c->device->controls());
    request_rate(c, o, settings);
    int failed = c->device->start(&settings);
    if (failed) return refused(c, "does not start", -failed, fault);
    c->running = true;
    // libcamera 0.0.3 ignores start()'s settings for USB cameras: they go with the first request too.
    for (const auto &[id, value] : settings) c->requests.front()->controls().set(id, value);
    for (const auto &request : c->requests) {
        failed = c->device->queueRequest(request.get());
        if (failed) return refused(c, "takes no requests", -failed, fault);
    }
    return STATUS_OK;
}

// Where devices don't keep the processor's caches right (ARM), drivers may give out memory that is not cached at all.
#if defined(__x86_64__)
constexpr bool buffers_uncached = false;
#else
constexpr bool buffers_uncached = true;
#endif

// Cached memory must be fetched anew before the processor reads it (ARM); elsewhere this does nothing.
void sync_buffer(const libcamera::FrameBuffer &buffer, uint64_t begin_or_end) {
    for (const auto &plane : buffer.planes()) {
        dma_buf_sync sync{begin_or_end | DMA_BUF_SYNC_READ};
        ioctl(plane.fd.get(), DMA_BUF_IOCTL_SYNC, &sync);
    }
}

raw_picture describe(camera *c, const libcamera::FrameBuffer &buffer) {
    const libcamera::StreamConfiguration &stream = c->wanted->at(0);
    raw_picture raw{c->format, static_cast<int>(stream.size.width), static_cast<int>(stream.size.height), {}, {}, {}, buffers_uncached};
    const auto planes = buffer.planes();
    const auto metadata = buffer.metadata().planes();
    for (size_t i = 0; i < std::min<size_t>(2, planes.size()); i++) {
        raw.plane[i] = c->mapped[planes[i].fd.get()].at + planes[i].offset;
        raw.stride[i] = stream.stride;
        raw.length[i] = planes[i].length;
        // A JPEG is as long as the camera says, its buffer is longer.
        if (c->format == RAW_MJPEG && i < metadata.size()) raw.length[i] = std::min<size_t>(raw.length[i], metadata[i].bytesused);
    }
    return raw;
}

const libcamera::FrameBuffer &buffer_of(const libcamera::Request *request) { return *request->buffers().begin()->second; }

// The picture in the buffer, which is the consumer's until let_go.
status hold(camera *c, libcamera::Request *request, fault *fault) {
    c->held = request;
    sync_buffer(buffer_of(request), DMA_BUF_SYNC_START);
    raw_picture raw = describe(c, buffer_of(request));
    return picture_convert(c->shown, &raw, fault);
}

void let_go(camera *c) {
    if (!c->held) return;
    sync_buffer(buffer_of(c->held), DMA_BUF_SYNC_END);
    give_back(c, c->held);
    c->held = nullptr;
}

status unplugged(const camera *c, fault *fault) {
    return fault_set(fault, STATUS_DEVICE, "libcamera:%s: the camera was unplugged; plug it in and open it again", c->name.c_str());
}

// Waits for a picture newer than the last; its request is then the caller's, to be given back.
status fetch(camera *c, libcamera::Request **request, frame *out, fault *fault) {
    mail newest{};
    status s = mailbox_take(c->box, c->timeout_s, nullptr, &newest);
    if (s == STATUS_END || (s && video_devices_any_gone())) return unplugged(c, fault);
    if (s) return fault_set(fault, s, "libcamera:%s: no picture for %g s; check the camera's cable and power", c->name.c_str(), c->timeout_s);
    *request = static_cast<libcamera::Request *>(newest.picture);
    c->skipped += newest.skipped;
    *out = frame{};
    out->t_s = newest.t_s;
    out->sequence = newest.sequence;
    return STATUS_OK;
}

status next_frame(source *s, frame *out, fault *fault) {
    camera *c = static_cast<camera *>(s);
    return guarded(c->name.c_str(), fault, [&] {
        libcamera::Request *request = nullptr;
        let_go(c);
        status came = fetch(c, &request, out, fault);
        if (came == STATUS_OK) came = hold(c, request, fault);
        if (came == STATUS_OK) picture_show(c->shown, out);
        return came;
    });
}

// Without udev libcamera does not notice that a camera was unplugged: stop() would abort on the requests that never complete. Such a camera is left
// as it is.
bool must_be_abandoned(camera *c) { return c->running && !mailbox_is_closed(c->box) && video_devices_any_gone(); }

void release_device(camera *c) {
    if (!c->device) return;
    if (c->running) c->device->stop();
    c->device->requestCompleted.disconnect(c);
    c->device->disconnected.disconnect(c);
    for (const auto &[fd, m] : c->mapped) munmap(m.at, m.length);
    c->requests.clear();
    c->buffers.reset();  // before the release, as libcamera demands
    if (c->acquired) c->device->release();
    c->wanted.reset();
    c->device.reset();
}

void close_camera(source *s) {
    camera *c = static_cast<camera *>(s);
    if (must_be_abandoned(c)) return;
    release_device(c);
    libcamera_manager_release();
    picture_destroy(c->shown);
    mailbox_destroy(c->box);
    delete c;
}

const source_verbs verbs = {next_frame, close_camera};

status bring_up(camera *c, const char *name, const capture_options *o, fault *fault) {
    c->verbs = &verbs;
    c->live = true;
    c->frame_count = -1;
    c->name = name;
    c->timeout_s = o->timeout_s;
    c->shown = picture_create(o->colour);
    if (!c->shown) return fault_set(fault, STATUS_MEMORY, "libcamera:%s: out of memory; close other programs", name);
    status s = take_device(c, fault);
    if (!s) s = configure(c, o, fault);
    if (!s) s = make_requests(c, fault);
    if (!s) s = start(c, o, fault);
    return s;
}

}  // namespace

extern "C" status libcamera_open(const char *name, const capture_options *o, source **out, fault *fault) {
    quiet_libraries();
    status s = guarded("libcamera", fault, [&] { return libcamera_manager_acquire(fault); });
    if (s) return s;
    camera *made = nullptr;
    s = guarded(name, fault, [&] {
        made = new camera{};
        return bring_up(made, name, o, fault);
    });
    if (!s)
        *out = made;
    else if (made)
        close_camera(made);
    else
        libcamera_manager_release();
    return s;
}
