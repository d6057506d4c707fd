#include "record/draw/jpeg_size.h"

#include <stdint.h>

#define EDGE_MOST 8192

static int two_bytes(const uint8_t *at) { return at[0] * 256 + at[1]; }

// Start of a frame: C0 to CF without the tables that share the range.
static bool begins_frame(uint8_t marker) { return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc; }

bool jpeg_size(const void *bytes, size_t length, int *width, int *height) {
    const uint8_t *b = bytes;
    if (length < 4 || b[0] != 0xff || b[1] != 0xd8) return false;
    for (size_t at = 2; at + 9 <= length && b[at] == 0xff;) {
        if (begins_frame(b[at + 1])) {
            *height = two_bytes(b + at + 5);
            *width = two_bytes(b + at + 7);
            return *width > 0 && *height > 0 && *width <= EDGE_MOST && *height <= EDGE_MOST;
        }
        int segment = two_bytes(b + at + 2);
        if (segment < 2) return false;
        at += 2 + (size_t)segment;
    }
    return false;
}
