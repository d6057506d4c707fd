// Reads the numbers of a calibration file for the sample maker and the tests, which must not lean on calib/.
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/render/render.h"

#define FILE_MAX 65536

static bool numbers(const cJSON *array, int count, double *out) {
    if (cJSON_GetArraySize(array) != count) return false;
    for (int i = 0; i < count; i++) {
        const cJSON *n = cJSON_GetArrayItem(array, i);
        if (!cJSON_IsNumber(n)) return false;
        out[i] = n->valuedouble;
    }
    return true;
}

static bool camera_of(const cJSON *root, render_camera *c) {
    const cJSON *image = cJSON_GetObjectItemCaseSensitive(root, "image"), *table = cJSON_GetObjectItemCaseSensitive(root, "table");
    const cJSON *width = cJSON_GetObjectItemCaseSensitive(image, "width"), *height = cJSON_GetObjectItemCaseSensitive(image, "height");
    const cJSON *matrix = cJSON_GetObjectItemCaseSensitive(root, "camera_matrix");
    double row[2][3];
    if (!cJSON_IsNumber(width) || !cJSON_IsNumber(height)) return false;
    for (int i = 0; i < 2; i++) {
        if (!numbers(cJSON_GetArrayItem(matrix, i), 3, row[i])) return false;
    }
    *c = (render_camera){.width = width->valueint, .height = height->valueint, .fx = row[0][0], .cx = row[0][2], .fy = row[1][1], .cy = row[1][2]};
    return numbers(cJSON_GetObjectItemCaseSensitive(root, "distortion_coefficients"), 5, c->k) &&
           numbers(cJSON_GetObjectItemCaseSensitive(table, "rotation_vector"), 3, c->rotation) &&
           numbers(cJSON_GetObjectItemCaseSensitive(table, "translation_in"), 3, c->translation_in);
}

status render_camera_read(const char *path, render_camera *out, fault *fault) {
    FILE *f = fopen(path, "rb");
    if (!f) return fault_set(fault, STATUS_INVALID, "%s: can't be opened; name a calibration file", path);
    char *text = malloc(FILE_MAX + 1);
    size_t length = text ? fread(text, 1, FILE_MAX, f) : 0;
    fclose(f);
    if (!text) return fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    cJSON *root = cJSON_ParseWithLength(text, length);
    free(text);
    bool good = root && camera_of(root, out);
    cJSON_Delete(root);
    return good ? STATUS_OK : fault_set(fault, STATUS_INVALID, "%s: is no calibration file; see docs/detection.md", path);
}
