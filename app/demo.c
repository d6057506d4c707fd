// vedette demo: the bundled sample game, from the camera's pictures to the rulings.
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/cli.h"
#include "app/watch.h"

// Where the sample may lie: where it was installed, and where it was built.
static const char *const folders[] = {VEDETTE_SAMPLES_INSTALLED, VEDETTE_SAMPLES_SOURCE};

static const char *in_folder(char *room, size_t size, const char *folder, const char *name) {
    snprintf(room, size, "%s/%s", folder, name);
    return room;
}

static const char *find_samples(void) {
    char path[1024];
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (access(in_folder(path, sizeof path, folders[i], "battle.game.json"), R_OK) == 0) return folders[i];
    return NULL;
}

int command_demo(int argc, char **argv) {
    static const struct option options[] = {{"listen", required_argument, NULL, 'l'}, {"once", no_argument, NULL, 'o'},
                                            {"fast", no_argument, NULL, 'f'},         {"samples", required_argument, NULL, 's'},
                                            {"record", required_argument, NULL, 'r'}, {"json", no_argument, NULL, 'j'},
                                            {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    const char *folder = NULL;
    bool on_terminal = isatty(STDERR_FILENO) && isatty(STDIN_FILENO);
    watch_options o = {.page = true, .realtime = true, .linger = on_terminal};
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, ":", options, NULL)) != -1;) switch (c) {
            case 'l':
                o.listen = optarg;
                break;
            case 'o':
                o.linger = false;
                break;
            case 'f':
                o.realtime = false;
                break;
            case 's':
                folder = optarg;
                break;
            case 'r':
                o.record = optarg;
                break;
            case 'j':
                o.json = true;
                break;
            case 'h':
                return cli_help("demo");
            default:
                return cli_misused("demo", c == ':' ? "%s needs a value" : "%s is no option of it", argv[optind - 1]);
        }
    if (optind < argc) return cli_misused("demo", "%s is too much", argv[optind]);
    if (!folder) folder = find_samples();
    if (!folder) {
        cli_say("the sample game is not found in %s or %s: give its folder with --samples", folders[0], folders[1]);
        return EXIT_UNUSABLE;
    }
    char paths[5][1024];
    o.game = in_folder(paths[0], sizeof paths[0], folder, "battle.game.json");
    o.calibration = in_folder(paths[1], sizeof paths[1], folder, "battle.cal.json");
    o.source = in_folder(paths[2], sizeof paths[2], folder, "battle.mp4");
    o.events = in_folder(paths[3], sizeof paths[3], folder, "battle.events.jsonl");
    o.expect = in_folder(paths[4], sizeof paths[4], folder, "battle.expect.json");
    return watch_run(&o);
}
