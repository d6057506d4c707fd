// vedette-full -- the program with all that sees pictures and serves pages: app/hand_over.h.
#include "app/commands.h"
#include "app/start.h"

int main(int argc, char **argv) {
    start_process();
    return commands_run(argc, argv);
}
