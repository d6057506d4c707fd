#include <apriltag/apriltag.h>
#include <apriltag/tag36h11.h>
#include <stdlib.h>

#include "bench/peers.h"

struct april_peer {
    apriltag_detector_t *detector;
    apriltag_family_t *family;
};

april_peer *april_peer_create(float decimate) {
    april_peer *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->detector = apriltag_detector_create();
    p->family = tag36h11_create();
    apriltag_detector_add_family_bits(p->detector, p->family, 2);
    p->detector->nthreads = 1;
    p->detector->quad_decimate = decimate;
    return p;
}

void april_peer_destroy(april_peer *p) {
    if (!p) return;
    apriltag_detector_destroy(p->detector);
    tag36h11_destroy(p->family);
    free(p);
}

int april_peer_find(april_peer *p, const uint8_t *gray, size_t stride, int width, int height, peer_tag *out, int capacity) {
    image_u8_t picture = {.width = width, .height = height, .stride = (int32_t)stride, .buf = (uint8_t *)(uintptr_t)gray};
    zarray_t *found = apriltag_detector_detect(p->detector, &picture);
    int n = 0;
    for (int i = 0; i < zarray_size(found) && n < capacity; i++, n++) {
        apriltag_detection_t *d;
        zarray_get(found, i, &d);
        out[n].id = d->id;
        for (int k = 0; k < 4; k++) out[n].corner[k][0] = d->p[k][0] - 0.5, out[n].corner[k][1] = d->p[k][1] - 0.5;  // from the pixel's outer corner
    }
    apriltag_detections_destroy(found);
    return n;
}
