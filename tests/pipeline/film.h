// A rendered table with exact truth before the pipeline, frame by frame: for tests of what is made of pictures.
#ifndef VEDETTE_TESTS_PIPELINE_FILM_H
#define VEDETTE_TESTS_PIPELINE_FILM_H

#include "pipeline/pipeline.h"
#include "tests/render/render.h"

#define FILM_WIDTH 1920
#define FILM_HEIGHT 1080

// Three tags on bases, in plain view (unit T), and a block with painted rims (unit R).
extern const char film_game[];

typedef struct {
    game *game;
    calibration calibration;
    render_scene scene;
    renderer *renderer;
    pipeline *pipeline;
    uint8_t *bgr, *gray;
    pose *known;  // by figure, as the pipeline reported
    bool *seen, *hidden;
    pose *true_pose;
    double t_s, step_s;  // of the next frame; from one to the next
    event last;          // the pipeline's event for the last frame; its arrays are the pipeline's
} film;

// All figures at the start; miniatures stand on the bases or not.
film film_begin(bool standing);
// The same of another game, as its file has it.
film film_begin_game(const char *text, bool standing);
void film_end(film *s);
// Draws the scene as it stands into bgr.
void film_draw(film *s);
// What bgr holds, as a frame.
frame film_frame(film *s);
// Gives what bgr holds to the pipeline, a step later (a tenth of a second unless changed); keeps what it tells.
void film_give(film *s);
// Draws and gives.
void film_show(film *s);

#endif
