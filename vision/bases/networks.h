// vision/bases/networks -- the trained networks, as they are built into the program: finder.vnet and pose.vnet beside this file, written by
// train/export.py.
#ifndef VEDETTE_VISION_BASES_NETWORKS_H
#define VEDETTE_VISION_BASES_NETWORKS_H

#include <stddef.h>

// Bytes for net_load; valid for ever.
typedef struct {
    const void *at;
    size_t size;
} network_bytes;

network_bytes network_finder(void);
network_bytes network_pose(void);

#endif
