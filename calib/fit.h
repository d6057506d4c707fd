// calib/fit -- fits the camera's model: the lens from a chessboard, the table's pose from its markers; and checks whether the pose still holds.
// Values in, values out; never opens a camera or a file.
//
// Pixels as in px2, table inches; the board in millimetres. Threads: any, on different data. `made` of a fitted calibration is empty: the caller
// knows the time.
#ifndef VEDETTE_CALIB_FIT_H
#define VEDETTE_CALIB_FIT_H

#include "calib/camera.h"
#include "core/frame.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CALIB_MAX_VIEWS 256
#define CALIB_MAX_BOARD 4096  // inner corners
#define CALIB_MAX_MARKERS 64

// Finds the board of columns x rows inner corners (each >= 3) in f's gray picture, of any size. Where it is found, corners[0..columns * rows) is
// filled row by row, to a few hundredths of a pixel in a sharp picture. Not found is STATUS_OK with *found false. STATUS_INVALID: a size that no
// board has; STATUS_MEMORY, STATUS_EXTERNAL. Source: OpenCV's findChessboardCorners and cornerSubPix.
status calib_find_board(const frame *f, int columns, int rows, px2 *corners, bool *found, fault *fault);

typedef struct {
    int views, used;  // with a board; of those, not rejected
    double rms_px;    // of the used views
    double view_rms_px[CALIB_MAX_VIEWS];
    bool view_used[CALIB_MAX_VIEWS];  // false: an outlier, left out
    double coverage;                  // share of the picture inside the hull of all used corners; below 0.5 the edges are guesswork
    double sigma_focal;               // one standard deviation of fx relative to fx
} calib_lens_report;

// Fits focal lengths, principal point and plumb_bob distortion to view_count boards, each columns * rows corners as calib_find_board gives them, all
// from pictures of width x height. A coefficient that the views do not prove (below twice its own standard deviation) stays 0. Views that fit far
// worse than the others are left out. *out has no table. STATUS_INVALID with a remedy: fewer than 3 usable views, views too much alike (all tilted
// the same way), more than CALIB_MAX_VIEWS; STATUS_MEMORY, STATUS_EXTERNAL. Source: Z. Zhang, A flexible new technique for camera calibration, IEEE
// PAMI 22 (2000); OpenCV's calibrateCamera.
status calib_fit_lens(const px2 *const *views, int view_count, int columns, int rows, double square_mm, int width, int height, calibration *out,
                      calib_lens_report *report, fault *fault);

// Reports are cleared where a function fails.

// A point of a table marker: where it was seen and where it is.
typedef struct {
    px2 px;
    vec3 at_in;
    int marker;       // id: points with the same id are accepted or rejected together
    double sigma_px;  // one standard deviation of each coordinate; 0: 0.3 px is taken
} calib_point;

typedef struct {
    int marker;     // id as in calib_point
    bool used;      // false: it contradicts the others and was left out (moved, misread, or stated at the wrong place)
    double rms_px;  // between its points in the picture and where they should be
    double off_in;  // its middle on the table from where it is stated to be
} calib_marker_report;

typedef struct {
    calib_marker_report markers[CALIB_MAX_MARKERS];
    int count, used;
    int worst;              // index of the marker with the largest off_in
    double rms_px;          // of the used markers' points
    double typical_off_in;  // median of off_in over all markers
    bool focal_fitted;      // the focal length was estimated from the table itself
    bool bend_fitted;       // and the lens's k1; else such a lens is taken as free of distortion
    double sigma_focal;     // one standard deviation of an estimated focal length, relative to it. Overhead views hardly separate it from the height:
                            // heights above the table suffer, not places on it
} calib_table_report;

// Pose of the table under a known lens: weighted least squares over all points of the markers that agree. At least 4 markers; up to a minority of
// them may contradict the rest. *out is *lens with pose and rms_px (out may be lens). STATUS_INVALID with a remedy that names the markers: too few,
// on one line, contradictory. STATUS_MEMORY, STATUS_EXTERNAL. Source: Fischler and Bolles, CACM 24 (1981) over whole markers; start values by IPPE
// (Collins and Bartoli, IJCV 109, 2014).
status calib_fit_table(const calibration *lens, const calib_point *points, int count, calibration *out, calib_table_report *report, fault *fault);

// The same where no lens is known: square pixels, no distortion, principal point in the middle. The focal length is estimated too, with a prior of
// 30 % around that of calib_plain_lens.
status calib_fit_table_and_focal(int width, int height, const calib_point *points, int count, calibration *out, calib_table_report *report,
                                 fault *fault);

// The same with the lens's first distortion coefficient k1 estimated too, with a prior of 0 and a sigma of 0.15. Where markers lie at the edges of
// the picture this removes most of a usual lens's distortion from the places between them; a lens fitted from a board is better still.
status calib_fit_table_and_lens(int width, int height, const calib_point *points, int count, calibration *out, calib_table_report *report,
                                fault *fault);

// How far the markers seen now are from where the calibration expects them; fits nothing. One marker far off: it moved. typical_off_in far off:
// camera or table moved. All `used` are true. STATUS_INVALID: no pose, no points or more than CALIB_MAX_MARKERS markers.
status calib_check_table(const calibration *c, const calib_point *points, int count, calib_table_report *report, fault *fault);

#ifdef __cplusplus
}
#endif
#endif
