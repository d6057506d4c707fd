// vision/bases/networks -- the trained networks, as they are built into the program (vedette_embed): finder.vnet, pose.vnet, fronts.vnet and
// edges.vnet beside this file, and tagged/cells.vnet; written by train/export.py.
#ifndef VEDETTE_VISION_BASES_NETWORKS_H
#define VEDETTE_VISION_BASES_NETWORKS_H

extern const unsigned char vedette_finder[], vedette_finder_end[];
extern const unsigned char vedette_pose[], vedette_pose_end[];
extern const unsigned char vedette_fronts[], vedette_fronts_end[];
extern const unsigned char vedette_edges[], vedette_edges_end[];
extern const unsigned char vedette_cells[], vedette_cells_end[];

#endif
