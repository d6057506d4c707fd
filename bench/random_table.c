#include "bench/random_table.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const char *type;
    int files, ranks;
    double gap_in;
} unit_size;

// A sixteenth of them each, 195 figures together: blocks, thin lines, loose skirmishers and a hero.
static const unit_size sizes[] = {{"regular", 5, 2, 0},    {"regular", 6, 3, 0},    {"regular", 4, 2, 0}, {"regular", 8, 2, 0},
                                  {"regular", 10, 2, 0},   {"regular", 6, 2, 0},    {"regular", 5, 3, 0}, {"skirmish", 4, 1, 1.2},
                                  {"individual", 1, 1, 0}, {"skirmish", 6, 1, 1.2}, {"regular", 8, 3, 0}, {"regular", 7, 2, 0},
                                  {"regular", 5, 2, 0},    {"regular", 4, 3, 0.5},  {"regular", 8, 2, 0}, {"regular", 3, 3, 0}};
#define SIZES ((int)(sizeof sizes / sizeof *sizes))

// Text that grows; NULL once memory has run out.
typedef struct {
    char *text;
    size_t used, capacity;
} text;

static void add(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(text *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (t->text) t->used += (size_t)vsnprintf(t->text + t->used, t->capacity - t->used, format, args);
    va_end(args);
}

static text begin(int units, double width_in, double depth_in) {
    text t = {.capacity = 1024 + (size_t)units * 400};
    t.text = malloc(t.capacity);
    add(&t,
        "{\"vedette\":1,\"title\":\"Random moves\",\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":%g,\"depth_in\":%g},"
        "\"sides\":[{\"id\":\"red\"},{\"id\":\"blue\"}],\"units\":[",
        width_in, depth_in);
    return t;
}

static void add_unit(text *t, int u, const unit_size *size, double x, double y) {
    bool regular = size->type[0] == 'r';
    add(t,
        "%s{\"id\":\"U%d\",\"side\":\"%s\",\"type\":\"%s\",\"movement_in\":12,%s\"array\":{\"files\":%d,\"ranks\":%d,\"gap_in\":%g,"
        "\"base\":{\"shape\":\"square\",\"width_mm\":20,\"depth_mm\":20},\"at\":[%.3f,%.3f,%d]}}",
        u ? "," : "", u, u % 2 ? "blue" : "red", size->type,
        !regular           ? ""
        : size->gap_in > 0 ? "\"formation\":\"open\","
                           : "\"formation\":\"closed\",",
        size->files, size->ranks, size->gap_in, x, y, u % 2 ? -90 : 90);
}

static char *finish(text *t) {
    add(t, "]}");
    return t->text;
}

char *random_table_even(int units, int files, int ranks) {
    unit_size size = {"regular", files, ranks, 0};
    text t = begin(units, 120, 80);
    for (int u = 0; u < units; u++) add_unit(&t, u, &size, 10 + 100.0 * (u / 2 + 0.5) / ((units + 1) / 2), u % 2 ? 60 : 20);
    return finish(&t);
}

char *random_table_mixed(int units) {
    const double column_in = 9.4, line_in = 11;
    int columns = units <= 64 ? 16 : 25, lines = ((units + 1) / 2 + columns - 1) / columns;
    double depth_in = 2 * lines * line_in + 28;
    text t = begin(units, columns * column_in + 2, depth_in);
    for (int u = 0; u < units; u++) {
        double behind = 4 + line_in * (lines - 1 - u / 2 / columns);  // of the side's own edge
        add_unit(&t, u, &sizes[u / 2 % SIZES], column_in * (u / 2 % columns + 0.5) + 1, u % 2 ? depth_in - behind : behind);
    }
    return finish(&t);
}
