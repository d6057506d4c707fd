#include "tests/app/excerpt.h"

#include <opencv2/videoio.hpp>

extern "C" bool excerpt_make(const char *clip, double from_s, double to_s, const char *path) {
    cv::VideoCapture in(clip);
    double fps = in.get(cv::CAP_PROP_FPS);
    cv::VideoWriter out;
    cv::Mat picture;
    int written = 0;
    for (int i = 0; i < to_s * fps && in.read(picture); i++) {
        if (i < from_s * fps) continue;
        if (!out.isOpened() && !out.open(path, cv::CAP_FFMPEG, cv::VideoWriter::fourcc('m', 'p', '4', 'v'), fps, picture.size())) return false;
        out.write(picture);
        written++;
    }
    return written > 0;
}
