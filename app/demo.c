// vedette demo: the bundled sample game, from the camera's pictures to the rulings.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/cli.h"
#include "app/options.h"
#include "app/watch.h"

#define PATH_MAX_BYTES 1024

static const char *in_folder(char *capacity, size_t size, const char *folder, const char *name) {
    snprintf(capacity, size, "%s/%s", folder, name);
    return capacity;
}

static bool has_sample(const char *folder) {
    char path[PATH_MAX_BYTES + 32];
    return access(in_folder(path, sizeof path, folder, "battle.game.json"), R_OK) == 0;
}

// Where the sample lies: beside the installed program (libexec/vedette/vedette-full, share/vedette/samples), or in the source tree that it was built
// from.
static bool find_samples(char folder[PATH_MAX_BYTES]) {
    char program[PATH_MAX_BYTES - 64];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n > 0) {
        program[n] = '\0';
        char *slash = strrchr(program, '/');
        if (slash) *slash = '\0';
        snprintf(folder, PATH_MAX_BYTES, "%s/" VEDETTE_SAMPLES_FOLDER, program);
        if (has_sample(folder)) return true;
    }
    snprintf(folder, PATH_MAX_BYTES, "%s", VEDETTE_SAMPLES_SOURCE);
    return has_sample(folder);
}

int command_demo(int argc, char **argv) {
    const char *folder = NULL;
    bool on_terminal = isatty(STDERR_FILENO) && isatty(STDIN_FILENO);
    bool fast = false;
    watch_options o = {.page = true, .linger = on_terminal};
    const option_row options[] = {
        {"listen", "ADDR:PORT", "where the live page is served (default 127.0.0.1:8080)", OPTION_SETS_TEXT, &o.page_options.listen},
        LISTEN_ROWS(o.page_options),
        {"once", NULL, "end when the clip ends instead of serving the page until Ctrl-C, as it does where it is started from no terminal",
         OPTION_CLEARS_FLAG, &o.linger},
        {"fast", NULL, "play as fast as the machine can", OPTION_SETS_FLAG, &fast},
        {"record", "FILE", "keep the game in this new file", OPTION_SETS_TEXT, &o.record},
        {"samples", "FOLDER", "where the sample game lies (found by itself where installed or built)", OPTION_SETS_TEXT, &folder},
        {"json", NULL, "one JSON object a line on standard output", OPTION_SETS_FLAG, &o.json},
        {"quiet", NULL, "no words on standard error but failures", OPTION_SETS_FLAG, &o.quiet},
        {0}};
    int code;
    if (!options_read("demo", argc, argv, options, &code) || !options_end("demo", argc, argv, &code)) return code;
    o.paced = !fast;
    char found[PATH_MAX_BYTES];
    if (!folder && !find_samples(found)) {
        cli_message("the sample game is not found beside the program or in %s: give its folder with --samples", found);
        return EXIT_UNUSABLE;
    }
    if (!folder) folder = found;
    char paths[5][PATH_MAX_BYTES + 32];
    o.game = in_folder(paths[0], sizeof paths[0], folder, "battle.game.json");
    o.calibration = in_folder(paths[1], sizeof paths[1], folder, "battle.cal.json");
    o.source = in_folder(paths[2], sizeof paths[2], folder, "battle.mp4");
    o.events = in_folder(paths[3], sizeof paths[3], folder, "battle.events.jsonl");
    o.expect = in_folder(paths[4], sizeof paths[4], folder, "battle.expect.json");
    return watch_run(&o);
}
