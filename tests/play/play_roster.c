// A small random roster: two blocks and a band of skirmishers on either side.
#include "tests/play/play_parts.h"
#include "tests/writer.h"

typedef struct {
    writer to;
    int marker;
} roster;

static void put_base(roster *w, play_bases bases, bool round, double mm) {
    if (round)
        writer_put(&w->to, "\"base\":{\"shape\":\"round\",\"diameter_mm\":%g}", mm);
    else
        writer_put(&w->to, "\"base\":{\"shape\":\"square\",\"width_mm\":%g,\"depth_mm\":%g}", mm, mm);
    w->marker++;
    if (bases == PLAY_TAGS)
        writer_put(&w->to, ",\"marker\":{\"family\":\"tag36h11\",\"id\":%d,\"size_mm\":%g}", 20 + w->marker, round ? 0.62 * mm : 0.76 * mm);
    if (bases == PLAY_RIMS) writer_put(&w->to, ",\"marker\":{\"family\":\"rim\",\"id\":%d}", w->marker);
}

// Room for the front's middle at `at`, facing the enemy; the figures as the array of the contract would make them.
static void put_block(roster *w, play_dice *d, play_bases bases, const char *id, int side, vec2 at) {
    int files = 4 + play_choose(d, 3), ranks = 2 + play_choose(d, 2);
    double mm = play_chance(d, 0.5) ? 20 : 25, pitch = mm * IN_PER_MM + 0.012, heading = side ? -90 : 90, ahead = side ? -1 : 1;
    writer_put(&w->to, "\"type\":\"regular\",\"formation\":\"closed\",\"figures\":[");
    for (int i = 0; i < files * ranks; i++) {
        int file = i % files, rank = i / files;
        double left = ((files - 1) / 2.0 - file) * pitch, back = mm * IN_PER_MM / 2 + rank * pitch;
        writer_put(&w->to, "%s{\"id\":\"%s-%d\",", i ? "," : "", id, i + 1);
        put_base(w, bases, false, mm);
        writer_put(&w->to, ",\"start\":[%.4f,%.4f,%g]}", at.x - ahead * left, at.y - ahead * back, heading);
    }
    writer_put(&w->to, "]}");
}

static void put_band(roster *w, play_dice *d, play_bases bases, const char *id, int side, vec2 at) {
    int count = 4 + play_choose(d, 2);
    writer_put(&w->to, "\"type\":\"skirmish\",\"figures\":[");
    for (int i = 0; i < count; i++) {
        writer_put(&w->to, "%s{\"id\":\"%s-%d\",", i ? "," : "", id, i + 1);
        put_base(w, bases, true, 25);
        writer_put(&w->to, ",\"start\":[%.4f,%.4f,%.1f]}", at.x + 2.3 * (i - (count - 1) / 2.0) + play_roll(d, -0.2, 0.2),
                   at.y + play_roll(d, -0.5, 0.5), (side ? -90 : 90) + play_roll(d, -20, 20));
    }
    writer_put(&w->to, "]}");
}

const char *play_roster(play_dice *d, play_bases bases) {
    static roster w;
    static const char *const rims[2] = {"#b02020", "#2040b0"};
    w.to.used = 0, w.marker = 0;
    writer_put(&w.to, "{\"vedette\":1,\"title\":\"play\",\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":%g,\"depth_in\":%g,\"markers\":[",
               TABLE_WIDTH_IN, TABLE_DEPTH_IN);
    for (int i = 0; i < 4; i++)
        writer_put(&w.to, "%s{\"family\":\"tag36h11\",\"id\":%d,\"size_mm\":60,\"at_in\":[%g,%g]}", i ? "," : "", i,
                   i == 1 || i == 2 ? TABLE_WIDTH_IN - 2 : 2, i > 1 ? TABLE_DEPTH_IN - 2 : 2);
    writer_put(&w.to, "]},\"sides\":[{\"id\":\"red\",\"home_edge\":\"south\"},{\"id\":\"blue\",\"home_edge\":\"north\"}],\"units\":[");
    for (int side = 0; side < 2; side++) {
        double y[2] = {side ? 22.5 : 5.5, side ? 20.5 : 7.5};
        for (int k = 0; k < 3; k++) {
            char id[4] = {side ? 'B' : 'R', (char)('1' + k), 0};
            writer_put(&w.to, "%s{\"id\":\"%s\",\"side\":\"%s\",\"movement_in\":12,", side || k ? "," : "", id, side ? "blue" : "red");
            writer_put(&w.to, "\"rim_colour\":\"%s\",\"mark_colour\":\"#f6f4ee\",", rims[side]);
            if (k < 2)
                put_block(&w, d, bases, id, side, (vec2){(k ? 33 : 10) + play_roll(d, -2, 2), y[0] + play_roll(d, -0.5, 0.5)});
            else
                put_band(&w, d, bases, id, side, (vec2){21.5 + play_roll(d, -1.5, 1.5), y[1]});
        }
    }
    writer_put(&w.to, "]}");
    return w.to.text;
}
