// A small random roster: two blocks and a band of skirmishers on either side.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/play/play_parts.h"

typedef struct {
    char text[40000];
    size_t used;
    int marker;
} roster;

static void put(roster *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(roster *w, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(w->text + w->used, sizeof w->text - w->used, format, args);
    va_end(args);
    assert_true(n >= 0 && w->used + (size_t)n < sizeof w->text);
    w->used += (size_t)n;
}

static void put_base(roster *w, play_bases bases, bool round, double mm) {
    if (round)
        put(w, "\"base\":{\"shape\":\"round\",\"diameter_mm\":%g}", mm);
    else
        put(w, "\"base\":{\"shape\":\"square\",\"width_mm\":%g,\"depth_mm\":%g}", mm, mm);
    w->marker++;
    if (bases == PLAY_TAGS) put(w, ",\"marker\":{\"family\":\"tag36h11\",\"id\":%d,\"size_mm\":%g}", 20 + w->marker, round ? 0.62 * mm : 0.76 * mm);
    if (bases == PLAY_RIMS) put(w, ",\"marker\":{\"family\":\"rim\",\"id\":%d}", w->marker);
}

// Room for the front's middle at `at`, facing the enemy; the figures as the array of the contract would make them.
static void put_block(roster *w, play_dice *d, play_bases bases, const char *id, int side, vec2 at) {
    int files = 4 + play_choose(d, 3), ranks = 2 + play_choose(d, 2);
    double mm = play_chance(d, 0.5) ? 20 : 25, pitch = mm * IN_PER_MM + 0.012, heading = side ? -90 : 90, ahead = side ? -1 : 1;
    put(w, "\"type\":\"regular\",\"formation\":\"closed\",\"figures\":[");
    for (int i = 0; i < files * ranks; i++) {
        int file = i % files, rank = i / files;
        double left = ((files - 1) / 2.0 - file) * pitch, back = mm * IN_PER_MM / 2 + rank * pitch;
        put(w, "%s{\"id\":\"%s-%d\",", i ? "," : "", id, i + 1);
        put_base(w, bases, false, mm);
        put(w, ",\"start\":[%.4f,%.4f,%g]}", at.x - ahead * left, at.y - ahead * back, heading);
    }
    put(w, "]}");
}

static void put_band(roster *w, play_dice *d, play_bases bases, const char *id, int side, vec2 at) {
    int count = 4 + play_choose(d, 2);
    put(w, "\"type\":\"skirmish\",\"figures\":[");
    for (int i = 0; i < count; i++) {
        put(w, "%s{\"id\":\"%s-%d\",", i ? "," : "", id, i + 1);
        put_base(w, bases, true, 25);
        put(w, ",\"start\":[%.4f,%.4f,%.1f]}", at.x + 2.3 * (i - (count - 1) / 2.0) + play_roll(d, -0.2, 0.2), at.y + play_roll(d, -0.5, 0.5),
            (side ? -90 : 90) + play_roll(d, -20, 20));
    }
    put(w, "]}");
}

const char *play_roster(play_dice *d, play_bases bases) {
    static roster w;
    static const char *const rims[2] = {"#b02020", "#2040b0"};
    w.used = 0, w.marker = 0;
    put(&w, "{\"vedette\":1,\"title\":\"play\",\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":%g,\"depth_in\":%g,\"markers\":[",
        TABLE_WIDTH_IN, TABLE_DEPTH_IN);
    for (int i = 0; i < 4; i++)
        put(&w, "%s{\"family\":\"tag36h11\",\"id\":%d,\"size_mm\":60,\"at_in\":[%g,%g]}", i ? "," : "", i, i == 1 || i == 2 ? TABLE_WIDTH_IN - 2 : 2,
            i > 1 ? TABLE_DEPTH_IN - 2 : 2);
    put(&w, "]},\"sides\":[{\"id\":\"red\",\"home_edge\":\"south\"},{\"id\":\"blue\",\"home_edge\":\"north\"}],\"units\":[");
    for (int side = 0; side < 2; side++) {
        double y[2] = {side ? 22.5 : 5.5, side ? 20.5 : 7.5};
        for (int k = 0; k < 3; k++) {
            char id[4] = {side ? 'B' : 'R', (char)('1' + k), 0};
            put(&w, "%s{\"id\":\"%s\",\"side\":\"%s\",\"movement_in\":12,", side || k ? "," : "", id, side ? "blue" : "red");
            put(&w, "\"rim_colour\":\"%s\",\"mark_colour\":\"#f6f4ee\",", rims[side]);
            if (k < 2)
                put_block(&w, d, bases, id, side, (vec2){(k ? 33 : 10) + play_roll(d, -2, 2), y[0] + play_roll(d, -0.5, 0.5)});
            else
                put_band(&w, d, bases, id, side, (vec2){21.5 + play_roll(d, -1.5, 1.5), y[1]});
        }
    }
    put(&w, "]}");
    return w.text;
}
