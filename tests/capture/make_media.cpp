#include "tests/capture/make_media.h"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>

extern "C" bool make_flat_picture(const char *path, int width, int height, int level) {
    return cv::imwrite(path, cv::Mat(height, width, CV_8UC3, cv::Scalar::all(level)));
}

extern "C" bool make_deep_picture(const char *path, int width, int height, int level) {
    return cv::imwrite(path, cv::Mat(height, width, CV_16UC3, cv::Scalar::all(level * 257)));
}

extern "C" bool make_clear_picture(const char *path, int width, int height, int level) {
    return cv::imwrite(path, cv::Mat(height, width, CV_8UC4, cv::Scalar(level, level, level, 128)));
}

extern "C" bool make_gray_picture(const char *path, int width, int height, int level) {
    return cv::imwrite(path, cv::Mat(height, width, CV_8UC1, cv::Scalar::all(level)));
}

extern "C" bool make_two_colours(const char *path, int width, int height, const unsigned char left[3], const unsigned char right[3]) {
    cv::Mat m(height, width, CV_8UC3, cv::Scalar(left[0], left[1], left[2]));
    m.colRange(width / 2, width).setTo(cv::Scalar(right[0], right[1], right[2]));
    return cv::imwrite(path, m);
}

extern "C" bool make_clip(const char *path, const char *fourcc, int width, int height, double fps, int count, int first, int step) {
    cv::VideoWriter w(path, cv::CAP_FFMPEG, cv::VideoWriter::fourcc(fourcc[0], fourcc[1], fourcc[2], fourcc[3]), fps, {width, height});
    for (int i = 0; w.isOpened() && i < count; i++) w.write(cv::Mat(height, width, CV_8UC3, cv::Scalar::all(first + step * i)));
    return w.isOpened();
}
