#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/capture_limits.h"
#include "capture/content.h"
#include "capture/natural.h"
#include "capture/picture.h"
#include "capture/source.h"

source_open images_open_file, images_open_folder, images_open_glob;

typedef struct {
    source base;
    char **paths;
    size_t count, capacity, at;
    picture *picture;
    uint8_t *bytes;  // the file being decoded
    size_t bytes_capacity;
} images;

static void close_images(source *s) {
    images *im = (images *)s;
    for (size_t i = 0; i < im->count; i++) free(im->paths[i]);
    free(im->paths);
    free(im->bytes);
    picture_destroy(im->picture);
    free(im);
}

static status cannot_read(const char *path, fault *fault) {
    return fault_set(fault, STATUS_INVALID, "%s: can't be read (%s); check the name and the permissions", path, strerror(errno));
}

static status reserve_bytes(images *im, size_t n, const char *path, fault *fault) {
    if (n <= im->bytes_capacity) return STATUS_OK;
    uint8_t *grown = realloc(im->bytes, n);
    if (!grown) return fault_set(fault, STATUS_MEMORY, "%s: out of memory; use smaller pictures", path);
    im->bytes = grown;
    im->bytes_capacity = n;
    return STATUS_OK;
}

static status read_bytes(images *im, int fd, const char *path, size_t *length, fault *fault) {
    struct stat info;
    if (fstat(fd, &info) != 0) return cannot_read(path, fault);
    if (!S_ISREG(info.st_mode)) return fault_set(fault, STATUS_INVALID, "%s: is no file; name a picture", path);
    if (info.st_size == 0) return fault_set(fault, STATUS_INVALID, "%s: the file is empty; take or copy the picture again", path);
    if (info.st_size > PICTURE_FILE_MAX_BYTES) return fault_set(fault, STATUS_INVALID, "%s: is larger than 512 MB; use a smaller picture", path);
    status s = reserve_bytes(im, (size_t)info.st_size, path, fault);
    if (s) return s;
    for (*length = 0; *length < (size_t)info.st_size;) {
        ssize_t n = read(fd, im->bytes + *length, (size_t)info.st_size - *length);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return cannot_read(path, fault);
        if (n == 0) break;
        *length += (size_t)n;
    }
    return STATUS_OK;
}

static status load(images *im, const char *path, fault *fault) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // not to wait at a pipe that took the file's place
    if (fd < 0) return cannot_read(path, fault);
    size_t length = 0;
    status s = read_bytes(im, fd, path, &length, fault);
    close(fd);
    if (s) return s;
    const char *defect = content_defect(im->bytes, length);
    if (defect) return fault_set(fault, STATUS_INVALID, "%s: the picture can't be used: %s; take or copy it again", path, defect);
    return picture_decode(im->picture, im->bytes, length, path, fault);
}

static status next_image(source *s, frame *out, fault *fault) {
    images *im = (images *)s;
    if (im->at == im->count) return STATUS_END;
    size_t index = im->at++;
    im->base.picture_path = im->paths[index];
    status loaded = load(im, im->paths[index], fault);
    if (loaded) return loaded;
    *out = (frame){.t_s = (double)index / im->base.fps, .sequence = (int64_t)index};
    picture_show(im->picture, out);
    return STATUS_OK;
}

static images *create(const capture_options *o) {
    static const source_verbs verbs = {next_image, close_images};
    images *im = calloc(1, sizeof *im);
    if (!im) return NULL;
    im->base = (source){.verbs = &verbs, .fps = o->fps > 0 ? o->fps : PICTURES_FPS};
    im->picture = picture_create(o->colour);
    if (im->picture) return im;
    free(im);
    return NULL;
}

// Takes over `path`, also where it returns false: out of memory.
static bool add(images *im, char *path) {
    if (path && im->count == im->capacity) {
        size_t capacity = im->capacity ? 2 * im->capacity : 64;
        char **grown = realloc(im->paths, capacity * sizeof *grown);
        if (grown) {
            im->paths = grown;
            im->capacity = capacity;
        }
    }
    if (!path || im->count == im->capacity) {
        free(path);
        return false;
    }
    im->paths[im->count++] = path;
    return true;
}

static bool is_file(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static char *joined(const char *folder, const char *name) {
    size_t capacity = strlen(folder) + 1 + strlen(name) + 1;
    char *path = malloc(capacity);
    if (path) snprintf(path, capacity, "%s/%s", folder, name);
    return path;
}

static bool list_folder(images *im, DIR *dir, const char *folder) {
    for (struct dirent *e; (e = readdir(dir));) {
        if (e->d_name[0] == '.' || !content_named_picture(e->d_name)) continue;
        char *path = joined(folder, e->d_name);
        if (path && !is_file(path)) {
            free(path);
            continue;
        }
        if (!add(im, path)) return false;
    }
    return true;
}

static bool list_glob(images *im, const glob_t *found) {
    for (size_t i = 0; i < found->gl_pathc; i++)
        if (content_named_picture(found->gl_pathv[i]) && is_file(found->gl_pathv[i]) && !add(im, strdup(found->gl_pathv[i]))) return false;
    return true;
}

static int by_name(const void *a, const void *b) { return natural_compare(*(char *const *)a, *(char *const *)b); }

// Hands the filled list over; frees it where it can't be used.
static status finish(images *im, bool listed, const char *where, source **out, fault *fault) {
    status s = STATUS_OK;
    if (!listed)
        s = fault_set(fault, STATUS_MEMORY, "%s: out of memory; use fewer pictures", where);
    else if (im->count == 0)
        s = fault_set(fault, STATUS_INVALID, "%s: holds no picture; name a folder or glob with .jpg, .png, .bmp, .pgm or .ppm files", where);
    if (s) {
        close_images(&im->base);
        return s;
    }
    qsort(im->paths, im->count, sizeof *im->paths, by_name);
    im->base.frame_count = (int64_t)im->count;
    *out = &im->base;
    return STATUS_OK;
}

static status no_memory(const char *where, fault *fault) { return fault_set(fault, STATUS_MEMORY, "%s: out of memory; close other programs", where); }

status images_open_file(const char *path, const capture_options *o, source **out, fault *fault) {
    images *im = create(o);
    return im ? finish(im, add(im, strdup(path)), path, out, fault) : no_memory(path, fault);
}

status images_open_folder(const char *path, const capture_options *o, source **out, fault *fault) {
    DIR *dir = opendir(path);
    if (!dir) return cannot_read(path, fault);
    images *im = create(o);
    status s = im ? finish(im, list_folder(im, dir, path), path, out, fault) : no_memory(path, fault);
    closedir(dir);
    return s;
}

status images_open_glob(const char *pattern, const capture_options *o, source **out, fault *fault) {
    glob_t found;
    int failed = glob(pattern, GLOB_NOSORT, NULL, &found);
    if (failed == GLOB_NOMATCH) return fault_set(fault, STATUS_INVALID, "%s: no file is named so; check the pattern", pattern);
    if (failed == GLOB_NOSPACE) return no_memory(pattern, fault);
    if (failed) return cannot_read(pattern, fault);
    images *im = create(o);
    status s = im ? finish(im, list_glob(im, &found), pattern, out, fault) : no_memory(pattern, fault);
    globfree(&found);
    return s;
}
