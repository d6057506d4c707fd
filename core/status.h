// core/status -- how a function says that the world failed, and why, to a person.
//
// Three cases are kept apart: a caller's bug is an assert; the world failing (camera, disk, file, library) is a `status` with a `fault`
// that says what, where and how to mend it; finding nothing is a normal result.
#ifndef VEDETTE_CORE_STATUS_H
#define VEDETTE_CORE_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    STATUS_OK = 0,
    STATUS_END,       // the stream is over: no error
    STATUS_TIMEOUT,   // nothing came in the time allowed
    STATUS_FULL,      // an output was too small; what fitted is kept
    STATUS_INVALID,   // input from outside is not acceptable
    STATUS_IO,        // a file, folder, port or network failed
    STATUS_DEVICE,    // a camera is missing, busy or went away
    STATUS_MEMORY,    // out of memory
    STATUS_EXTERNAL,  // a library failed
    STATUS_COUNT
} status;

// One line for a person: what is wrong, where, and how to mend it. No newline.
typedef struct fault {
    char text[512];
} fault;

// The status in plain words; never NULL.
const char *status_text(status s);

// Writes the printf-style message to *f (f may be NULL) and returns s, so that `return fault_set(...)` unwinds in one line.
status fault_set(fault *f, status s, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

#ifdef __cplusplus
}
#endif
#endif
