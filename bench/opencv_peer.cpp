#include <opencv2/aruco.hpp>
#include <opencv2/core/utility.hpp>
#include <vector>

#include "bench/peers.h"

struct opencv_peer {
    cv::Ptr<cv::aruco::DetectorParameters> parameters;
    cv::Ptr<cv::aruco::Dictionary> dictionary;
};

opencv_peer *opencv_peer_create(void) {
    cv::setNumThreads(1);
    opencv_peer *p = new opencv_peer;
    p->parameters = cv::aruco::DetectorParameters::create();
    p->parameters->minMarkerPerimeterRate = 0.01;  // of the picture's longer side: 10 px edges at 4056 px
    p->parameters->cornerRefinementMethod = cv::aruco::CORNER_REFINE_SUBPIX;
    p->parameters->cornerRefinementWinSize = 3;
    p->dictionary = cv::aruco::getPredefinedDictionary(cv::aruco::DICT_APRILTAG_36h11);
    return p;
}

void opencv_peer_destroy(opencv_peer *p) { delete p; }

int opencv_peer_find(opencv_peer *p, const uint8_t *gray, size_t stride, int width, int height, peer_tag *out, int capacity) {
    const cv::Mat picture(height, width, CV_8UC1, const_cast<uint8_t *>(gray), stride);
    std::vector<std::vector<cv::Point2f>> corners;
    std::vector<int> ids;
    cv::aruco::detectMarkers(picture, p->dictionary, corners, ids, p->parameters);
    int n = 0;
    for (size_t i = 0; i < ids.size() && n < capacity; i++, n++) {
        out[n].id = ids[i];
        for (size_t k = 0; k < 4; k++) {  // it goes clockwise from the top left
            out[n].corner[k][0] = corners[i][3 - k].x;
            out[n].corner[k][1] = corners[i][3 - k].y;
        }
    }
    return n;
}
