#include "bench/form_bound.h"

enum { FILES_MOST = 10, RANKS_MOST = 6, LEAST = 4, MOST = 60, EACH_MOST = 3 };  // as random_units has them
#define TIE 0.3                                                                 // of a pitch: figures so near have their order by chance
#define TIE_HAND 0.12
#define LEADERS 5  // places tried for one that is hidden

// A place in a unit, in ranks behind the front one and half files to the right of its left end.
typedef enum { IN_RANKS, WRAPPED, LEADER } place_kind;
typedef struct {
    double rank, half;
    place_kind kind;
    bool hidden;
} place;

// A unit as the generator might have made it.
typedef struct {
    int files, ranks, last, side;  // side of a short last rank: left, right, middle
    int each;                      // wrapped on either flank
    bool led;
} made;

// What is seen of one.
typedef struct {
    place at[RANDOM_UNIT_ROOM];
    int count, all;
    bool leader_seen;
    double deep;  // a rank's pitch over a file's
} sight;

static int lay_out(const made *m, place *at) {
    int n = 0;
    for (int r = 0; r < m->ranks; r++) {
        int count = r + 1 < m->ranks ? m->files : m->last, shy = m->files - count;
        double off = m->side == 0 ? 0 : m->side == 1 ? 2 * shy : shy;
        for (int i = 0; i < count; i++) at[n++] = (place){r, off + 2 * i, IN_RANKS, true};
    }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < m->each; i++) at[n++] = (place){-1 - i, side ? 2 * (m->files - 1) : 0, WRAPPED, true};
    if (m->led) at[n++] = (place){-1.25, m->files - 1, LEADER, true};
    return n;
}

static double ways(int n, int k) { return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)); }

// The chance that the generator hides just these, in the order of their keys.
static double chance_in_order(const double *key, const place *at, int n, double tie) {
    double last = -INFINITY;
    int level = 0, taken = 0;
    for (int i = 0; i < n; i++)
        if (at[i].hidden) last = fmax(last, key[i]);
    for (int i = 0; i < n; i++) {
        if (key[i] < last - tie && !at[i].hidden) return 0;
        if (fabs(key[i] - last) > tie) continue;
        level++;
        taken += at[i].hidden;
    }
    return 1 / ways(level, taken);
}

static double chance_along(const place *at, int n, double by_rank, double by_half) {
    double key[RANDOM_UNIT_ROOM];
    for (int i = 0; i < n; i++) key[i] = by_rank * at[i].rank + by_half * at[i].half;
    return chance_in_order(key, at, n, TIE);
}

static double chance_by_hand(const place *at, int n, double deep) {
    double key[RANDOM_UNIT_ROOM], sum = 0;
    for (int h = 0; h < n; h++) {
        for (int i = 0; i < n; i++) key[i] = hypot((at[i].half - at[h].half) / 2, (at[i].rank - at[h].rank) * deep);
        sum += chance_in_order(key, at, n, TIE_HAND);
    }
    return sum / n;
}

// Of all ways to hide some, each as likely.
static double chance_hidden(const place *at, int n, const sight *s) {
    double ends = (chance_along(at, n, 0, 1) + chance_along(at, n, 0, -1)) / 2;
    return 1 / ways(n, n - s->count) + chance_by_hand(at, n, s->deep) + ends + chance_along(at, n, 1, 0) + chance_along(at, n, -1, 0);
}

// Lays the sight there and marks the places of its figures as seen. False if one of its figures is in no place.
static bool lay_over(place *at, int n, const sight *s, double down, double right) {
    for (int i = 0; i < n; i++) at[i].hidden = true;
    for (int k = 0; k < s->count; k++) {
        int found = -1;
        for (int i = 0; i < n; i++) {
            if (at[i].kind == LEADER && s->at[k].kind == LEADER) at[i].half = s->at[k].half + right;
            double off = fabs(at[i].rank - s->at[k].rank - down) + fabs(at[i].half - s->at[k].half - right);
            if (at[i].kind == s->at[k].kind && off < 0.1) found = i;
        }
        if (found < 0) return false;
        at[found].hidden = false;
    }
    return true;
}

static double chance_with_leader(place *at, int n, const made *m, const sight *s) {
    if (!m->led) return chance_hidden(at, n, s);
    place *leader = &at[n - 1];
    double sum = 0;
    if (s->leader_seen) return leader->half < -1.5 || leader->half > 2 * m->files - 0.5 ? 0 : chance_hidden(at, n, s) / m->files;
    for (int i = 0; i < LEADERS; i++) {
        leader->half = 2.0 * m->files * (i + 0.5) / LEADERS - 1;
        sum += chance_hidden(at, n, s) / LEADERS;
    }
    return sum;
}

// The chance of this sight of such a unit: over all places of it that the first figure seen, not a leader, may have.
static double chance_of_sight(const made *m, const sight *s) {
    place at[RANDOM_UNIT_ROOM];
    int n = lay_out(m, at), first = 0;
    double sum = 0;
    while (first < s->count && s->at[first].kind == LEADER) first++;
    for (int i = 0; i < n && first < s->count; i++) {
        if (at[i].kind != s->at[first].kind) continue;
        if (lay_over(at, n, s, at[i].rank - s->at[first].rank, at[i].half - s->at[first].half)) sum += chance_with_leader(at, n, m, s);
    }
    return sum;
}

// As random_units draws blocks: one half is full.
static double prior(const made *m) {
    if (m->ranks == 1) return m->last == m->files;
    return m->last == m->files ? 0.5 : 0.5 / (m->files - 1) / 3;
}

typedef struct {
    double mass, seen;  // chance that the generator makes such a block, and that it does and is seen so
} block_chance;

// The generator's kinds that look alike: closed and wrapped ones, wrapped by one to three.
static block_chance chance_of_block(const sight *s, const random_unit *u, int files, int ranks) {
    block_chance c = {0};
    bool led = u->leader >= 0, may_wrap = u->kind == STAND_CLOSED || u->kind == STAND_WRAPPED;
    for (int each = 0; each <= (may_wrap ? EACH_MOST : 0); each++) {
        made m = {files, ranks, u->count - 2 * each - led - (ranks - 1) * files, 0, each, led};
        if (m.last < 1 || m.last > files) continue;
        double chance = prior(&m) * (each ? 1.0 / EACH_MOST : 1);
        for (m.side = 0; m.side < (m.last < files ? 3 : 1); m.side++) {
            c.mass += chance;
            c.seen += chance * chance_of_sight(&m, s);
        }
    }
    return c;
}

static double rank_middle(const random_unit *u, int rank, vec2 left) {
    double sum = 0;
    int n = 0;
    for (int i = 0; i < u->count; i++)
        if (u->row[i] == rank) sum += vec2_dot(u->at[i].at, left), n++;
    return sum / n;
}

static place true_place(const random_unit *u, int i, double pitch, int apart_before) {
    vec2 left = heading_left(u->facing_rad);
    double front = rank_middle(u, 0, left);
    int nth = 0, count = 0, apart = 0;
    if (i == u->leader) return (place){-1.25, 2 * (front - vec2_dot(u->at[i].at, left)) / pitch + u->files - 1, LEADER, false};
    for (int k = 0; k < u->count; k++) apart += u->row[k] < 0;
    if (u->row[i] < 0) return (place){-1 - apart_before % (apart / 2), apart_before < apart / 2 ? 0 : 2 * (u->files - 1), WRAPPED, false};
    for (int k = 0; k < u->count; k++) {
        nth += k < i && u->row[k] == u->row[i];
        count += u->row[k] == u->row[i];
    }
    double off = count < u->files ? round(2 * (front - rank_middle(u, u->row[i], left)) / pitch) + u->files - count : 0;
    return (place){u->row[i], off + 2 * nth, IN_RANKS, false};
}

static void look(const random_unit *u, const bool *hidden, sight *s) {
    vec2 left = heading_left(u->facing_rad);
    double pitch = u->files > 1 ? vec2_dot(vec2_sub(u->at[0].at, u->at[u->files - 1].at), left) / (u->files - 1) : u->base.width_in;
    int apart = 0;
    *s = (sight){.all = u->count, .deep = (u->base.depth_in + fmax(0, pitch - u->base.width_in)) / pitch};
    for (int i = 0; i < u->count; i++) {
        if (!hidden[i]) s->at[s->count++] = true_place(u, i, pitch, apart);
        s->leader_seen |= !hidden[i] && i == u->leader;
        apart += u->row[i] < 0;
    }
}

typedef struct {
    double all, first, second, right;  // right: the chance of the block that the unit stands in
} ranking;

static void rank_block(ranking *r, double chance, bool right) {
    r->all += chance;
    r->second = fmax(r->second, fmin(r->first, chance));
    r->first = fmax(r->first, chance);
    if (right) r->right = chance;
}

form_bound form_bound_of(const random_unit *u, const bool *hidden, const form_past *past) {
    sight s;
    ranking r = {0};
    double mass = 0;
    if (u->kind != STAND_CLOSED && u->kind != STAND_OPEN && u->kind != STAND_WRAPPED && u->kind != STAND_LED) return (form_bound){1, 1, 1, 1};
    look(u, hidden, &s);
    block_chance kept = past ? chance_of_block(&s, u, past->files, past->ranks) : (block_chance){0};
    for (int pass = past ? 0 : 1; pass < 2; pass++)
        for (int ranks = 1; ranks <= RANKS_MOST; ranks++)
            for (int files = 2; files <= FILES_MOST; files++) {
                if (files * ranks < LEAST || files * ranks > MOST || (past && files == past->files && ranks == past->ranks)) continue;
                block_chance c = chance_of_block(&s, u, files, ranks);
                if (pass == 0)
                    mass += c.mass;
                else
                    rank_block(&r, c.seen * (past ? (1 - past->stays) / mass : 1), files == u->files && ranks == u->ranks);
            }
    if (kept.mass > 0) rank_block(&r, past->stays * kept.seen / kept.mass, past->files == u->files && past->ranks == u->ranks);
    if (r.all <= 0) return (form_bound){1, 1, 1, 1};
    return (form_bound){r.first / r.all, (r.first + r.second) / r.all, r.right >= r.first, r.right >= r.second};
}
