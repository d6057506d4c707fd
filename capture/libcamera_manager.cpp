#include "capture/libcamera_manager.hpp"

#include <cstring>
#include <memory>
#include <mutex>

// A plain pointer, since an abandoned camera must never be torn down at exit either.
static std::mutex manager_lock;
static libcamera::CameraManager *manager;
static int manager_users;

status libcamera_manager_acquire(fault *fault) {
    std::lock_guard<std::mutex> hold(manager_lock);
    if (manager_users == 0) {
        auto started = std::make_unique<libcamera::CameraManager>();
        int failed = started->start();
        if (failed) return fault_set(fault, STATUS_DEVICE, "libcamera does not start (%s); try v4l2:/dev/videoN", strerror(-failed));
        manager = started.release();
    }
    manager_users++;
    return STATUS_OK;
}

void libcamera_manager_release() {
    std::lock_guard<std::mutex> hold(manager_lock);
    if (--manager_users > 0) return;
    manager->stop();
    delete manager;
    manager = nullptr;
}

libcamera::CameraManager *libcamera_manager() { return manager; }
