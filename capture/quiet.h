// capture/quiet -- keeps OpenCV and libcamera from writing to stderr: their failures are reported as faults. Internal to this folder.
#ifndef VEDETTE_CAPTURE_QUIET_H
#define VEDETTE_CAPTURE_QUIET_H

#ifdef __cplusplus
extern "C" {
#endif

// Takes effect once a process, from any thread. What the environment already sets (OPENCV_LOG_LEVEL, LIBCAMERA_LOG_LEVELS)
// stays, so that a developer can listen.
void quiet_libraries(void);

#ifdef __cplusplus
}
#endif
#endif
