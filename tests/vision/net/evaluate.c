// Runs a network over numbers. Usage: net_evaluate FILE.vnet BATCH HEIGHT WIDTH < in > out; both are raw 32-bit floats [item][y][x][channel], one
// output after the other.
#include <stdio.h>
#include <stdlib.h>

#include "vision/net/net.h"

static void *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    const size_t room = 64 << 20;
    void *bytes = malloc(room);
    *size = bytes ? fread(bytes, 1, room, file) : 0;
    fclose(file);
    return bytes;
}

// Reads into the pixels of a map or writes them. False: the stream ended or broke.
static int move_pixels(const net_map *m, int in) {
    for (int i = 0; i < m->batch; i++)
        for (int y = 0; y < m->height; y++)
            for (int x = 0; x < m->width; x++) {
                float *at = net_map_at(m, i, y, x);
                const size_t count = (size_t)m->channels;
                if ((in ? fread(at, sizeof *at, count, stdin) : fwrite(at, sizeof *at, count, stdout)) != count) return 0;
            }
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 5) return fprintf(stderr, "usage: net_evaluate FILE.vnet BATCH HEIGHT WIDTH < in > out\n"), 2;
    const int batch = atoi(argv[2]), height = atoi(argv[3]), width = atoi(argv[4]);
    size_t size;
    void *bytes = read_file(argv[1], &size);
    fault f = {"the file can't be read"};
    net *n = NULL;
    int ok = bytes && net_load(bytes, size, &n, &f) == STATUS_OK && net_reserve(n, batch, height, width, 1, &f) == STATUS_OK;
    if (ok) {
        const net_map in = net_input(n, batch, height, width);
        ok = move_pixels(&in, 1);
        net_run(n, NULL);
        for (int i = 0; i < net_output_count(n) && ok; i++) {
            const net_map out = net_output(n, i);
            ok = move_pixels(&out, 0);
        }
    }
    if (!ok) fprintf(stderr, "net_evaluate: %s\n", f.text[0] ? f.text : "too few numbers");
    net_destroy(n);
    free(bytes);
    return ok ? 0 : 1;
}
