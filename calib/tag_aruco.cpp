#include "calib/tag_aruco.h"

#include <cstring>
#include <opencv2/aruco.hpp>

#include "core/guarded.hpp"

namespace {

struct dictionary_row {
    const char *family;
    int number;  // OpenCV's
};

const dictionary_row dictionaries[] = {
    {"aruco4x4_50", cv::aruco::DICT_4X4_50},
    {"aruco4x4_100", cv::aruco::DICT_4X4_100},
    {"aruco4x4_250", cv::aruco::DICT_4X4_250},
    {"aruco4x4_1000", cv::aruco::DICT_4X4_1000},
    {"aruco5x5_50", cv::aruco::DICT_5X5_50},
    {"aruco5x5_100", cv::aruco::DICT_5X5_100},
    {"aruco5x5_250", cv::aruco::DICT_5X5_250},
    {"aruco5x5_1000", cv::aruco::DICT_5X5_1000},
    {"aruco6x6_50", cv::aruco::DICT_6X6_50},
    {"aruco6x6_100", cv::aruco::DICT_6X6_100},
    {"aruco6x6_250", cv::aruco::DICT_6X6_250},
    {"aruco6x6_1000", cv::aruco::DICT_6X6_1000},
    {"aruco7x7_50", cv::aruco::DICT_7X7_50},
    {"aruco7x7_100", cv::aruco::DICT_7X7_100},
    {"aruco7x7_250", cv::aruco::DICT_7X7_250},
    {"aruco7x7_1000", cv::aruco::DICT_7X7_1000},
    {"aruco_original", cv::aruco::DICT_ARUCO_ORIGINAL},
};

const dictionary_row *dictionary_find(const char *family) {
    for (const dictionary_row &row : dictionaries)
        if (std::strcmp(row.family, family) == 0) return &row;
    return nullptr;
}

}  // namespace

status tag_aruco_make(const char *family, int id, tag_bitmap *out, fault *fault) {
    const dictionary_row *row = dictionary_find(family);
    if (!row) return fault_set(fault, STATUS_INVALID, "\"%s\" is no ArUco dictionary", family);
    return guarded("OpenCV's ArUco markers", fault, [&] {
        cv::Ptr<cv::aruco::Dictionary> dictionary = cv::aruco::getPredefinedDictionary(row->number);
        int cells = dictionary->markerSize + 2, ids = dictionary->bytesList.rows;
        if (id < 0 || id >= ids) return fault_set(fault, STATUS_INVALID, "%s has no id %d: its ids are 0 to %d", family, id, ids - 1);
        if (cells > TAG_BITMAP_MAX) return fault_set(fault, STATUS_EXTERNAL, "%s has %d cells: more than expected", family, cells);
        cv::Mat picture;
        cv::aruco::drawMarker(dictionary, id, cells, picture, 1);
        *out = tag_bitmap{};
        out->cells = out->border = cells;
        for (int y = 0; y < cells; y++)
            for (int x = 0; x < cells; x++) out->black[y][x] = picture.at<uchar>(y, x) < 128;
        return STATUS_OK;
    });
}
