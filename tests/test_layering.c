// Floors: a file includes only what lies on a lower floor and what stands in its own folder, so that no cycle can form (docs/architecture.md).
// Rooms are the floors inside a folder.
#define _XOPEN_SOURCE 700  // nftw
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    const char *path;  // of the folder, without a slash at its end
    int floor;         // of a folder in the tree, or of a room in its folder
} place;

static const place folders[] = {
    {"core", 0},   {"stream", 1}, {"capture", 2},  {"vision", 2},  {"calib", 2},   {"formation", 2}, {"rules", 2},
    {"record", 2}, {"web", 2},    {"pipeline", 3}, {"referee", 3}, {"explain", 4}, {"app", 5},
};
#define FOLDERS (sizeof folders / sizeof *folders)

// A folder that has no rooms here is one room. The folder's own files are a room, too.
static const place rooms[] = {
    {"formation", 0},       {"formation/shape", 1},       {"formation/identify", 2},
    {"formation/track", 3}, {"formation/moves", 4},       {"rules", 0},
    {"rules/state", 1},     {"rules/measure/contact", 2}, {"rules/measure/maneuver", 2},
    {"rules/case", 3},      {"rules/measure/terrain", 4}, {"rules/engine", 5},
    {"rules/books", 6},
};
#define ROOMS (sizeof rooms / sizeof *rooms)

// Each folder in rules/books is a rulebook. It includes no other one, but for one that it inherits or that is attached to it.
static const struct { const char *heir, *of; } heirs[] = {{"battlesystem", "terrain"}, {"chainmail", "battlesystem"}, {"chainmail", "terrain"}};

// Name of the rulebook that the file belongs to, up to a slash; NULL: none.
static const char *book_of(const char *path) {
    static const char books[] = "rules/books/";
    bool inside = strncmp(path, books, sizeof books - 1) == 0 && strchr(path + sizeof books - 1, '/');
    return inside ? path + sizeof books - 1 : NULL;
}

static bool is_book(const char *book, const char *name) { return strncmp(book, name, strlen(name)) == 0 && book[strlen(name)] == '/'; }

static bool books_may_include(const char *from, const char *to) {
    if (!from || !to || strncmp(from, to, strcspn(from, "/") + 1) == 0) return true;  // no two rulebooks
    for (size_t i = 0; i < sizeof heirs / sizeof *heirs; i++)
        if (is_book(from, heirs[i].heir) && is_book(to, heirs[i].of)) return true;
    return false;
}

// The entry that holds `path`, the deepest one; NULL: none does.
static const place *place_of(const place *list, size_t count, const char *path) {
    const place *best = NULL;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(list[i].path);
        bool inside = strncmp(list[i].path, path, length) == 0 && path[length] == '/';
        if (inside && (!best || length > strlen(best->path))) best = &list[i];
    }
    return best;
}

static bool may_include(const char *from, const char *to) {
    const place *own = place_of(folders, FOLDERS, from), *other = place_of(folders, FOLDERS, to);
    if (!other) return true;  // no folder of ours
    if (own != other) return other->floor < own->floor;
    const place *capacity = place_of(rooms, ROOMS, from), *next = place_of(rooms, ROOMS, to);
    return (capacity == next && books_may_include(book_of(from), book_of(to))) || (capacity && next && next->floor < capacity->floor);
}

static bool is_pure(const char *path) { return strncmp(path, "rules/", 6) == 0 || strncmp(path, "formation/", 10) == 0; }

static bool breaks_purity(const char *line) {
    static const char *const outside[] = {"<time.h>", "<cJSON.h>", "<unistd.h>", "<sys/", "<opencv", "<sqlite3.h>", "\"core/clock.h\""};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        if (strstr(line, outside[i])) return true;
    return false;
}

static int files, wrong;

static void check_include(const char *path, char *line) {
    line[strcspn(line, "\n")] = '\0';
    char to[1024] = "";
    if (sscanf(line, "#include \"%1023[^\"]\"", to) == 1 && !may_include(path, to)) {
        print_error("%s includes %s, which lies on no lower floor\n", path, to);
        wrong++;
    }
    if (is_pure(path) && breaks_purity(line)) {
        print_error("%s: %s: rules and formation are pure\n", path, line);
        wrong++;
    }
}

static void check_file(const char *path) {
    char line[1024];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        if (strncmp(line, "#include ", 9) == 0) check_include(path, line);
    fclose(file);
    files++;
}

static bool is_source(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".h") == 0 || strcmp(dot, ".cpp") == 0 || strcmp(dot, ".hpp") == 0);
}

static int visit(const char *path, const struct stat *about, int kind, struct FTW *at) {
    (void)about;
    if (kind == FTW_F && is_source(path + at->base)) check_file(path);
    return 0;
}

static void each_file_includes_lower_floors_alone(void **state) {
    (void)state;
    for (size_t i = 0; i < FOLDERS; i++)
        if (nftw(folders[i].path, visit, 8, FTW_PHYS) != 0) fail_msg("%s/ is missing: run from the top of the source tree", folders[i].path);
    assert_true(files > 300);
    assert_int_equal(wrong, 0);
}

static void the_order_of_floors_and_rooms_is_kept(void **state) {
    (void)state;
    assert_true(may_include("app/watch.c", "core/game.h"));
    assert_true(may_include("formation/moves/segment.c", "formation/shape/shape.h"));
    assert_false(may_include("core/game.c", "app/cli.h"));
    assert_false(may_include("vision/watch.c", "calib/camera.h"));
    assert_false(may_include("pipeline/eye.c", "referee/session.h"));
    assert_false(may_include("formation/shape/shape.c", "formation/moves/segment.h"));
    assert_false(may_include("rules/engine/judge.c", "rules/books/m42/m42.h"));
    assert_false(may_include("rules/measure/contact/contact.c", "rules/engine/reach.h"));
    assert_true(may_include("rules/books/chainmail/chainmail.c", "rules/books/battlesystem/battlesystem.h"));
    assert_false(may_include("rules/books/battlesystem/wrap.c", "rules/books/chainmail/chainmail.h"));
    assert_false(may_include("rules/books/m42/m42.c", "rules/books/ranked/ranked.h"));
    assert_false(may_include("formation/scratch.c", "formation/shape/shape.h"));
    assert_true(breaks_purity("#include \"core/clock.h\""));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_file_includes_lower_floors_alone),
                                       cmocka_unit_test(the_order_of_floors_and_rooms_is_kept)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
