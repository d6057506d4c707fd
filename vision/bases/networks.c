#include "vision/bases/networks.h"

// The files' bytes, by the assembler: VEDETTE_FINDER and VEDETTE_POSE are their paths.
#define EMBED(name, path)                                       \
    __asm__(".section .rodata\n.balign 16\n" #name "_begin:\n" \
            ".incbin \"" path "\"\n" #name "_end:\n.byte 0\n.text\n"); \
    extern const unsigned char name##_begin[], name##_end[]

EMBED(vedette_finder, VEDETTE_FINDER);
EMBED(vedette_pose, VEDETTE_POSE);

network_bytes network_finder(void) { return (network_bytes){vedette_finder_begin, (size_t)(vedette_finder_end - vedette_finder_begin)}; }
network_bytes network_pose(void) { return (network_bytes){vedette_pose_begin, (size_t)(vedette_pose_end - vedette_pose_begin)}; }
