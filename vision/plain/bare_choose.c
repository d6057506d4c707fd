// The choice among the outlines of unpainted bases: those that can stand together and are covered as other bases of their unit are.
#include "vision/notes.h"
#include "vision/plain/plain_limits.h"
#include "vision/plain/search.h"

// True for two codes of one unit's covering: noise, texture and light make them differ by this much.
static bool alike(double a, double b) { return fabs(a - b) < 9 + 0.08 * (a + b); }
bool bare_same_cover(const base_search *s, const found_base *a, const found_base *b) {
    return s->look_of[a->kind] == s->look_of[b->kind] && alike(a->cover.b, b->cover.b) && alike(a->cover.g, b->cover.g) &&
           alike(a->cover.r, b->cover.r);
}

static bool sure(const found_base *b) { return b->fit.seen >= PLAIN_BARE_CHOOSE_ALONE_SEEN && b->fit.around >= PLAIN_BARE_CHOOSE_ALONE_LEAST; }

static int company_wanted(const base_search *s, const found_base *b) {
    int count = search_count(s, s->look_of[b->kind]);
    return count < PLAIN_BARE_CHOOSE_COMPANY ? count : PLAIN_BARE_CHOOSE_COMPANY;
}

// True where enough other bases, at other places, have the covering of fit i and show well, or where fit i was expected here.
static bool has_company(const base_search *s, int i, int from, bool chosen) {
    int peers[PLAIN_BARE_CHOOSE_COMPANY], count = 0, wanted = company_wanted(s, &s->fits[i]);
    if (sure(&s->fits[i]) && s->fits[i].by == FOUND_EXPECTED) return true;
    if (sure(&s->fits[i])) peers[count++] = i;
    for (int k = from; k < s->fit_count && count < wanted; k++) {
        const found_base *b = &s->fits[k];
        bool apart = k != i && sure(b) && (b->chosen || !chosen) && bare_same_cover(s, b, &s->fits[i]) && !search_collide(s, b, &s->fits[i]);
        for (int p = 0; p < count && apart; p++) apart = !search_collide(s, b, &s->fits[peers[p]]);
        if (apart) peers[count++] = k;
    }
    return count >= wanted;
}

double bare_weight(const base_search *s, const found_base *b) {
    const rim_model *m = &s->models[b->kind];
    double round = m->round ? 2 * PI * m->half_x : 4 * (m->half_x + m->half_y);
    return round * (b->fit.seen * log(PLAIN_BARE_CHOOSE_SHOWS_THERE / PLAIN_BARE_CHOOSE_SHOWS_BY_CHANCE) +
                    (1 - b->fit.seen) * log((1 - PLAIN_BARE_CHOOSE_SHOWS_THERE) / (1 - PLAIN_BARE_CHOOSE_SHOWS_BY_CHANCE)) +
                    PLAIN_BARE_CHOOSE_IN_LINE_GAIN * b->in_line);
}

static void note_fit(const base_search *s, const found_base *b) {
    if (!s->notes) return;
    px2 at = s->view->to_px(s->view->context, (vec3){b->fit.at.x, b->fit.at.y, b->fit.z_in});
    note_spot(s->notes, "plain: unpainted", b->chosen, at, s->models[b->kind].half_x * s->px_per_in,
              "outline %.0f %%, least side %.0f %%, covered in %.0f %.0f %.0f%s, sigma %.2f mm", 100 * b->fit.seen, 100 * b->fit.around, b->cover.r,
              b->cover.g, b->cover.b, b->in_line ? ", in line" : "", b->fit.sigma_in / IN_PER_MM);
}

// The mean share of the outline over the chosen bases that have the covering of b.
static double mean_seen(const base_search *s, const found_base *b, int from) {
    double sum = 0;
    int count = 0;
    for (int i = from; i < s->fit_count; i++) {
        if (!s->fits[i].chosen || !bare_same_cover(s, b, &s->fits[i])) continue;
        sum += s->fits[i].fit.seen;
        count++;
    }
    return sum / fmax(count, 1);
}

// Drops the fits from number `from` on that have no company. `chosen`: only chosen fits are checked, against chosen fits.
static void drop_lonely(base_search *s, int from, bool chosen) {
    int kept = from;
    bool lonely[MAX_FITS];
    for (int i = from; i < s->fit_count; i++) lonely[i] = (s->fits[i].chosen || !chosen) && !has_company(s, i, from, chosen);
    for (int i = from; i < s->fit_count; i++) {
        if (!lonely[i])
            s->fits[kept++] = s->fits[i];
        else
            note_fit(s, &s->fits[i]);
    }
    s->fit_count = kept;
}

static bool blocked(const base_search *s, const found_base *b, int from, int to) {
    for (int i = from; i < to; i++)
        if (s->fits[i].chosen && &s->fits[i] != b && search_collide(s, &s->fits[i], b)) return true;
    return false;
}

// Applies the choice of choose.c to the fits from number `from` on.
static void choose_among(base_search *s, int from) {
    s->fits += from, s->fit_count -= from;
    choose_bases(s);
    s->fits -= from, s->fit_count += from;
}

// Drops fits that explain nothing or that overlap a base found by other means.
static void drop_idle(base_search *s, int from) {
    int kept = from;
    for (int i = from; i < s->fit_count; i++)
        if (bare_weight(s, &s->fits[i]) > 0 && !blocked(s, &s->fits[i], 0, from)) s->fits[kept++] = s->fits[i];
    s->fit_count = kept;
}

// Continues the blocks of the chosen bases and chooses again.
static void follow_blocks(base_search *s, int from, double steep) {
    for (int k = 0; k < s->kind_count; k++)
        if (bare_kind(s, k) && s->look_of[k] == k) {
            bare_continue_blocks(s, k, from, steep);
            bare_find_lines(s, k, from);
        }
    drop_idle(s, from);
    choose_among(s, from);
}

// True for a piece of ground that lines happen to frame, such as a board or a tile.
static bool is_ground(const base_search *s, const found_base *b) {
    colour c = b->cover, g = s->ground;
    return alike(c.b, g.b) && alike(c.g, g.g) && alike(c.r, g.r) && search_flat(s, b) > PLAIN_BARE_CHOOSE_FLAT;
}

// Keeps the chosen bases whose company shows enough of its outlines.
static void keep_shown(base_search *s, int from) {
    bool shown[MAX_FITS];
    int kept = from;
    for (int i = from; i < s->fit_count; i++)
        shown[i] = s->fits[i].chosen && mean_seen(s, &s->fits[i], from) >= PLAIN_BARE_CHOOSE_COMPANY_SEEN && !is_ground(s, &s->fits[i]);
    for (int i = from; i < s->fit_count; i++) {
        s->fits[i].chosen = shown[i];
        note_fit(s, &s->fits[i]);
        if (shown[i]) s->fits[kept++] = s->fits[i];
    }
    s->fit_count = kept;
}

void bare_choose(base_search *s, int from, double steep) {
    drop_idle(s, from);
    drop_lonely(s, from, false);
    choose_among(s, from);
    for (int round = 0; round < PLAIN_BARE_CHOOSE_ROUNDS; round++) {
        drop_lonely(s, from, true);
        follow_blocks(s, from, steep);
    }
    drop_lonely(s, from, true);
    keep_shown(s, from);
}
