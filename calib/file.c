// Reads and writes *.cal.json (docs/detection.md).
#include <cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/calib_limits.h"
#include "calib/camera.h"

static status read_text(const char *path, char **out, fault *fault) {
    FILE *file = fopen(path, "rb");
    if (!file) return fault_set(fault, STATUS_INVALID, "%s: cannot open the calibration: %s", path, strerror(errno));
    char *text = malloc(CALIB_FILE_MAX_BYTES + 1);
    if (!text) {
        fclose(file);
        return fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    }
    size_t n = fread(text, 1, CALIB_FILE_MAX_BYTES, file);
    bool failed = ferror(file), more = !failed && fgetc(file) != EOF;
    fclose(file);
    text[n] = '\0';
    *out = text;
    if (failed) return fault_set(fault, STATUS_INVALID, "%s: cannot read the calibration: give a file", path);
    if (more) return fault_set(fault, STATUS_INVALID, "%s: larger than 1 MB: this is no calibration file", path);
    if (strspn(text, " \t\r\n") == n) return fault_set(fault, STATUS_INVALID, "%s: the file is empty: make it with `vedette calibrate`", path);
    if (memchr(text, '\0', n)) return fault_set(fault, STATUS_INVALID, "%s: holds NUL bytes: this is no calibration file", path);
    return STATUS_OK;
}

static bool number_of(const cJSON *item, double lo, double hi, double *out) {
    if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble) || item->valuedouble < lo || item->valuedouble > hi) return false;
    *out = item->valuedouble;
    return true;
}

static bool numbers_of(const cJSON *array, int n, double limit, double *out) {
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) != n) return false;
    int i = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, array) if (!number_of(item, -limit, limit, &out[i++])) return false;
    return true;
}

static status read_lens(const cJSON *root, const char *path, calibration *c, fault *fault) {
    const cJSON *image = cJSON_GetObjectItemCaseSensitive(root, "image");
    double w, h, rows[3][3], k[5], version;
    if (!number_of(cJSON_GetObjectItemCaseSensitive(root, "vedette"), 1, 1, &version))
        return fault_set(fault, STATUS_INVALID, "%s: vedette: the version must be 1: make the file with `vedette calibrate`", path);
    if (!number_of(cJSON_GetObjectItemCaseSensitive(image, "width"), 1, 65536, &w) ||
        !number_of(cJSON_GetObjectItemCaseSensitive(image, "height"), 1, 65536, &h) || w != floor(w) || h != floor(h))
        return fault_set(fault, STATUS_INVALID, "%s: image: width and height must be whole numbers of pixels from 1 to 65536", path);
    const cJSON *matrix = cJSON_GetObjectItemCaseSensitive(root, "camera_matrix");
    for (int i = 0; i < 3; i++)
        if (!cJSON_IsArray(matrix) || cJSON_GetArraySize(matrix) != 3 || !numbers_of(cJSON_GetArrayItem(matrix, i), 3, 1e7, rows[i]))
            return fault_set(fault, STATUS_INVALID, "%s: camera_matrix: must be [[fx,0,cx],[0,fy,cy],[0,0,1]] in pixels", path);
    if (rows[0][0] <= 0 || rows[1][1] <= 0 || rows[0][1] != 0 || rows[1][0] != 0 || rows[2][0] != 0 || rows[2][1] != 0 || rows[2][2] != 1)
        return fault_set(fault, STATUS_INVALID, "%s: camera_matrix: must be [[fx,0,cx],[0,fy,cy],[0,0,1]] with fx and fy above 0", path);
    const cJSON *model = cJSON_GetObjectItemCaseSensitive(root, "distortion_model");
    if (model && (!cJSON_IsString(model) || strcmp(model->valuestring, "plumb_bob") != 0))
        return fault_set(fault, STATUS_INVALID, "%s: distortion_model: only \"plumb_bob\" is known: fit the lens with `vedette calibrate lens`",
                         path);
    const cJSON *coefficients = cJSON_GetObjectItemCaseSensitive(root, "distortion_coefficients");
    if (!numbers_of(coefficients, 5, 1e3, k))
        return fault_set(fault, STATUS_INVALID, "%s: distortion_coefficients: must be five numbers [k1,k2,p1,p2,k3]", path);
    *c = (calibration){.width = (int)w,
                       .height = (int)h,
                       .fx = rows[0][0],
                       .fy = rows[1][1],
                       .cx = rows[0][2],
                       .cy = rows[1][2],
                       .k1 = k[0],
                       .k2 = k[1],
                       .p1 = k[2],
                       .p2 = k[3],
                       .k3 = k[4]};
    return STATUS_OK;
}

static status read_table(const cJSON *root, const char *path, calibration *c, fault *fault) {
    const cJSON *table = cJSON_GetObjectItemCaseSensitive(root, "table");
    if (!table || cJSON_IsNull(table)) return STATUS_OK;
    double r[3], t[3];
    if (!numbers_of(cJSON_GetObjectItemCaseSensitive(table, "rotation_vector"), 3, 10, r))
        return fault_set(fault, STATUS_INVALID, "%s: table.rotation_vector: must be three radians", path);
    if (!numbers_of(cJSON_GetObjectItemCaseSensitive(table, "translation_in"), 3, 1e5, t))
        return fault_set(fault, STATUS_INVALID, "%s: table.translation_in: must be three numbers of inches", path);
    calib_set_pose(c, (vec3){r[0], r[1], r[2]}, (vec3){t[0], t[1], t[2]});
    if (calib_camera_place(c).z <= 0) return fault_set(fault, STATUS_INVALID, "%s: table: puts the camera below the table: calibrate again", path);
    return STATUS_OK;
}

status calib_load(const char *path, calibration *out, fault *fault) {
    char *text = NULL;
    cJSON *root = NULL;
    status s = read_text(path, &text, fault);
    if (s != STATUS_OK) goto done;
    root = cJSON_ParseWithOpts(text, NULL, true);
    if (!cJSON_IsObject(root)) {
        s = fault_set(fault, STATUS_INVALID, "%s: not a JSON object: make the file with `vedette calibrate`", path);
        goto done;
    }
    s = read_lens(root, path, out, fault);
    if (s == STATUS_OK) s = read_table(root, path, out, fault);
    if (s == STATUS_OK) {
        const cJSON *rms = cJSON_GetObjectItemCaseSensitive(root, "rms_px"), *made = cJSON_GetObjectItemCaseSensitive(root, "made");
        if (!number_of(rms, 0, 1e4, &out->rms_px)) out->rms_px = 0;
        if (cJSON_IsString(made)) snprintf(out->made, sizeof out->made, "%s", made->valuestring);
    }
done:
    cJSON_Delete(root);
    free(text);
    return s;
}

static cJSON *lens_json(const calibration *c) {
    cJSON *root = cJSON_CreateObject();
    cJSON_AddNumberToObject(root, "vedette", 1);
    cJSON *image = cJSON_AddObjectToObject(root, "image");
    cJSON_AddNumberToObject(image, "width", c->width);
    cJSON_AddNumberToObject(image, "height", c->height);
    const double rows[3][3] = {{c->fx, 0, c->cx}, {0, c->fy, c->cy}, {0, 0, 1}}, k[5] = {c->k1, c->k2, c->p1, c->p2, c->k3};
    cJSON *matrix = cJSON_AddArrayToObject(root, "camera_matrix");
    for (int i = 0; i < 3; i++) cJSON_AddItemToArray(matrix, cJSON_CreateDoubleArray(rows[i], 3));
    cJSON_AddStringToObject(root, "distortion_model", "plumb_bob");
    cJSON_AddItemToObject(root, "distortion_coefficients", cJSON_CreateDoubleArray(k, 5));
    return root;
}

status calib_save(const calibration *c, const char *path, fault *fault) {
    cJSON *root = lens_json(c);
    if (c->has_table) {
        vec3 r = calib_rotation_vector(c), t = c->translation_in;
        cJSON *table = cJSON_AddObjectToObject(root, "table");
        cJSON_AddItemToObject(table, "rotation_vector", cJSON_CreateDoubleArray((double[]){r.x, r.y, r.z}, 3));
        cJSON_AddItemToObject(table, "translation_in", cJSON_CreateDoubleArray((double[]){t.x, t.y, t.z}, 3));
    }
    cJSON_AddNumberToObject(root, "rms_px", c->rms_px);
    if (c->made[0]) cJSON_AddStringToObject(root, "made", c->made);
    char *text = cJSON_Print(root);
    cJSON_Delete(root);
    if (!text) return fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    bool to_stdout = strcmp(path, "-") == 0;
    FILE *file = to_stdout ? stdout : fopen(path, "wb");
    bool ok = file && fprintf(file, "%s\n", text) > 0 && fflush(file) == 0;
    int error = errno;
    if (file && !to_stdout && fclose(file) != 0) ok = false, error = errno;
    free(text);
    return ok ? STATUS_OK : fault_set(fault, STATUS_IO, "%s: cannot write the calibration: %s", path, strerror(error));
}
