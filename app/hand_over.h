// app/hand_over -- the way from the small program to the full one, which sees pictures and serves pages.
//
// `vedette` judges and checks without OpenCV, FFmpeg, libcamera, cairo and libmicrohttpd, of which the loader needs a fifth of a second. Where a
// subcommand needs them, it becomes `vedette-full`: the same program with all of them, which stands beside it or is installed in VEDETTE_FULL_FOLDER.
#ifndef VEDETTE_APP_HAND_OVER_H
#define VEDETTE_APP_HAND_OVER_H

// What the program was called with, for hand_over; borrowed.
void hand_over_arguments(char **argv);
// Becomes the full program, with the same arguments. Returns only where that failed, with the exit code; the reason was said.
int hand_over(void);

#endif
