#include "record/csv.h"

#include <math.h>
#include <string.h>

void csv_put_text(FILE *out, const char *text) {
    fputc('"', out);
    if (text[0] && strchr("=+-@\t\r", text[0])) fputc('\'', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    }
    fputc('"', out);
}

void csv_put_number(FILE *out, double number) {
    if (isfinite(number)) fprintf(out, "%.10g", number);
}
