#include "capture/content.h"

#include <string.h>
#include <strings.h>

#include "capture/capture_limits.h"

static const char cut_off[] = "it is cut off";
static const char too_large[] = "it is empty or larger than 100 megapixels";
static const char damaged[] = "its contents are damaged";

static uint32_t be16(const uint8_t *p) { return (uint32_t)p[0] << 8 | p[1]; }
static uint32_t be32(const uint8_t *p) { return be16(p) << 16 | be16(p + 2); }
static uint32_t le32(const uint8_t *p) { return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0]; }

static bool begins(const uint8_t *head, size_t length, size_t at, const char *bytes, size_t n) {
    return length >= at + n && memcmp(head + at, bytes, n) == 0;
}

static bool size_is_sensible(uint64_t width, uint64_t height) {
    return width > 0 && height > 0 && width <= CONTENT_MAX_PIXELS && height <= CONTENT_MAX_PIXELS && width * height <= CONTENT_MAX_PIXELS;
}

// An MP4 or MOV begins with one of these boxes.
static bool is_mp4(const uint8_t *h, size_t n) {
    static const char boxes[][5] = {"ftyp", "moov", "mdat", "wide", "free", "skip"};
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++)
        if (begins(h, n, 4, boxes[i], 4)) return true;
    return false;
}

static bool is_clip(const uint8_t *h, size_t n) {
    bool avi = begins(h, n, 0, "RIFF", 4) && begins(h, n, 8, "AVI ", 4);
    bool matroska = begins(h, n, 0, "\x1a\x45\xdf\xa3", 4);
    bool transport_stream = n > 376 && h[0] == 0x47 && h[188] == 0x47 && h[376] == 0x47;
    return is_mp4(h, n) || avi || matroska || transport_stream;
}

content content_of(const uint8_t *h, size_t n) {
    if (begins(h, n, 0, "\xff\xd8\xff", 3)) return CONTENT_JPEG;
    if (begins(h, n, 0, "\x89PNG\r\n\x1a\n", 8)) return CONTENT_PNG;
    if (begins(h, n, 0, "BM", 2)) return CONTENT_BMP;
    if (n > 2 && h[0] == 'P' && (h[1] == '5' || h[1] == '6') && (h[2] == ' ' || h[2] == '\n' || h[2] == '\r' || h[2] == '\t')) return CONTENT_PNM;
    return is_clip(h, n) ? CONTENT_CLIP : CONTENT_UNKNOWN;
}

bool content_is_picture(content c) { return c == CONTENT_JPEG || c == CONTENT_PNG || c == CONTENT_BMP || c == CONTENT_PNM; }

static bool is_frame_header(uint8_t marker) { return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc; }

// Behind a scan's header: the next marker that is neither a stuffed FF nor a restart.
static size_t skip_scan(const uint8_t *b, size_t n, size_t at) {
    while (at + 1 < n && !(b[at] == 0xff && b[at + 1] != 0 && b[at + 1] != 0xff && (b[at + 1] < 0xd0 || b[at + 1] > 0xd7))) at++;
    return at;
}

static const char *jpeg_defect(const uint8_t *b, size_t n) {
    bool sized = false;
    for (size_t at = 2; at + 1 < n;) {
        if (b[at] != 0xff) return damaged;
        uint8_t marker = b[at + 1];
        if (marker == 0xff) {
            at++;
            continue;
        }
        if (marker == 0xd9) return sized ? NULL : damaged;
        if (at + 4 > n) return cut_off;
        size_t length = be16(b + at + 2);
        if (length < 2) return damaged;
        if (is_frame_header(marker)) {
            if (at + 9 > n) return cut_off;
            if (!size_is_sensible(be16(b + at + 7), be16(b + at + 5))) return too_large;
            sized = true;
        }
        at += 2 + length;
        if (marker == 0xda) at = skip_scan(b, n, at);
    }
    return cut_off;
}

// The checksum of PNG's chunks, four bits at a time (ISO/IEC 15948 annex D, polynomial EDB88320).
static uint32_t png_checksum(const uint8_t *b, size_t n) {
    static const uint32_t step[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                      0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    uint32_t c = 0xffffffffu;
    for (size_t i = 0; i < n; i++) {
        c ^= b[i];
        c = step[c & 15] ^ (c >> 4);
        c = step[c & 15] ^ (c >> 4);
    }
    return ~c;
}

static const char *png_defect(const uint8_t *b, size_t n) {
    if (n < 33) return cut_off;
    if (memcmp(b + 12, "IHDR", 4) != 0) return damaged;
    if (!size_is_sensible(be32(b + 16), be32(b + 20))) return too_large;
    for (size_t at = 8; at + 12 <= n;) {
        size_t length = be32(b + at);
        if (length > n - at - 12) return cut_off;
        if (png_checksum(b + at + 4, length + 4) != be32(b + at + 8 + length)) return damaged;
        if (memcmp(b + at + 4, "IEND", 4) == 0) return NULL;
        at += 12 + length;
    }
    return cut_off;
}

static const char *bmp_defect(const uint8_t *b, size_t n) {
    if (n < 34) return cut_off;
    uint32_t height = le32(b + 22);
    if (height >> 31) height = 0u - height;  // negative: rows from top to bottom
    if (!size_is_sensible(le32(b + 18), height)) return too_large;
    uint64_t row = ((uint64_t)le32(b + 18) * (le32(b + 28) & 0xffff) + 31) / 32 * 4;
    bool uncompressed = le32(b + 30) == 0;
    return uncompressed && le32(b + 10) + row * height > n ? cut_off : NULL;
}

// One number of a PNM's header behind blanks and comments; 0 where there is none.
static uint64_t pnm_number(const uint8_t *b, size_t n, size_t *at) {
    while (*at < n && (b[*at] == '#' || b[*at] == ' ' || (b[*at] >= '\t' && b[*at] <= '\r')))
        if (b[(*at)++] == '#')
            while (*at < n && b[*at] != '\n') (*at)++;
    uint64_t number = 0;
    while (*at < n && b[*at] >= '0' && b[*at] <= '9' && number <= CONTENT_MAX_PIXELS) number = number * 10 + (uint64_t)(b[(*at)++] - '0');
    return number;
}

static const char *pnm_defect(const uint8_t *b, size_t n) {
    size_t at = 2;
    uint64_t width = pnm_number(b, n, &at), height = pnm_number(b, n, &at), maximum = pnm_number(b, n, &at);
    if (!size_is_sensible(width, height)) return at >= n ? cut_off : too_large;
    if (maximum == 0 || maximum > 65535) return at >= n ? cut_off : damaged;
    uint64_t bytes = width * height * (b[1] == '6' ? 3 : 1) * (maximum > 255 ? 2 : 1);
    return at + 1 + bytes > n ? cut_off : NULL;
}

const char *content_defect(const uint8_t *b, size_t n) {
    switch (content_of(b, n)) {
        case CONTENT_JPEG:
            return jpeg_defect(b, n);
        case CONTENT_PNG:
            return png_defect(b, n);
        case CONTENT_BMP:
            return bmp_defect(b, n);
        case CONTENT_PNM:
            return pnm_defect(b, n);
        case CONTENT_CLIP:
        case CONTENT_UNKNOWN:
            break;
    }
    return "it is no JPEG, PNG, BMP, PGM or PPM";
}

bool content_named_picture(const char *name) {
    static const char *const endings[] = {".jpg", ".jpeg", ".png", ".bmp", ".pgm", ".ppm"};
    const char *dot = strrchr(name, '.');
    if (!dot) return false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strcasecmp(dot, endings[i]) == 0) return true;
    return false;
}
