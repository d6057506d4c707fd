#include "app/qr.h"

#include <qrencode.h>
#include <stdbool.h>

#define QUIET 4  // modules of the quiet zone: ISO/IEC 18004, 6.3.8

static bool is_dark(const QRcode *q, int x, int y) {
    bool inside = x >= 0 && y >= 0 && x < q->width && y < q->width;
    return inside && (q->data[y * q->width + x] & 1);
}

// Two rows of modules are one line: the upper half is the foreground, the lower the background.
static const char *half_block(bool upper, bool lower) {
    static const char *const blocks[] = {" ", "\xe2\x96\x84", "\xe2\x96\x80", "\xe2\x96\x88"};
    return blocks[2 * upper + lower];
}

void qr_print(FILE *out, const char *text) {
    QRcode *q = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);
    if (!q) return;
    for (int y = -QUIET; y < q->width + QUIET; y += 2) {
        fputs("\033[30;47m", out);
        for (int x = -QUIET; x < q->width + QUIET; x++) fputs(half_block(is_dark(q, x, y), is_dark(q, x, y + 1)), out);
        fputs("\033[0m\n", out);
    }
    QRcode_free(q);
}
