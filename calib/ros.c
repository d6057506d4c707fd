#include "calib/ros.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX_BYTES (1 << 16)

static status read_text(const char *path, char **out, fault *why) {
    FILE *file = fopen(path, "rb");
    if (!file) return fault_set(why, STATUS_INVALID, "%s: cannot open the camera_info file: %s", path, strerror(errno));
    char *text = malloc(FILE_MAX_BYTES + 1);
    status s = text ? STATUS_OK : fault_set(why, STATUS_MEMORY, "%s: out of memory", path);
    size_t n = text ? fread(text, 1, FILE_MAX_BYTES, file) : 0;
    if (!s && ferror(file)) s = fault_set(why, STATUS_INVALID, "%s: cannot read the camera_info file: give a file", path);
    if (!s && fgetc(file) != EOF) s = fault_set(why, STATUS_INVALID, "%s: larger than 64 kB: this is no camera_info file", path);
    fclose(file);
    if (s) {
        free(text);
        return s;
    }
    text[n] = '\0';
    *out = text;
    return STATUS_OK;
}

// Behind "key:" at the start of a line; NULL: there is none.
static const char *value_of(const char *text, const char *key) {
    size_t n = strlen(key);
    for (const char *line = text; line; line = strchr(line, '\n')) {
        if (*line == '\n') line++;
        if (strncmp(line, key, n) == 0 && line[n] == ':') return line + n + 1;
    }
    return NULL;
}

// The end of a key's value: the next line that begins at the margin with anything but a list's dash.
static const char *value_end(const char *value) {
    const char *at = strchr(value, '\n');
    while (at && at[1] && (at[1] == ' ' || at[1] == '\t' || at[1] == '-' || at[1] == '\n' || at[1] == '\r' || at[1] == '#'))
        at = strchr(at + 1, '\n');
    return at ? at : value + strlen(value);
}

// Numbers of a YAML list, [a, b] or "- a" lines, up to `end`: how many, at most max + 1; -1 where something else stands there.
static int read_list(const char *at, const char *end, double *out, int max) {
    bool flow = false;
    int n = 0;
    while (at < end && n <= max) {
        char c = *at;
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',' || (c == '-' && !flow && at[1] == ' ')) {
            at++;
        } else if (c == '[' && !flow && n == 0) {
            flow = true;
            at++;
        } else if (c == ']' && flow) {
            return n;
        } else {
            char *behind;
            double number = strtod(at, &behind);
            if (behind == at && !flow && n > 0 && isalpha((unsigned char)c)) return n;  // the next key
            if (behind == at || behind > end || !isfinite(number)) return -1;
            if (n < max) out[n] = number;
            n++;
            at = behind;
        }
    }
    return flow ? -1 : n;
}

// The `data` of a matrix.
static int read_data(const char *text, const char *key, double *out, int max) {
    const char *value = value_of(text, key);
    if (!value) return -1;
    const char *end = value_end(value), *data = strstr(value, "data:");
    return data && data < end ? read_list(data + 5, end, out, max) : -1;
}

static bool read_size(const char *text, const char *key, int *out) {
    const char *value = value_of(text, key);
    double number;
    if (!value || read_list(value, value + strcspn(value, "\n"), &number, 1) != 1) return false;
    if (number < 1 || number > 65536 || number != floor(number)) return false;
    *out = (int)number;
    return true;
}

static bool is_plumb_bob(const char *text) {
    const char *value = value_of(text, "distortion_model");
    if (!value) return true;
    value += strspn(value, " \t\"'");
    return strncmp(value, "plumb_bob", 9) == 0 && strchr(" \t\r\n\"'", value[9]);
}

static status parse(const char *text, const char *path, calibration *c, fault *why) {
    double m[9], d[5] = {0};
    if (!read_size(text, "image_width", &c->width) || !read_size(text, "image_height", &c->height))
        return fault_set(why, STATUS_INVALID, "%s: image_width and image_height must be whole numbers of pixels from 1 to 65536", path);
    bool nine = read_data(text, "camera_matrix", m, 9) == 9;
    if (!nine || m[0] <= 0 || m[4] <= 0 || m[1] != 0 || m[3] != 0 || m[6] != 0 || m[7] != 0 || m[8] != 1)
        return fault_set(why, STATUS_INVALID, "%s: camera_matrix: data must be [fx, 0, cx, 0, fy, cy, 0, 0, 1] with fx and fy above 0", path);
    if (!is_plumb_bob(text)) return fault_set(why, STATUS_INVALID, "%s: distortion_model: only plumb_bob is known; calibrate with that model", path);
    int n = read_data(text, "distortion_coefficients", d, 5);
    if (n != 4 && n != 5) return fault_set(why, STATUS_INVALID, "%s: distortion_coefficients: data must be [k1, k2, p1, p2, k3]", path);
    c->fx = m[0], c->cx = m[2], c->fy = m[4], c->cy = m[5];
    c->k1 = d[0], c->k2 = d[1], c->p1 = d[2], c->p2 = d[3], c->k3 = d[4];
    return STATUS_OK;
}

status calib_load_ros(const char *path, calibration *out, fault *why) {
    char *text = NULL;
    status s = read_text(path, &text, why);
    if (s) return s;
    calibration c = {0};
    s = parse(text, path, &c, why);
    free(text);
    if (!s) *out = c;
    return s;
}

static bool write_text(const calibration *c, FILE *f) {
    return fprintf(f,
                   "image_width: %d\nimage_height: %d\ncamera_name: vedette\n"
                   "camera_matrix:\n  rows: 3\n  cols: 3\n  data: [%.17g, 0, %.17g, 0, %.17g, %.17g, 0, 0, 1]\n"
                   "distortion_model: plumb_bob\n"
                   "distortion_coefficients:\n  rows: 1\n  cols: 5\n  data: [%.17g, %.17g, %.17g, %.17g, %.17g]\n"
                   "rectification_matrix:\n  rows: 3\n  cols: 3\n  data: [1, 0, 0, 0, 1, 0, 0, 0, 1]\n"
                   "projection_matrix:\n  rows: 3\n  cols: 4\n  data: [%.17g, 0, %.17g, 0, 0, %.17g, %.17g, 0, 0, 0, 1, 0]\n",
                   c->width, c->height, c->fx, c->cx, c->fy, c->cy, c->k1, c->k2, c->p1, c->p2, c->k3, c->fx, c->cx, c->fy, c->cy) > 0;
}

status calib_save_ros(const calibration *c, const char *path, fault *why) {
    bool to_stdout = strcmp(path, "-") == 0;
    FILE *file = to_stdout ? stdout : fopen(path, "wb");
    bool ok = file && write_text(c, file) && fflush(file) == 0;
    int error = errno;
    if (file && !to_stdout && fclose(file) != 0) ok = false, error = errno;
    return ok ? STATUS_OK : fault_set(why, STATUS_IO, "%s: cannot write the camera_info file: %s", path, strerror(error));
}
