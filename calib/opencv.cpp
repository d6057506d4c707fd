// What calibration needs of OpenCV: the board in a picture, the lens from boards, a first pose of a plane.
#include "calib/opencv.h"

#include <algorithm>
#include <cmath>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "calib/calib_limits.h"
#include "calib/fit.h"
#include "core/guarded.hpp"

namespace {

constexpr int search_width = 1280;  // boards are searched in pictures of this size, and their corners then refined in the full one

bool search(const cv::Mat &gray, cv::Size board, std::vector<cv::Point2f> &corners) {
    int flags = cv::CALIB_CB_ADAPTIVE_THRESH | cv::CALIB_CB_NORMALIZE_IMAGE;
    // The first look is quick where there is no board; the second method finds boards under uneven light that the first misses.
    if (cv::findChessboardCorners(gray, board, corners, flags | cv::CALIB_CB_FAST_CHECK)) return true;
    return cv::findChessboardCornersSB(gray, board, corners, cv::CALIB_CB_NORMALIZE_IMAGE);
}

float least_spacing(const std::vector<cv::Point2f> &corners, cv::Size board) {
    double least = INFINITY;
    for (int i = 0; i < board.height; i++)
        for (int j = 0; j < board.width; j++) {
            const cv::Point2f &at = corners[static_cast<size_t>(i * board.width + j)];
            if (j + 1 < board.width) least = std::min(least, cv::norm(corners[static_cast<size_t>(i * board.width + j + 1)] - at));
            if (i + 1 < board.height) least = std::min(least, cv::norm(corners[static_cast<size_t>((i + 1) * board.width + j)] - at));
        }
    return static_cast<float>(least);
}

// To the saddle's middle in the full picture, in a window that holds no other corner.
void refine(const cv::Mat &gray, cv::Size board, std::vector<cv::Point2f> &corners) {
    int half = std::clamp(static_cast<int>(0.3f * least_spacing(corners, board)), 2, 15);
    cv::TermCriteria enough(cv::TermCriteria::EPS | cv::TermCriteria::COUNT, 40, 0.001);
    cv::cornerSubPix(gray, corners, {half, half}, {-1, -1}, enough);
}

bool find_board(const frame *f, cv::Size board, std::vector<cv::Point2f> &corners) {
    cv::Mat gray(f->height, f->width, CV_8UC1, const_cast<uint8_t *>(f->gray), f->gray_stride), small = gray;
    double scale = std::max(1.0, f->width / static_cast<double>(search_width));
    if (scale > 1) cv::resize(gray, small, {}, 1 / scale, 1 / scale, cv::INTER_AREA);
    if (!search(small, board, corners)) return false;
    // Pixel centres: the middle of the small picture's pixel (0, 0) lies at (scale - 1) / 2 of the full one.
    float k = static_cast<float>(scale), shift = (k - 1) / 2;
    for (cv::Point2f &p : corners) p = k * p + cv::Point2f(shift, shift);
    refine(gray, board, corners);
    return true;
}

using board_view = std::vector<cv::Point2f>;

struct lens_fit {
    cv::Mat matrix, distortion, sigmas, view_rms;
    double rms_px;
};

std::vector<cv::Point3f> board_points(cv::Size board, double square) {
    std::vector<cv::Point3f> points;
    for (int i = 0; i < board.height; i++)
        for (int j = 0; j < board.width; j++) points.emplace_back(static_cast<float>(j * square), static_cast<float>(i * square), 0.f);
    return points;
}

lens_fit fit_once(const std::vector<board_view> &views, cv::Size board, double square, cv::Size image, int flags) {
    std::vector<std::vector<cv::Point3f>> points(views.size(), board_points(board, square));
    lens_fit fit;
    cv::Mat turns, shifts, pose_sigmas;
    cv::TermCriteria enough(cv::TermCriteria::EPS | cv::TermCriteria::COUNT, 60, 1e-9);
    fit.rms_px =
        cv::calibrateCamera(points, views, image, fit.matrix, fit.distortion, turns, shifts, fit.sigmas, pose_sigmas, fit.view_rms, flags, enough);
    return fit;
}

// Order of calibrateCamera's standard deviations: fx fy cx cy k1 k2 p1 p2 k3 ...
double sigma_of(const lens_fit &fit, int index) { return fit.sigmas.at<double>(index); }
bool is_proven(const lens_fit &fit, int k) { return std::abs(fit.distortion.at<double>(k)) > 2 * sigma_of(fit, 4 + k); }

// All five coefficients where the views prove them, else fewer: an unproven one makes the edges of the picture worse, not better.
lens_fit fit_proven(const std::vector<board_view> &views, cv::Size board, double square, cv::Size image) {
    lens_fit fit = fit_once(views, board, square, image, 0);
    int flags = 0;
    if (!is_proven(fit, 4)) flags |= cv::CALIB_FIX_K3;
    if (!is_proven(fit, 2) && !is_proven(fit, 3)) flags |= cv::CALIB_ZERO_TANGENT_DIST;
    return flags ? fit_once(views, board, square, image, flags) : fit;
}

// The view that fits far worse than the others: by more than a sharp picture's noise and three times the median. -1: none.
int outlier(const lens_fit &fit) {
    std::vector<double> rms(fit.view_rms.begin<double>(), fit.view_rms.end<double>()), sorted = rms;
    std::sort(sorted.begin(), sorted.end());
    auto worst = std::max_element(rms.begin(), rms.end());
    double limit = std::max(LENS_VIEW_LEAST_PX, LENS_VIEW_OF_MEDIAN * sorted[sorted.size() / 2]);
    return *worst > limit ? static_cast<int>(worst - rms.begin()) : -1;
}

// Vector along which the board's plane is seen to tilt: normal of the plane in the camera's frame for a lens of usual focal length.
cv::Vec3d tilt(const board_view &view, const std::vector<cv::Point3f> &points, cv::Size image) {
    std::vector<cv::Point2f> flat;
    for (const cv::Point3f &p : points) flat.emplace_back(p.x, p.y);
    cv::Mat h = cv::findHomography(flat, view);
    if (h.empty() || std::abs(cv::determinant(h)) < 1e-12) return {0, 0, 0};
    cv::Mat line = h.inv().t() * (cv::Mat_<double>(3, 1) << 0, 0, 1);  // image of the plane's line at infinity
    double f = 0.8 * image.width, cx = image.width / 2.0, cy = image.height / 2.0;
    double a = line.at<double>(0), b = line.at<double>(1), c = line.at<double>(2);
    return cv::normalize(cv::Vec3d(f * a, f * b, cx * a + cy * b + c));  // K^T line
}

// Largest angle between two views' tilts, radians. Parallel boards tell nothing of the focal length (Zhang 2000, section 3).
double tilt_spread(const std::vector<board_view> &views, cv::Size board, cv::Size image) {
    std::vector<cv::Point3f> points = board_points(board, 1);
    std::vector<cv::Vec3d> tilts;
    for (const board_view &v : views) tilts.push_back(tilt(v, points, image));
    double widest = 0;
    for (size_t i = 0; i < tilts.size(); i++)
        for (size_t j = 0; j < i; j++) widest = std::max(widest, std::acos(std::min(1.0, std::abs(tilts[i].dot(tilts[j])))));
    return widest;
}

status too_alike(fault *fault) {
    return fault_set(
        fault, STATUS_INVALID,
        "the views of the board are too much alike to tell the lens; tilt the board by 20 to 45 degrees, each picture another way, and bring "
        "it into every corner of the picture");
}

double coverage(const std::vector<board_view> &views, cv::Size image) {
    std::vector<cv::Point2f> all, hull;
    for (const board_view &v : views) all.insert(all.end(), v.begin(), v.end());
    cv::convexHull(all, hull);
    return cv::contourArea(hull) / image.area();
}

void fill_lens(const lens_fit &fit, cv::Size image, calibration *out) {
    const cv::Mat &m = fit.matrix, &d = fit.distortion;
    *out = calibration{};
    out->width = image.width;
    out->height = image.height;
    out->fx = m.at<double>(0, 0);
    out->fy = m.at<double>(1, 1);
    out->cx = m.at<double>(0, 2);
    out->cy = m.at<double>(1, 2);
    out->k1 = d.at<double>(0);
    out->k2 = d.at<double>(1);
    out->p1 = d.at<double>(2);
    out->p2 = d.at<double>(3);
    out->k3 = d.at<double>(4);
    out->rms_px = fit.rms_px;
}

void fill_report(const lens_fit &fit, const std::vector<board_view> &used, const std::vector<int> &index, cv::Size image, calib_lens_report *r) {
    r->used = static_cast<int>(used.size());
    r->rms_px = fit.rms_px;
    for (size_t i = 0; i < used.size(); i++) {
        r->view_used[index[i]] = true;
        r->view_rms_px[index[i]] = fit.view_rms.at<double>(static_cast<int>(i));
    }
    r->coverage = coverage(used, image);
    r->sigma_focal = sigma_of(fit, 0) / fit.matrix.at<double>(0, 0);
}

bool is_sound(const lens_fit &fit, cv::Size image) {
    double fx = fit.matrix.at<double>(0, 0), fy = fit.matrix.at<double>(1, 1), sigma = sigma_of(fit, 0) / fx;
    bool in_picture = fit.matrix.at<double>(0, 2) > 0 && fit.matrix.at<double>(0, 2) < image.width && fit.matrix.at<double>(1, 2) > 0 &&
                      fit.matrix.at<double>(1, 2) < image.height;
    return std::isfinite(fx) && std::isfinite(fy) && fx > 0 && fy > 0 && in_picture && std::isfinite(sigma) && sigma < LENS_MOST_FOCAL_SIGMA;
}

// Leaves the worst view out until none stands apart.
status fit_lens(std::vector<board_view> views, cv::Size board, double square, cv::Size image, calibration *out, calib_lens_report *report,
                fault *fault) {
    std::vector<int> index;
    for (size_t i = 0; i < views.size(); i++) index.push_back(static_cast<int>(i));
    for (;;) {
        if (views.size() < 3)
            return fault_set(fault, STATUS_INVALID, "%zu usable views of the board, at least 3 are needed; take 10 to 20, each tilted another way",
                             views.size());
        if (tilt_spread(views, board, image) < 10 * CV_PI / 180) return too_alike(fault);
        lens_fit fit = fit_proven(views, board, square, image);
        int worst = outlier(fit);
        if (worst < 0) {
            if (!is_sound(fit, image)) return too_alike(fault);
            fill_lens(fit, image, out);
            fill_report(fit, views, index, image, report);
            return STATUS_OK;
        }
        report->view_rms_px[index[static_cast<size_t>(worst)]] = fit.view_rms.at<double>(worst);
        views.erase(views.begin() + worst);
        index.erase(index.begin() + worst);
    }
}

bool board_is_possible(int columns, int rows) {
    return columns >= 3 && rows >= 3 && columns <= CALIB_MAX_BOARD && rows <= CALIB_MAX_BOARD && columns * rows <= CALIB_MAX_BOARD;
}

status impossible_board(int columns, int rows, fault *fault) {
    return fault_set(fault, STATUS_INVALID,
                     "a board of %d x %d inner corners is not possible; count the corners where four squares meet, at least 3 x 3", columns, rows);
}

}  // namespace

extern "C" status calib_find_board(const frame *f, int columns, int rows, px2 *corners, bool *found, fault *fault) {
    *found = false;
    if (!board_is_possible(columns, rows)) return impossible_board(columns, rows, fault);
    return guarded("searching the calibration board", fault, [&] {
        std::vector<cv::Point2f> at;
        *found = find_board(f, {columns, rows}, at) && at.size() == static_cast<size_t>(columns * rows);
        for (size_t i = 0; *found && i < at.size(); i++) corners[i] = px2{at[i].x, at[i].y};
        return STATUS_OK;
    });
}

extern "C" status calib_fit_lens(const px2 *const *views, int view_count, int columns, int rows, double square_mm, int width, int height,
                                 calibration *out, calib_lens_report *report, fault *fault) {
    *report = calib_lens_report{};
    report->views = view_count;
    if (!board_is_possible(columns, rows)) return impossible_board(columns, rows, fault);
    if (!(square_mm > 0) || !std::isfinite(square_mm) || width <= 0 || height <= 0)
        return fault_set(fault, STATUS_INVALID, "the board's square must be larger than 0 mm; measure one");
    if (view_count > CALIB_MAX_VIEWS) return fault_set(fault, STATUS_INVALID, "%d views of the board; give at most %d", view_count, CALIB_MAX_VIEWS);
    return guarded("fitting the lens", fault, [&] {
        std::vector<board_view> seen(static_cast<size_t>(std::max(0, view_count)));
        for (int i = 0; i < view_count; i++)
            for (int k = 0; k < columns * rows; k++)
                seen[static_cast<size_t>(i)].emplace_back(static_cast<float>(views[i][k].u), static_cast<float>(views[i][k].v));
        return fit_lens(seen, {columns, rows}, square_mm, {width, height}, out, report, fault);
    });
}

extern "C" status opencv_plane_pose(const vec2 *at_in, const vec2 *rays, int count, plane_pose out[2], int *found, fault *fault) {
    *found = 0;
    return guarded("finding the table", fault, [&] {
        std::vector<cv::Point3d> places;
        std::vector<cv::Point2d> seen;
        for (int i = 0; i < count; i++) {
            places.emplace_back(at_in[i].x, at_in[i].y, 0);
            seen.emplace_back(rays[i].x, rays[i].y);
        }
        std::vector<cv::Mat> turns, shifts;
        int n = cv::solvePnPGeneric(places, seen, cv::Mat::eye(3, 3, CV_64F), cv::noArray(), turns, shifts, false, cv::SOLVEPNP_IPPE);
        for (int i = 0; i < std::min(n, 2); i++) {
            const cv::Mat &r = turns[static_cast<size_t>(i)], &t = shifts[static_cast<size_t>(i)];
            if (!cv::checkRange(r) || !cv::checkRange(t)) continue;
            out[*found].rotation_vector = vec3{r.at<double>(0), r.at<double>(1), r.at<double>(2)};
            out[(*found)++].translation_in = vec3{t.at<double>(0), t.at<double>(1), t.at<double>(2)};
        }
        return STATUS_OK;
    });
}
