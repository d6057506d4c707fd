// app/qr -- a text as a QR code of half-block characters, for a telephone that is held before the terminal.
#ifndef VEDETTE_APP_QR_H
#define VEDETTE_APP_QR_H

#include <stdio.h>

// Writes the code with its quiet zone, dark on light whatever the terminal's colours. Nothing where the text is too long for a code.
void qr_print(FILE *out, const char *text);

#endif
