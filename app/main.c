// vedette -- a judge's assistant for miniature wargames.
#include "app/commands.h"
#include "app/hand_over.h"
#include "app/start.h"

int main(int argc, char **argv) {
    start_process();
    hand_over_arguments(argv);
    return commands_run(argc, argv);
}
