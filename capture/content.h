// capture/content -- finds from a file's bytes what it is and whether a picture is complete, before a decoder gets it. Pure functions.
//
// Decoders of pictures print to stderr, fill what is missing with gray or allocate what a forged header asks for; so what they get is checked here.
// Sources: ITU-T T.81 annex B (JPEG), ISO/IEC 15948 section 5 (PNG), netpbm's pgm(5) and ppm(5), ISO/IEC 14496-12 (MP4), RFC 9559 (Matroska).
#ifndef VEDETTE_CAPTURE_CONTENT_H
#define VEDETTE_CAPTURE_CONTENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { CONTENT_UNKNOWN, CONTENT_JPEG, CONTENT_PNG, CONTENT_BMP, CONTENT_PNM, CONTENT_CLIP } content;

#define CONTENT_HEAD 512  // bytes from the start of a file that content_of wants to see

content content_of(const uint8_t *head, size_t length);
bool content_is_picture(content c);
// NULL for a picture that is whole and of sensible size, else its defect in words ("it is cut off"): static.
const char *content_defect(const uint8_t *bytes, size_t length);
// True where the name ends like a picture's: .jpg .jpeg .png .bmp .pgm .ppm in any case.
bool content_named_picture(const char *name);

#endif
