#include "bench/armies.h"

#include <stdio.h>
#include <stdlib.h>

static size_t write_marker(char *out, size_t capacity, int kind, int id) {
    if (kind == 1) return (size_t)snprintf(out, capacity, ",\"marker\":{\"family\":\"tag36h11\",\"id\":%d,\"size_mm\":18}", id + 10);
    if (kind == 2) return (size_t)snprintf(out, capacity, ",\"marker\":{\"family\":\"rim\",\"id\":%d}", id % 100);
    return 0;
}

char *armies_text(armies_third third) {
    enum { ROOM = 1 << 17 };
    char *text = malloc(ROOM);
    if (!text) return NULL;
    size_t n =
        (size_t)snprintf(text, ROOM,
                         "{\"vedette\":1,\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48,\"markers\":["
                         "{\"family\":\"tag36h11\",\"id\":0,\"size_mm\":60,\"at_in\":[2.5,2.5]},{\"family\":\"tag36h11\",\"id\":1,\"size_mm\":60,"
                         "\"at_in\":[69.5,2.5]},{\"family\":\"tag36h11\",\"id\":2,\"size_mm\":60,\"at_in\":[69.5,45.5]},"
                         "{\"family\":\"tag36h11\",\"id\":3,\"size_mm\":60,\"at_in\":[2.5,45.5]}]},\"sides\":[{\"id\":\"red\"}],\"units\":[");
    for (int u = 0; u < ARMIES_UNITS; u++) {
        int kind = third == ARMIES_PLAIN ? 0 : u % 3 == 2 && third == ARMIES_TAGS ? 1 : u % 3;
        n += (size_t)snprintf(text + n, ROOM - n, "%s{\"id\":\"U%d\",\"side\":\"red\",\"movement_in\":12%s,\"figures\":[", u ? "," : "", u,
                              kind == 0 ? ",\"rim_colour\":\"#b02020\",\"mark_colour\":\"#f6f4ee\"" : "");
        for (int k = 0; k < ARMIES_UNIT; k++) {
            double x = 10 + u % 5 * 13 + k % ARMIES_FILES * 1.0, y = 10 + u / 5 * 14 - k / ARMIES_FILES * 1.0;
            n += (size_t)snprintf(text + n, ROOM - n,
                                  "%s{\"id\":\"U%d-%d\",\"base\":{\"shape\":\"square\",\"width_mm\":25,\"depth_mm\":25},\"start\":[%.3f,%.3f,90]",
                                  k ? "," : "", u, k + 1, x, y);
            n += write_marker(text + n, ROOM - n, kind, u / 3 * ARMIES_UNIT + k + (u % 3 == 2) * 200);
            n += (size_t)snprintf(text + n, ROOM - n, "}");
        }
        n += (size_t)snprintf(text + n, ROOM - n, "]}");
    }
    snprintf(text + n, ROOM - n, "]}");
    return text;
}
