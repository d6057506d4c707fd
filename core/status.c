#include "core/status.h"

#include <stdarg.h>
#include <stdio.h>

#include "core/utf8.h"

const char *status_text(status s) {
    static const char *const texts[STATUS_COUNT] = {
        [STATUS_OK] = "fine",
        [STATUS_END] = "end of the stream",
        [STATUS_TIMEOUT] = "nothing came in time",
        [STATUS_FULL] = "too much for the space provided",
        [STATUS_INVALID] = "not acceptable",
        [STATUS_IO] = "reading or writing failed",
        [STATUS_DEVICE] = "the camera failed",
        [STATUS_MEMORY] = "out of memory",
        [STATUS_EXTERNAL] = "a library failed",
    };
    return s >= 0 && s < STATUS_COUNT ? texts[s] : "unknown status";
}

status fault_set(fault *f, status s, const char *format, ...) {
    if (f) {
        va_list args;
        va_start(args, format);
        vsnprintf(f->text, sizeof f->text, format, args);
        va_end(args);
        utf8_defuse(f->text, ' ');  // a message is one line, and hostile text can't steer a terminal
    }
    return s;
}
