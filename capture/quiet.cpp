#include "capture/quiet.h"

#include <pthread.h>

#include <cstdlib>
#include <ostream>  // libcamera/logging.h needs it and does not say so

#include <libcamera/logging.h>
#include <opencv2/core/utils/logger.hpp>

#include "capture/capture_limits.h"

static void quieten() {
    if (!getenv("OPENCV_LOG_LEVEL")) cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    setenv("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", LIVE_V4L2_GIVE_UP_S, 0);  // OpenCV reads it when it opens its first camera
    if (!getenv("LIBCAMERA_LOG_LEVELS") && !getenv("LIBCAMERA_LOG_FILE")) libcamera::logSetTarget(libcamera::LoggingTargetNone);
}

extern "C" void quiet_libraries(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, quieten);
}
