// vision/net/net_limits -- how large a network may be. A blob beyond them is refused, so that a damaged one can't ask for all memory.
#ifndef VEDETTE_VISION_NET_LIMITS_H
#define VEDETTE_VISION_NET_LIMITS_H

enum {
    NET_LAYERS_MAX = 128,     // layers; ours have about 20. A larger network is refused.
    NET_OUTPUTS_MAX = 8,      // outputs; ours have one or two
    NET_CHANNELS_MAX = 1024,  // channels of a tensor; ours have up to 96
    NET_SIDE_MAX = 64,        // pixels a side of the map that a full layer takes; ours take up to 12. It bounds the layer's list of taps.
    NET_MAP_MAX = 16384,      // pixels a side of an input; a 48 MP picture has 8064. It keeps products of sizes within 64 bits.
    NET_BATCH_MAX = 4096,     // maps a run; ours have up to 64
};

#endif
