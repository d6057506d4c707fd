#include "calib/ros.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "calib/calib_limits.h"

static status read_text(const char *path, char **out, fault *fault) {
    FILE *file = fopen(path, "rb");
    if (!file) return fault_set(fault, STATUS_INVALID, "%s: cannot open the camera_info file: %s", path, strerror(errno));
    char *text = malloc(ROS_FILE_MAX_BYTES + 1);
    status s = text ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    size_t n = text ? fread(text, 1, ROS_FILE_MAX_BYTES, file) : 0;
    if (!s && ferror(file)) s = fault_set(fault, STATUS_INVALID, "%s: cannot read the camera_info file: give a file", path);
    if (!s && fgetc(file) != EOF) s = fault_set(fault, STATUS_INVALID, "%s: larger than 64 kB: this is no camera_info file", path);
    fclose(file);
    if (s) {
        free(text);
        return s;
    }
    text[n] = '\0';
    *out = text;
    return STATUS_OK;
}

enum { NUMBERS_MAX = 9 };

typedef struct {
    double at[NUMBERS_MAX];
    int count;  // may exceed what is kept; -1: something else than numbers stands there
} numbers;

// What the file says of the lens.
typedef struct {
    numbers width, height, matrix, bend;
    char model[32];
} contents;

typedef struct {
    yaml_parser_t parser;
    yaml_event_t event;
    const char *path;
    char key[40];  // the entry that is being read, for messages
} reader;

// To the next event. What it holds is good until the next call.
static status next(reader *r, fault *fault) {
    yaml_event_delete(&r->event);
    if (yaml_parser_parse(&r->parser, &r->event)) return STATUS_OK;
    if (r->parser.error == YAML_MEMORY_ERROR) return fault_set(fault, STATUS_MEMORY, "%s: out of memory", r->path);
    return fault_set(fault, STATUS_INVALID, "%s: %s%sline %zu is no YAML: %s", r->path, r->key, r->key[0] ? ": " : "",
                     r->parser.problem_mark.line + 1, r->parser.problem ? r->parser.problem : "damaged");
}

static bool opens(const reader *r) { return r->event.type == YAML_MAPPING_START_EVENT || r->event.type == YAML_SEQUENCE_START_EVENT; }
static bool closes(const reader *r) { return r->event.type == YAML_MAPPING_END_EVENT || r->event.type == YAML_SEQUENCE_END_EVENT; }
static const char *text_of(const reader *r) { return r->event.type == YAML_SCALAR_EVENT ? (const char *)r->event.data.scalar.value : ""; }

// From the first event of a value to its last.
static status pass_over(reader *r, fault *fault) {
    status s = STATUS_OK;
    for (int depth = opens(r); !s && depth > 0;) {
        s = next(r, fault);
        if (!s) depth += opens(r) - closes(r);
    }
    return s;
}

static void add_number(const char *text, numbers *out) {
    char *behind;
    double number = strtod(text, &behind);
    if (behind == text || *behind || !isfinite(number)) out->count = -1;
    if (out->count < 0) return;
    if (out->count < NUMBERS_MAX) out->at[out->count] = number;
    out->count++;
}

// A number or a list of them; as pass_over.
static status read_numbers(reader *r, numbers *out, fault *fault) {
    *out = (numbers){0};
    if (r->event.type != YAML_SEQUENCE_START_EVENT) {
        add_number(text_of(r), out);
        return pass_over(r, fault);
    }
    status s = next(r, fault);
    while (!s && r->event.type != YAML_SEQUENCE_END_EVENT) {
        add_number(text_of(r), out);
        s = pass_over(r, fault);
        if (!s) s = next(r, fault);
    }
    return s;
}

// The numbers of a matrix: its entry "data".
static status read_data(reader *r, numbers *out, fault *fault) {
    out->count = -1;
    if (r->event.type != YAML_MAPPING_START_EVENT) return pass_over(r, fault);
    status s = next(r, fault);
    while (!s && r->event.type != YAML_MAPPING_END_EVENT) {
        bool data = strcmp(text_of(r), "data") == 0;
        s = pass_over(r, fault);
        if (!s) s = next(r, fault);
        if (!s) s = data ? read_numbers(r, out, fault) : pass_over(r, fault);
        if (!s) s = next(r, fault);
    }
    return s;
}

static status read_value(reader *r, contents *c, fault *fault) {
    if (strcmp(r->key, "image_width") == 0) return read_numbers(r, &c->width, fault);
    if (strcmp(r->key, "image_height") == 0) return read_numbers(r, &c->height, fault);
    if (strcmp(r->key, "camera_matrix") == 0) return read_data(r, &c->matrix, fault);
    if (strcmp(r->key, "distortion_coefficients") == 0) return read_data(r, &c->bend, fault);
    if (strcmp(r->key, "distortion_model") == 0) snprintf(c->model, sizeof c->model, "%s", text_of(r));
    return pass_over(r, fault);
}

static status read_entries(reader *r, contents *c, fault *fault) {
    status s = next(r, fault);
    while (!s && r->event.type != YAML_MAPPING_END_EVENT) {
        snprintf(r->key, sizeof r->key, "%s", text_of(r));
        s = pass_over(r, fault);
        if (!s) s = next(r, fault);
        if (!s) s = read_value(r, c, fault);
        if (!s) s = next(r, fault);
    }
    return s;
}

static status read_contents(const char *text, const char *path, contents *c, fault *fault) {
    reader r = {.path = path};
    // OpenCV begins its files with a line that YAML does not know.
    if (strncmp(text, "%YAML:", 6) == 0) text += strcspn(text, "\n");
    if (!yaml_parser_initialize(&r.parser)) return fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)text, strlen(text));
    status s = STATUS_OK;
    while (!s && r.event.type != YAML_MAPPING_START_EVENT && r.event.type != YAML_STREAM_END_EVENT) s = next(&r, fault);
    if (!s && r.event.type == YAML_MAPPING_START_EVENT) s = read_entries(&r, c, fault);
    yaml_event_delete(&r.event);
    yaml_parser_delete(&r.parser);
    return s;
}

static bool take_size(const numbers *n, int *out) {
    if (n->count != 1 || n->at[0] < 1 || n->at[0] > 65536 || n->at[0] != floor(n->at[0])) return false;
    *out = (int)n->at[0];
    return true;
}

static status parse(const char *text, const char *path, calibration *c, fault *fault) {
    contents is = {.model = "plumb_bob"};
    status s = read_contents(text, path, &is, fault);
    if (s) return s;
    const double *m = is.matrix.at, *d = is.bend.at;
    if (!take_size(&is.width, &c->width) || !take_size(&is.height, &c->height))
        return fault_set(fault, STATUS_INVALID, "%s: image_width and image_height must be whole numbers of pixels from 1 to 65536", path);
    if (is.matrix.count != 9 || m[0] <= 0 || m[4] <= 0 || m[1] != 0 || m[3] != 0 || m[6] != 0 || m[7] != 0 || m[8] != 1)
        return fault_set(fault, STATUS_INVALID, "%s: camera_matrix: data must be [fx, 0, cx, 0, fy, cy, 0, 0, 1] with fx and fy above 0", path);
    if (strcmp(is.model, "plumb_bob") != 0)
        return fault_set(fault, STATUS_INVALID, "%s: distortion_model: only plumb_bob is known; calibrate with that model", path);
    if (is.bend.count != 4 && is.bend.count != 5)
        return fault_set(fault, STATUS_INVALID, "%s: distortion_coefficients: data must be [k1, k2, p1, p2, k3]", path);
    c->fx = m[0], c->cx = m[2], c->fy = m[4], c->cy = m[5];
    c->k1 = d[0], c->k2 = d[1], c->p1 = d[2], c->p2 = d[3], c->k3 = d[4];
    return STATUS_OK;
}

status calib_load_ros(const char *path, calibration *out, fault *fault) {
    char *text = NULL;
    status s = read_text(path, &text, fault);
    if (s) return s;
    calibration c = {0};
    s = parse(text, path, &c, fault);
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

status calib_save_ros(const calibration *c, const char *path, fault *fault) {
    bool to_stdout = strcmp(path, "-") == 0;
    FILE *file = to_stdout ? stdout : fopen(path, "wb");
    bool ok = file && write_text(c, file) && fflush(file) == 0;
    int error = errno;
    if (file && !to_stdout && fclose(file) != 0) ok = false, error = errno;
    return ok ? STATUS_OK : fault_set(fault, STATUS_IO, "%s: cannot write the camera_info file: %s", path, strerror(error));
}
