#include "table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

game *table_game(const char *units) {
    static const char head[] =
        "{\"vedette\":1,\"title\":\"test\",\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48},"
        "\"sides\":[{\"id\":\"red\",\"home_edge\":\"south\"},{\"id\":\"blue\",\"home_edge\":\"north\"}],\"units\":[";
    size_t size = sizeof head + strlen(units) + 4;
    char *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size, "%s%s]}", head, units);
    game *g = NULL;
    fault fault = {""};
    if (game_parse(text, strlen(text), "test", &g, NULL, NULL, &fault) != STATUS_OK) fail_msg("%s", fault.text);
    free(text);
    return g;
}

pose table_pose(double x, double y, double heading_deg, double sigma_in, double sigma_deg) {
    return (pose){{x, y}, heading_deg * RAD_PER_DEG, sigma_in, sigma_deg * RAD_PER_DEG};
}

pose table_carry(pose p, vec2 centre, double rad, vec2 shift) {
    p.at = vec2_add(vec2_add(centre, vec2_rotate(vec2_sub(p.at, centre), rad)), shift);
    p.heading_rad = angle_wrap(p.heading_rad + rad);
    return p;
}

// Knuth's MMIX generator; its upper bits are good enough to push figures about.
double table_uniform(unsigned long long *seed) {
    *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

double table_normal(unsigned long long *seed) {
    double u = 1 - table_uniform(seed), v = table_uniform(seed);
    return sqrt(-2 * log(u)) * cos(2 * PI * v);
}

pose table_noisy(pose p, double sigma_in, double sigma_deg, unsigned long long *seed) {
    p.at.x += sigma_in * table_normal(seed);
    p.at.y += sigma_in * table_normal(seed);
    p.heading_rad = angle_wrap(p.heading_rad + sigma_deg * RAD_PER_DEG * table_normal(seed));
    p.sigma_in = sigma_in;
    p.sigma_rad = sigma_deg * RAD_PER_DEG;
    return p;
}

void table_near(double a, double b, double tol, const char *what) {
    if (!(fabs(a - b) <= tol)) fail_msg("%s is %.6f, not %.6f", what, a, b);
}
