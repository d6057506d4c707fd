// bench/peers -- the readers that ours is held against, called as their authors mean them to be, without anything of ours.
#ifndef VEDETTE_BENCH_PEERS_H
#define VEDETTE_BENCH_PEERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    int id;
    double corner[4][2];  // contract's order, vision's pixels
} peer_tag;

// libapriltag with tag36h11, one thread, the corners as it refines them. `decimate` as its quad_decimate.
typedef struct april_peer april_peer;
april_peer *april_peer_create(float decimate);
void april_peer_destroy(april_peer *p);
// Fills out[0..capacity); returns their number.
int april_peer_find(april_peer *p, const uint8_t *gray, size_t stride, int width, int height, peer_tag *out, int capacity);

// OpenCV's aruco with its dictionary of tag36h11, corners refined to sub-pixel (CORNER_REFINE_SUBPIX).
typedef struct opencv_peer opencv_peer;
opencv_peer *opencv_peer_create(void);
void opencv_peer_destroy(opencv_peer *p);
int opencv_peer_find(opencv_peer *p, const uint8_t *gray, size_t stride, int width, int height, peer_tag *out, int capacity);

#ifdef __cplusplus
}
#endif
#endif
