// vision/bases/painted -- which of the finds are bases of the game's kinds, and of which kind: by form, by what they carry, by their paint as it
// looks on this table, by their neighbours, and by how many the game has. Internal to vision/bases.
#ifndef VEDETTE_VISION_BASES_PAINTED_H
#define VEDETTE_VISION_BASES_PAINTED_H

#include "vision/bases/bases.h"
#include "vision/bases/bases_limits.h"
#include "vision/bases/edges.h"
#include "vision/bases/lattice.h"
#include "vision/bases/paint.h"
#include "vision/bases/rims.h"
#include "vision/internal.h"

enum {
    PAINTED_MAX_PAIRS = 4 * BASES_MAX_SUPPOSED,
    PAINTED_MAX_COLUMNS = 32 * EDGES_MOST_COLUMNS,
    PAINTED_MAX_PROPOSED = 2 * BASES_MAX_PROPOSALS,
    PAINTED_MAX_BESIDE = 64 * BASES_MAX_SUPPOSED
};

// A find and what it is taken for.
typedef struct {
    base_find find;
    bool edged;                     // it was looked at by its edges
    close_look alone;               // find.look before they had their say
    double evidence;                // ln of how much likelier edges and look are if it stands where find.look has it; 0: not edged
    const expected_base *expected;  // it was expected here; NULL: none was
    bool at_site;                   // it was looked for because the place is an empty site of a block
    pose site;                      // that site
    bool in_block;                  // it stands at a site of its block, in one rank or file with others
    bool slipped;                   // it lies off its block's site
    ground_cover cover;             // where it stands, if it was not expected there
    int kind;                       // -1: not chosen
    double weight;                  // ln odds of being that kind rather than nothing
    bool doubtful;                  // more than one of its sides may be the front
    bool front_told;                // its heading is known
    double heading_rad;
    float sides[4];  // chance of each quarter turn from find.look.heading_rad being the front, neighbours heard
} painted_find;

// A find taken for a kind.
typedef struct {
    int find, kind;
    double weight;
    int next;  // the next lighter pair of its place; -1: none
} painted_pair;

// What is asked of a find.
typedef struct {
    double least;       // weight to be chosen
    double sure_front;  // chance from which a front is told
    double heard;       // how much of a neighbour's evidence for its front counts
} painted_gates;

// A site of a block where no base was found.
typedef struct {
    int kind;
    pose at;
} empty_site;

// What the chosen finds of a kind seem to carry: sums of their chances. In a followed look all those that were not known to be of the kind count as
// one find together: what was taken for it by mistake must not teach how it looks.
typedef struct {
    double said[CARRIES_COUNT], heard;  // heard: as how many finds they count
    double share;                       // of each that was not known
    int count;
} kind_looks;

// Other finds about each one: of find i, find[from[i]] to find[from[i + 1]].
typedef struct {
    int *find;  // PAINTED_MAX_BESIDE
    int *from;  // BASES_MAX_SUPPOSED + 1
} finds_about;

// What a look at a supposed base must say to be taken.
typedef struct {
    bool once;  // bases_look
    double odds, reach_in;
    bool at_sites;  // the poses are sites of blocks
} supposed_gates;

struct painted_search {
    painted_gates gates;
    const base_kind *kinds;
    int kind_count;
    base_form forms[VISION_MAX_BASE_KINDS];  // the different ones
    int form_count, form_of[VISION_MAX_BASE_KINDS];
    unsigned carried;  // what the game's bases carry, 1 << base_carries of each
    kind_looks looks[VISION_MAX_BASE_KINDS];
    rim_paint stated[VISION_MAX_BASE_KINDS], paint[VISION_MAX_BASE_KINDS];  // as the game file has it; as it looks here
    base_find *found;                                                       // BASES_MAX_SUPPOSED
    painted_find *at;                                                       // the same
    base_find **chosen;                                                     // the same
    int count;
    painted_pair *pairs;  // PAINTED_MAX_PAIRS
    int pair_count;
    int *taken;  // BASES_MAX_SUPPOSED: which finds were taken in the round before
    int taken_count;
    int *heads, *of_expected;              // BASES_MAX_PROPOSALS and BASES_MAX_SUPPOSED: each place's heaviest pair (exchange.c)
    finds_about in_place, beside, over;    // of finds that may be chosen: what stands in their place, beside them, a little over them (rearrange.c)
    int *may_be, *first_pair, *next_pair;  // which these are; the pairs of each
    int left[VISION_MAX_BASE_KINDS];       // how many more of each kind the game has than were chosen
    pose *poses;                           // BASES_MAX_SUPPOSED, of what is expected
    pose *proposed;                        // PAINTED_MAX_PROPOSED
    int *expected_form;
    lattice_point *points;  // BASES_MAX_SUPPOSED, of one kind's finds; point_of: which
    int *point_of;
    empty_site *sites;  // BASES_MAX_SUPPOSED
    double *likeliest;  // BASES_MAX_PROPOSALS: odds of each place's likeliest find
    rim_reader *rims;
    const expected_base *expected;  // of this search; the caller's
    int expected_count;
    bool followed;  // some of them were known before
    edge_reader *edges;
    edge_column *columns;  // PAINTED_MAX_COLUMNS
};

// Bases of the kind have a painted rim.
static inline bool painted_is_kind(const base_kind *k) { return k->rim_rgb != NO_COLOUR; }

// choose.c: sets kind and weight of every find.
void painted_choose(painted_search *s);
// True where nothing that was chosen, but `except` (NULL: nothing), stands where the find would be of that kind.
bool painted_stands_free(const painted_search *s, const painted_find *f, int kind, const painted_find *except);
// Takes a find for the kind of the pair, and what was taken back.
void painted_take(painted_search *s, const painted_pair *p);
void painted_leave(painted_search *s, painted_find *f);
// painted.c: how far a look errs that states such a sigma, in; the sigma of a place as one look saw it, in.
double painted_true_error(double stated_in);
double painted_sigma_of_look(const close_look *l);
// choose.c: what a find is worth as one of the kind, by itself: without what others of the kind show, and without company.
double painted_weight_alone(const painted_search *s, const painted_find *f, int kind);
// choose.c: how alike two finds look, 0..1; 0: they are not in each other's company, or stand in one place if they are of the kind.
double painted_alike(const painted_search *s, const painted_find *a, const painted_find *b, int kind);
// rearrange.c: exchanges chosen finds for others in their places as far as all together are then likelier.
void painted_rearrange(painted_search *s);
// regroup.c: groups of chosen finds that look alike change kinds as wholes where that is likelier.
void painted_regroup(painted_search *s);
// exchange.c: the heaviest pair of the find's place, which begins a chain of them; -1: none. A find that was expected is a place of its own.
int *painted_head_of(const painted_search *s, int find);
// exchange.c: where a kind has no room left for a find, another find of that kind is taken for its next likely kind that has room, as long as both
// together weigh more and each at least `least`.
void painted_make_room(painted_search *s, double least);
// True where two finds would stand in one place if they were of these kinds.
bool painted_collide(const painted_search *s, const painted_find *a, int kind_a, const painted_find *b, int kind_b);
// choose.c: ln by which it is less likely that both stand where they were seen, as bases are solid; 0 where none was followed.
double painted_overlap_cost(const painted_search *s, const painted_find *a, int kind_a, const painted_find *b, int kind_b);

// blocks.c: calls `use` with every lattice of the kind's chosen finds: s->points[0..points), of which those `in` are of it, are the finds
// s->point_of. A point is of one lattice at most.
typedef void lattice_use(painted_search *s, int kind, const lattice *l, int points, void *context);
void painted_for_lattices(painted_search *s, int kind, lattice_use *use, void *context);
// blocks.c: up to `most` empty sites of the chosen finds' blocks; marks the finds that slipped.
int painted_empty_sites(painted_search *s, const vision_view *view, empty_site *out, int most);
// blocks.c: adds to out[0..count) the sites beside chosen finds of kinds of which some are missing, where nothing was chosen. Returns how many there
// are.
int painted_sites_beside(painted_search *s, const vision_view *view, empty_site *out, int count, int most);
// between.c: where sites lie half a pitch from those of a block's ranks, its files, or both; each rank, each file or the whole block is one line
// then.
typedef enum { BETWEEN_FILES, BETWEEN_RANKS, BETWEEN_BOTH, BETWEEN_WAYS } painted_between;
// Lists them, with bases of the block on both sides or at its ends, into s->poses and s->expected_form; returns how many. s->points[0..points): of
// the lattice, as painted_for_lattices has them.
int painted_sites_between(painted_search *s, int kind, const lattice *l, int points, painted_between where);
// s->at[from..s->count) is what was seen at such sites: keeps those of lines that are likelier there, whose finds in the block are none any more; the
// others go. True where any was kept; choose again then.
bool painted_take_between(painted_search *s, int from, int kind, const lattice *l, int points, painted_between where);
// Looks between the sites of blocks that are not sure, and chooses again where what stands there is likelier.
status painted_look_between(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view);
// painted.c: looks at s->poses[0..n) with s->expected_form, and takes what is seen there. s->at[s->count + i].expected is what was expected at
// pose i; NULL: nothing.
status painted_look_at_supposed(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view, int n, supposed_gates g);
// painted.c: the same, where no kind is expected at any of the poses.
status painted_look_at_places(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view, int n, supposed_gates g);
// painted.c: chooses, once what may be chosen was looked at from all its sides.
status painted_look_and_choose(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view);
// painted.c: looks at what was chosen from all its sides.
status painted_look_around(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view);
// missing.c: looks for what the game has more of than was chosen, and chooses again.
status painted_find_missing(painted_search *s, bases_finder *finder, const frame *f, const vision_view *view);

// What the finds are in. frame NULL: no edges are looked at.
typedef struct {
    const frame *frame;
    const vision_view *view;
    thread_pool *pool;
} painted_sight;

// painted.c: what the chosen finds are placed by.
painted_sight painted_edges_in(const painted_search *s, const frame *f, const vision_view *view, thread_pool *pool);
// edged.c: a chosen find's base with its outline laid there. heading_rad: of any of its sides that it has alike.
edged_base painted_edged(const painted_search *s, const painted_find *f, vec2 at, double heading_rad);
// edged.c: looks at bases of one form, as many as there is room for in s->columns. Returns of how many the columns are there.
int painted_look_at_edges(painted_search *s, const painted_sight *in, const edged_base *bases, int count, status *st);
// edged.c: places the chosen finds by their edges that were not yet.
status painted_see_edges(painted_search *s, const painted_sight *in);
// settle.c: draws the places and headings of chosen finds to those of their blocks, and these to all their edges.
status painted_settle_blocks(painted_search *s, const painted_sight *in);
// settle.c: draws the chosen finds to where the markers of their trays have them, as far as these are the better known.
void painted_join_markers(painted_search *s);
// fronts.c: it was chosen for a kind whose painted rim shows a front.
bool painted_has_front(const painted_search *s, const painted_find *f);
// fronts.c: puts what a base's rim says of its front to what its look says; a round base is turned to its likeliest front, and front[0] is then the
// chance that this is it.
void painted_hear_rim(close_look *l, bool round, const rim_look *rim);
// fronts.c: sets the headings and fronts of the chosen finds.
void painted_tell_fronts(painted_search *s);

#endif
