// Things with height: what they are, where a ray of the camera meets them, what they look like there, what shadow they throw.
//
// A ray is the table point that it would reach at height 0 on its way from the eye: at height z it passes eye.xy + slope (eye.z - z).
#ifndef VEDETTE_TESTS_RENDER_THING_H
#define VEDETTE_TESTS_RENDER_THING_H

#include "tests/render/render.h"
#include "tests/render/tags.h"

typedef struct {
    double r, g, b;  // 0..255
} paint;

typedef enum {
    THING_BOX,   // rectangular frustum
    THING_DISC,  // cone frustum
    THING_BLOB,  // ellipsoid
    THING_ROD    // capsule
} thing_kind;

typedef enum { COAT_PLAIN, COAT_BASE, COAT_TAG } thing_coat;

typedef struct {
    thing_kind kind;
    thing_coat coat;
    int figure;             // index, or -1
    bool casts;             // throws a shadow of its own
    vec2 at;                // centre; rod: one end
    double c, s;            // cosine and sine of the heading
    double z0, z1;          // bottom and top; blob: z0 its middle; rod: heights of its ends
    double half_d, half_w;  // forward and left half sizes at the bottom (disc: radius in both; blob: radii); rod: half_d the radius
    double half_z;          // blob: vertical radius
    double inset;           // how much the top is smaller on each side
    vec2 to;                // rod: the other end
    paint body, rim, mark;
    bool has_rim, has_mark;
    double gloss;  // of the rim
    const tag_bitmap *tag;
    double tag_half;  // half the edge of the tag's black square
    base base;        // of a figure: where a rim code lies on it
    int rim_cells;    // of its rim code: dark as `rim`, light as `mark`; 0 where it carries none
    uint64_t rim_word;
    double box[4];    // bounds of the thing in the picture: u0, v0, u1, v1
    double reach[4];  // the same with its shadow
} thing;

typedef enum { FACE_TOP, FACE_SIDE, FACE_ROUND } thing_face;

typedef struct {
    double t;  // inches below the eye
    thing_face face;
    double f, l;   // top: forward and left of the centre, inches
    double shade;  // round: how much it is turned to the light, 0..1
} thing_hit;

// Direction in which shadows fall: inches sideways for each inch of height.
#define LIGHT_X 0.30
#define LIGHT_Y -0.22

// First point of *th on the ray; false where it misses.
bool thing_meet(const thing *th, vec3 eye, vec2 slope, thing_hit *hit);
// Colour there, and a zone: equal zones next to each other need no finer sampling; ZONE_FINE always does.
#define ZONE_FINE (-2)
paint thing_paint(const thing *th, const thing_hit *hit, vec3 eye, vec2 slope, int *zone);
// Share of the light that *th leaves at point p of the table's space, 0..1.
double thing_shadow(const thing *th, vec3 p);
// Fills box and reach.
void thing_bound(thing *th, const render_camera *c);

#endif
