#include "tests/vision/aruco_print.h"

#include <exception>
#include <opencv2/aruco.hpp>

status aruco_print(int dictionary, int id, unsigned char white[256], int *cells) {
    try {
        cv::Ptr<cv::aruco::Dictionary> d = cv::aruco::getPredefinedDictionary(dictionary);
        cv::Mat picture;
        *cells = d->markerSize + 2;
        cv::aruco::drawMarker(d, id, *cells, picture, 1);
        for (int row = 0; row < *cells; row++)
            for (int column = 0; column < *cells; column++) white[row * 16 + column] = picture.at<unsigned char>(row, column) > 127;
        return STATUS_OK;
    } catch (const std::exception &) {
        return STATUS_EXTERNAL;
    }
}
