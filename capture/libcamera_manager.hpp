// capture/libcamera_manager -- libcamera's CameraManager, of which a process may have one: a second one aborts. Internal to this folder.
#ifndef VEDETTE_CAPTURE_LIBCAMERA_MANAGER_HPP
#define VEDETTE_CAPTURE_LIBCAMERA_MANAGER_HPP

#include <libcamera/camera_manager.h>

#include "core/status.h"

// It runs between the first acquire and the last release; any thread. STATUS_DEVICE.
status libcamera_manager_acquire(fault *fault);
void libcamera_manager_release();
// While it runs.
libcamera::CameraManager *libcamera_manager();

#endif
