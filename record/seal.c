#include "record/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CONTENT_BYTES (SEAL_PAGE_BYTES - SEAL_BYTES)

typedef struct {
    uint8_t bytes[SEAL_PAGE_BYTES];
} page;

static status failed(const char *path, fault *fault) {
    return fault_set(fault, STATUS_IO, "%s: reading or writing failed: %s", path, strerror(errno));
}

static void seal_of(const page *p, int64_t number, uint8_t out[SEAL_BYTES]) {
    crypto_generichash_state s;
    crypto_generichash_init(&s, NULL, 0, SEAL_BYTES);
    uint8_t digits[8];
    for (int i = 0; i < 8; i++) digits[i] = (uint8_t)(number >> (8 * i));
    crypto_generichash_update(&s, digits, sizeof digits);
    crypto_generichash_update(&s, p->bytes, CONTENT_BYTES);
    crypto_generichash_final(&s, out, SEAL_BYTES);
}

static off_t place_of(int64_t number) { return (off_t)(number - 1) * SEAL_PAGE_BYTES; }

static bool read_page(int file, int64_t number, page *p) {
    return pread(file, p->bytes, sizeof p->bytes, place_of(number)) == (ssize_t)sizeof p->bytes;
}

static bool write_seal(int file, int64_t number, const uint8_t seal[SEAL_BYTES]) {
    return pwrite(file, seal, SEAL_BYTES, place_of(number) + CONTENT_BYTES) == SEAL_BYTES;
}

// Pages that have their seal already are not written again.
static bool seal_page(int file, int64_t number) {
    page p;
    uint8_t seal[SEAL_BYTES];
    if (!read_page(file, number, &p)) return false;
    seal_of(&p, number, seal);
    return memcmp(seal, p.bytes + CONTENT_BYTES, SEAL_BYTES) == 0 || write_seal(file, number, seal);
}

// True where SQLite keeps its hands off the last bytes of each page.
static bool has_room(int file) {
    page p;
    return read_page(file, 1, &p) && memcmp(p.bytes, "SQLite format 3", 16) == 0 && p.bytes[16] * 256 + p.bytes[17] == SEAL_PAGE_BYTES &&
           p.bytes[20] == SEAL_BYTES;
}

status seal_file(const char *path, fault *fault) {
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return failed(path, fault);
    struct stat info;
    bool good = fstat(file, &info) == 0;
    if (good && has_room(file)) {
        for (int64_t n = info.st_size / SEAL_PAGE_BYTES; good && n > 1; n--) good = seal_page(file, n);
        good = good && fsync(file) == 0 && seal_page(file, 1) && fsync(file) == 0;
    }
    status s = good ? STATUS_OK : failed(path, fault);
    close(file);
    return s;
}

status seal_open(const char *path, fault *fault) {
    static const uint8_t none[SEAL_BYTES] = {0};
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return failed(path, fault);
    bool good = !has_room(file) || (write_seal(file, 1, none) && fsync(file) == 0);
    status s = good ? STATUS_OK : failed(path, fault);
    close(file);
    return s;
}

static bool page_is_sealed(const page *p, int64_t number) {
    uint8_t seal[SEAL_BYTES];
    seal_of(p, number, seal);
    return memcmp(seal, p->bytes + CONTENT_BYTES, SEAL_BYTES) == 0;
}

// The number of pages that the first one states.
static int64_t stated_pages(const page *first) {
    const uint8_t *n = first->bytes + 28;
    return (int64_t)n[0] << 24 | (int64_t)n[1] << 16 | (int64_t)n[2] << 8 | (int64_t)n[3];
}

// Where the first page is damaged its header says nothing, and the pages after it tell.
static bool any_page_is_sealed(int file, int64_t pages) {
    page p;
    for (int64_t n = 2; n <= pages; n++)
        if (read_page(file, n, &p) && page_is_sealed(&p, n)) return true;
    return false;
}

static bool check_pages(int file, int64_t size, bool *sealed, seal_broken *broken, void *context) {
    static const uint8_t none[SEAL_BYTES] = {0};
    int64_t pages = size / SEAL_PAGE_BYTES;
    page p;
    *sealed = false;
    if (pages < 1) return true;
    if (!read_page(file, 1, &p)) return false;
    *sealed = memcmp(p.bytes + CONTENT_BYTES, none, SEAL_BYTES) != 0;
    if (!page_is_sealed(&p, 1)) {
        *sealed = *sealed && any_page_is_sealed(file, pages);
        if (*sealed) broken(context, 0, SEAL_PAGE_BYTES - 1, "was changed");
    } else if (size != stated_pages(&p) * SEAL_PAGE_BYTES) {
        broken(context, size, size, size < stated_pages(&p) * SEAL_PAGE_BYTES ? "the rest is missing" : "something was added");
    }
    for (int64_t n = 2; *sealed && n <= pages; n++) {
        if (!read_page(file, n, &p)) return false;
        if (!page_is_sealed(&p, n)) broken(context, place_of(n), place_of(n + 1) - 1, "was changed");
    }
    return true;
}

status seal_check(const char *path, bool *sealed, seal_broken *broken, void *context, fault *fault) {
    *sealed = false;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return failed(path, fault);
    struct stat info;
    bool good = fstat(file, &info) == 0 && check_pages(file, (int64_t)info.st_size, sealed, broken, context);
    status s = good ? STATUS_OK : failed(path, fault);
    close(file);
    return s;
}
