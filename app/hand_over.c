#include "app/hand_over.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/check.h"
#include "app/cli.h"
#include "app/export.h"
#include "app/replay.h"

#define FULL_NAME "vedette-full"

static char **arguments;

void hand_over_arguments(char **argv) { arguments = argv; }

// The folder of this program, whatever link it was called by.
static bool own_folder(char folder[PATH_MAX]) {
    ssize_t n = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    if (n <= 0) return false;
    folder[n] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash) *slash = '\0';
    return slash != NULL;
}

static int not_found(const char *folder) {
    cli_message("%s is neither in %s nor in %s/" VEDETTE_FULL_FOLDER ": this subcommand needs it; install Vedette again, or copy it beside `vedette`",
                FULL_NAME, folder, folder);
    return EXIT_DEVICE;
}

int hand_over(void) {
    char folder[PATH_MAX], path[PATH_MAX + 256];
    if (!own_folder(folder)) return not_found("/proc/self/exe");
    snprintf(path, sizeof path, "%s/" FULL_NAME, folder);
    if (access(path, F_OK) != 0) snprintf(path, sizeof path, "%s/" VEDETTE_FULL_FOLDER "/" FULL_NAME, folder);
    if (access(path, F_OK) != 0) return not_found(folder);
    fflush(NULL);
    execv(path, arguments);
    cli_message("%s: cannot be run: %s: install Vedette again", path, strerror(errno));
    return EXIT_DEVICE;
}

// In the place of those of the full program.
int command_demo(int argc, char **argv) { return (void)argc, (void)argv, hand_over(); }
int command_watch(int argc, char **argv) { return (void)argc, (void)argv, hand_over(); }
int command_detect(int argc, char **argv) { return (void)argc, (void)argv, hand_over(); }
int command_calibrate(int argc, char **argv) { return (void)argc, (void)argv, hand_over(); }
int command_print(int argc, char **argv) { return (void)argc, (void)argv, hand_over(); }
int command_cameras(int argc, char **argv) { return (void)argc, (void)argv, hand_over(); }
int replay_show(const replay_arguments *a) { return (void)a, hand_over(); }
int export_drawn(const replay_arguments *a) { return (void)a, hand_over(); }
int check_with_camera(const char *path, const char *calibration, const char *source) {
    return (void)path, (void)calibration, (void)source, hand_over();
}
