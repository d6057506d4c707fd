#include "vision/tags/aruco.h"

#include <cstring>
#include <exception>
#include <new>
#include <opencv2/aruco.hpp>
#include <vector>

namespace {

struct dictionary_row {
    const char *family;
    int number;  // OpenCV's
    int cells;   // along an edge, the black border of one cell on each side included
};

const dictionary_row dictionaries[] = {
    {"aruco4x4_50", cv::aruco::DICT_4X4_50, 6},
    {"aruco4x4_100", cv::aruco::DICT_4X4_100, 6},
    {"aruco4x4_250", cv::aruco::DICT_4X4_250, 6},
    {"aruco4x4_1000", cv::aruco::DICT_4X4_1000, 6},
    {"aruco5x5_50", cv::aruco::DICT_5X5_50, 7},
    {"aruco5x5_100", cv::aruco::DICT_5X5_100, 7},
    {"aruco5x5_250", cv::aruco::DICT_5X5_250, 7},
    {"aruco5x5_1000", cv::aruco::DICT_5X5_1000, 7},
    {"aruco6x6_50", cv::aruco::DICT_6X6_50, 8},
    {"aruco6x6_100", cv::aruco::DICT_6X6_100, 8},
    {"aruco6x6_250", cv::aruco::DICT_6X6_250, 8},
    {"aruco6x6_1000", cv::aruco::DICT_6X6_1000, 8},
    {"aruco7x7_50", cv::aruco::DICT_7X7_50, 9},
    {"aruco7x7_100", cv::aruco::DICT_7X7_100, 9},
    {"aruco7x7_250", cv::aruco::DICT_7X7_250, 9},
    {"aruco7x7_1000", cv::aruco::DICT_7X7_1000, 9},
    {"aruco_original", cv::aruco::DICT_ARUCO_ORIGINAL, 7},
};

// OpenCV's copies of AprilTag families.
const dictionary_row april_copies[] = {
    {"tag16h5", cv::aruco::DICT_APRILTAG_16h5, 6},
    {"tag25h9", cv::aruco::DICT_APRILTAG_25h9, 7},
    {"tag36h10", cv::aruco::DICT_APRILTAG_36h10, 8},
    {"tag36h11", cv::aruco::DICT_APRILTAG_36h11, 8},
};

const dictionary_row *dictionary_find(const char *family) {
    for (const dictionary_row &row : dictionaries)
        if (std::strcmp(row.family, family) == 0) return &row;
    return nullptr;
}

const dictionary_row *readable_find(const char *family) {
    for (const dictionary_row &row : april_copies)
        if (std::strcmp(row.family, family) == 0) return &row;
    return dictionary_find(family);
}

// Runs the task and turns its exceptions into a status.
template <typename Task>
status guarded(fault *fault, Task task) {
    try {
        return task();
    } catch (const std::bad_alloc &) {
        return fault_set(fault, STATUS_MEMORY, "out of memory in the ArUco reader");
    } catch (const std::exception &e) {
        return fault_set(fault, STATUS_EXTERNAL, "OpenCV's ArUco reader failed: %s", e.what());
    } catch (...) {
        return fault_set(fault, STATUS_EXTERNAL, "OpenCV's ArUco reader failed");
    }
}

uint64_t white_cells(const cv::aruco::Dictionary &d, int id) {
    uint64_t white = 0;
    const cv::Mat bits = cv::aruco::Dictionary::getBitsFromByteList(d.bytesList.rowRange(id, id + 1), d.markerSize);
    for (int y = 0; y < bits.rows; y++)
        for (int x = 0; x < bits.cols; x++)
            if (bits.at<uint8_t>(y, x)) white |= UINT64_C(1) << (8 * y + x);
    return white;
}

}  // namespace

struct aruco_reader {
    cv::Ptr<cv::aruco::DetectorParameters> parameters;
    std::vector<cv::Ptr<cv::aruco::Dictionary>> dictionaries;
    std::vector<std::vector<cv::Point2f>> corners;
    std::vector<int> ids;
};

bool aruco_knows(const char *family, int *cells) {
    const dictionary_row *row = dictionary_find(family);
    if (row && cells) *cells = row->cells;
    return row != nullptr;
}

bool aruco_reads(const char *family, int *cells) {
    const dictionary_row *row = readable_find(family);
    if (row && cells) *cells = row->cells;
    return row != nullptr;
}

status aruco_create(aruco_reader **out, fault *fault) {
    return guarded(fault, [&] {
        aruco_reader *r = new aruco_reader;
        *out = r;
        r->parameters = cv::aruco::DetectorParameters::create();
        r->parameters->minMarkerPerimeterRate = 0.01;                           // of the picture's longer side: 10 px edges at 4056 px
        r->parameters->cornerRefinementMethod = cv::aruco::CORNER_REFINE_NONE;  // corners.c does it for all families alike
        r->parameters->errorCorrectionRate = 0.3;                               // below OpenCV's 0.6: scenery must not read as a marker
        return STATUS_OK;
    });
}

void aruco_destroy(aruco_reader *r) { delete r; }

status aruco_add(aruco_reader *r, const char *family, fault *fault) {
    const dictionary_row *row = readable_find(family);
    if (!row) return fault_set(fault, STATUS_INVALID, "unknown ArUco dictionary \"%s\"", family);
    return guarded(fault, [&] {
        r->dictionaries.push_back(cv::aruco::getPredefinedDictionary(row->number));
        return STATUS_OK;
    });
}

int aruco_codes(const char *family, uint64_t *white, int capacity) {
    const dictionary_row *row = dictionary_find(family);
    int count = 0;
    if (!row) return 0;
    guarded(nullptr, [&] {
        const cv::Ptr<cv::aruco::Dictionary> d = cv::aruco::getPredefinedDictionary(row->number);
        for (; count < d->bytesList.rows && count < capacity; count++) white[count] = white_cells(*d, count);
        return STATUS_OK;
    });
    return count;
}

status aruco_find(aruco_reader *r, const uint8_t *gray, size_t stride, int width, int height, aruco_found *out, int capacity, int *count) {
    *count = 0;
    return guarded(nullptr, [&] {
        const cv::Mat picture(height, width, CV_8UC1, const_cast<uint8_t *>(gray), stride);
        for (size_t d = 0; d < r->dictionaries.size(); d++) {
            r->corners.clear();
            r->ids.clear();
            cv::aruco::detectMarkers(picture, r->dictionaries[d], r->corners, r->ids, r->parameters);
            for (size_t i = 0; i < r->ids.size(); i++) {
                if (*count == capacity) return STATUS_FULL;
                aruco_found &found = out[(*count)++];
                found.dictionary = static_cast<int>(d);
                found.id = r->ids[i];
                for (size_t k = 0; k < 4; k++) {
                    found.corner[k][0] = r->corners[i][k].x;
                    found.corner[k][1] = r->corners[i][k].y;
                }
            }
        }
        return STATUS_OK;
    });
}
