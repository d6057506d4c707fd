#include "capture/container.h"

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_BOXES 4096  // at the top level; clips have some ten, long AVIs one a gigabyte

typedef struct {
    int fd;
    uint64_t size;
} file;

static bool read_at(const file *f, uint64_t at, uint8_t *out, size_t n) { return at + n <= f->size && pread(f->fd, out, n, (off_t)at) == (ssize_t)n; }

static uint64_t big_endian(const uint8_t *p, int n) {
    uint64_t v = 0;
    while (n-- > 0) v = v << 8 | *p++;
    return v;
}

// Length of the MP4 box at `at`; 0: it goes to the end of the file or is none.
static uint64_t box_length(const file *f, uint64_t at) {
    uint8_t h[16] = {0};
    if (!read_at(f, at, h, 8)) return 0;
    uint64_t length = big_endian(h, 4);
    if (length == 1) length = read_at(f, at, h, 16) ? big_endian(h + 8, 8) : 0;
    return length < 8 ? 0 : length;
}

// Length of the RIFF chunk at `at`, header and padding included; 0: none.
static uint64_t chunk_length(const file *f, uint64_t at) {
    uint8_t h[8];
    if (!read_at(f, at, h, 8) || memcmp(h, "RIFF", 4) != 0) return 0;
    uint64_t length = (uint64_t)h[7] << 24 | (uint64_t)h[6] << 16 | (uint64_t)h[5] << 8 | h[4];
    return length ? 8 + length + length % 2 : 0;
}

static bool parts_overrun(const file *f, uint64_t (*length_of)(const file *, uint64_t)) {
    uint64_t at = 0;
    for (int i = 0; i < MAX_BOXES && at < f->size; i++) {
        uint64_t length = length_of(f, at);
        if (length == 0) return false;
        if (length > f->size - at) return true;
        at += length;
    }
    return false;
}

// A Matroska element's size at *at, stepped over; false where it is unknown (all ones) or none.
static bool element_size(const file *f, uint64_t *at, uint64_t *size) {
    uint8_t b[8] = {0};
    if (!read_at(f, *at, b, 1) || b[0] == 0) return false;
    int n = 1;
    while (!(b[0] & (0x80 >> (n - 1)))) n++;
    if (!read_at(f, *at, b, (size_t)n)) return false;
    uint64_t mask = (1ull << (7 * n)) - 1;
    *size = big_endian(b, n) & mask;
    *at += (uint64_t)n;
    return *size != mask;
}

static bool matroska_overruns(const file *f) {
    uint64_t at = 4, size = 0;
    uint8_t id[4];
    if (!element_size(f, &at, &size) || size > f->size - at) return false;
    at += size;
    if (!read_at(f, at, id, 4) || big_endian(id, 4) != 0x18538067) return false;  // Segment
    at += 4;
    return element_size(f, &at, &size) && size > f->size - at;
}

static bool overruns(const file *f) {
    uint8_t head[8];
    if (!read_at(f, 0, head, 8)) return false;
    if (memcmp(head, "RIFF", 4) == 0) return parts_overrun(f, chunk_length);
    if (big_endian(head, 4) == 0x1a45dfa3) return matroska_overruns(f);
    if (head[0] == 0x47) return false;  // MPEG-TS: packets without an end
    return parts_overrun(f, box_length);
}

bool container_is_cut_off(const char *path) {
    file f = {.fd = open(path, O_RDONLY | O_CLOEXEC)};
    if (f.fd < 0) return false;
    struct stat info;
    bool cut = false;
    if (fstat(f.fd, &info) == 0 && info.st_size > 0) {
        f.size = (uint64_t)info.st_size;
        cut = overruns(&f);
    }
    close(f.fd);
    return cut;
}
