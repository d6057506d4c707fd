#include "capture/quiet.h"

#include <pthread.h>

#include <cstdlib>
#include <ostream>  // libcamera/logging.h needs it and does not say so

#include <libcamera/logging.h>
#include <opencv2/core/utils/logger.hpp>

static void quieten() {
    if (!getenv("OPENCV_LOG_LEVEL")) cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    // OpenCV reads these when it opens its first clip or camera.
    setenv("OPENCV_FFMPEG_LOGLEVEL", "-8", 0);  // FFmpeg's AV_LOG_QUIET
    setenv("OPENCV_FFMPEG_CAPTURE_OPTIONS", "protocol_whitelist;file", 0);
    setenv("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2", 0);  // seconds; the default of 10 would hold up closing a stuck camera
    if (!getenv("LIBCAMERA_LOG_LEVELS") && !getenv("LIBCAMERA_LOG_FILE")) libcamera::logSetTarget(libcamera::LoggingTargetNone);
}

extern "C" void quiet_libraries(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, quieten);
}
