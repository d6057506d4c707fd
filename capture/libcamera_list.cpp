// The cameras of libcamera and their modes.
#include <libcamera/libcamera.h>

#include <cstdio>

#include "capture/libcamera_manager.hpp"
#include "capture/quiet.h"
#include "capture/source.h"
#include "core/guarded.hpp"

extern "C" source_list libcamera_list;

static bool list_modes(libcamera::Camera *device, camera_entry *to) {
    auto offered = device->generateConfiguration({libcamera::StreamRole::VideoRecording});
    if (!offered || offered->empty()) return true;
    const libcamera::StreamFormats &formats = offered->at(0).formats();
    for (const libcamera::PixelFormat &format : formats.pixelformats())
        for (const libcamera::Size &size : formats.sizes(format)) {
            camera_mode mode{};
            snprintf(mode.format, sizeof mode.format, "%s", format.toString().c_str());
            mode.width = static_cast<int>(size.width);
            mode.height = static_cast<int>(size.height);
            if (!camera_add_mode(to, &mode)) return false;
        }
    return true;
}

static bool list_all(camera_list *out) {
    int index = 0;
    for (const auto &device : libcamera_manager()->cameras()) {
        camera_entry *c = camera_list_add(out);
        if (!c) return false;
        snprintf(c->source, sizeof c->source, "libcamera:%d", index++);
        const auto &model = device->properties().get(libcamera::properties::Model);
        snprintf(c->name, sizeof c->name, "%s", model ? model->c_str() : device->id().c_str());
        if (!list_modes(device.get(), c)) return false;
    }
    return true;
}

extern "C" status libcamera_list(camera_list *out, fault *fault) {
    quiet_libraries();
    status s = guarded("libcamera", fault, [&] { return libcamera_manager_acquire(fault); });
    if (s) return s;
    s = guarded("libcamera", fault, [&] {
        return list_all(out) ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "listing the cameras: out of memory; close other programs");
    });
    libcamera_manager_release();
    return s;
}
