#include <cstdlib>
#include <cstring>
#include <opencv2/imgcodecs.hpp>
#include <vector>

#include "capture/jpeg.h"
#include "core/guarded.hpp"

extern "C" status jpeg_encode(const uint8_t *bgr, int width, int height, size_t stride, int quality, uint8_t **bytes, size_t *length, fault *fault) {
    return guarded("a picture for the record", fault, [&] {
        const cv::Mat picture(height, width, CV_8UC3, const_cast<uint8_t *>(bgr), stride);
        std::vector<uint8_t> out;
        if (!cv::imencode(".jpg", picture, out, {cv::IMWRITE_JPEG_QUALITY, quality}))
            return fault_set(fault, STATUS_EXTERNAL, "a picture for the record: cannot be made a JPEG");
        uint8_t *copy = static_cast<uint8_t *>(std::malloc(out.size()));
        if (!copy) throw std::bad_alloc();
        std::memcpy(copy, out.data(), out.size());
        *bytes = copy;
        *length = out.size();
        return STATUS_OK;
    });
}
