// render -- draws the picture that an overhead camera would take of a game, with exact ground truth. For tests and for the sample clip only.
//
// Plain perspective with the plumb_bob lens of docs/detection.md, written from the formulas that OpenCV documents and sharing no code with
// calib/, so that it can be held against it. Table inches, pixels with the centre of the top-left pixel at (0, 0), millimetres nowhere.
// One thread a renderer; the same scene gives the same bytes.
#ifndef VEDETTE_TESTS_RENDER_H
#define VEDETTE_TESTS_RENDER_H

#include <stddef.h>
#include <stdint.h>

#include "core/game.h"

// A calibrated camera: Xc = R Xt + t, R = Rodrigues(rotation); k holds k1, k2, p1, p2, k3 as in the calibration file.
typedef struct {
    int width, height;
    double fx, fy, cx, cy;
    double k[5];
    double rotation[3];
    double translation_in[3];
} render_camera;

typedef enum { RENDER_GRASS, RENDER_MAT, RENDER_WOOD, RENDER_SNOW } render_ground;

// An arm that reaches from `from` (off the table) to fingertips at `at`, which are z_in above the table.
typedef struct {
    vec2 from, at;
    double z_in;
} render_hand;

// What lies about on a table and is no base.
typedef enum {
    SCATTER_DIE,    // a cube
    SCATTER_TOKEN,  // a flat disc with a ring of another colour
    SCATTER_RULER,  // long, flat and narrow
    SCATTER_MARKER  // a declaration marker of the game on its tile
} scatter_kind;

typedef struct {
    scatter_kind kind;
    pose pose;
    double size_in;      // edge, diameter, length
    uint32_t rgb, ring;  // ring: of a token
    int marker;          // index into game->declarations; size_in is its black square
} render_scatter;

typedef struct {
    render_camera camera;
    const game *game;     // borrowed, as are the arrays below
    const pose *poses;    // game->figure_count of them; NULL: where each figure starts
    const bool *present;  // NULL: every figure that has a start
    const render_hand *hands;
    int hand_count;
    const render_scatter *scatter;
    int scatter_count;
    const uint32_t *base_rgb;  // of what the bases of each unit are covered with; NULL: a dull green
    double tallness;           // of the miniatures over the usual; 0: as usual
    double gloss;              // of painted rims: how much of a lamp they mirror here and there, 0..1
    render_ground ground;
    bool standing;      // miniatures stand on the bases
    bool trees;         // woods have trees
    double light;       // level, 1: full daylight
    vec2 gradient;      // relative change of the light across the picture's width (x) and height (y)
    double vignette;    // share of light lost in the corners, 0..1
    double blur_px;     // sigma of the Gaussian; 0: sharp
    double noise;       // sigma of the sensor's noise, grey levels
    uint32_t seed;      // of noise and of what miniatures look like
    uint32_t sequence;  // frame number: another one has other noise, the same miniatures
} render_scene;

// Grass, standing figures, trees, soft light, 0.6 px blur, noise 1.5.
render_scene render_default_scene(render_camera camera, const game *g);

// A camera `height_in` above the table's point `foot`, its picture's right along +x, tilted about the table's x and y axes. No distortion.
render_camera render_camera_above(int width, int height, double focal_px, vec2 foot, double height_in, double tilt_x_rad, double tilt_y_rad);
// The camera of a calibration file. STATUS_INVALID where the file can't be read or is no calibration.
status render_camera_read(const char *path, render_camera *out, fault *fault);

// Where the camera shows p. Source: OpenCV "Camera Calibration and 3D Reconstruction", pinhole model with k1, k2, p1, p2, k3.
px2 render_project(const render_camera *c, vec3 p);
// The table point that pixel p shows on the plane z = z_in: inverts the lens by iteration to 1e-10.
vec2 render_unproject(const render_camera *c, px2 p, double z_in);
// Where the camera's centre is, table frame.
vec3 render_eye(const render_camera *c);

// The renderer of one camera over one table. Opaque; keeps the picture of what never moves, so that the frames of a clip cost what moves.
typedef struct renderer renderer;

// Camera, game, ground, trees, blur and seed of *s hold for all frames of the renderer. STATUS_MEMORY, STATUS_EXTERNAL (unknown
// tag family). The caller destroys *out.
status renderer_create(const render_scene *s, renderer **out, fault *fault);
void renderer_destroy(renderer *r);
// Draws one frame: height rows of `stride` bytes, 8-bit B, G, R.
status renderer_frame(renderer *r, const render_scene *s, uint8_t *bgr, size_t stride, fault *fault);
// One picture without a renderer to keep.
status render_frame(const render_scene *s, uint8_t *bgr, size_t stride, fault *fault);
// B, G, R to 8-bit gray by OpenCV's weights, both tightly packed.
void render_gray(const uint8_t *bgr, int width, int height, uint8_t *gray);

// Share of each figure's top face that no figure, base, hand or tray hides from the camera, into share[figure_count]; 0 where absent.
status renderer_visible(renderer *r, const render_scene *s, double *share, fault *fault);

// Which cells of each figure's rim code can be seen, by the middle of each: bit i of cells[figure] is cell i; 0 where absent or without a code.
status renderer_rim_cells(renderer *r, const render_scene *s, uint64_t *cells, fault *fault);

// Corners of a tag in the contract's order (counter-clockwise from its bottom left), as the camera shows them.
void render_tag_corners(const render_camera *c, vec2 centre, double heading_rad, double size_in, double z_in, px2 out[4]);
// The tag that a figure carries, where it now stands; false where it carries none (a rim code is no tag) or is not present.
bool render_figure_tag(const render_scene *s, int figure, px2 out[4]);
// Pose of a unit's marker (its centre and heading), where it has one with a known offset; see docs/game-file.md `units[].marker`.
bool render_unit_marker(const render_scene *s, int unit, pose *out);
// Middle of the front edge of the unit's front rank and the unit's facing. False where none of its figures is present.
bool render_unit_front(const render_scene *s, int unit, pose *out);
// Where figure f stands in this scene; false where it does not.
bool render_figure_pose(const render_scene *s, int figure, pose *out);

#endif
