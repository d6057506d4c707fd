#include "capture/natural.h"

#include <stdbool.h>
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *skip_zeros(const char *s) {
    while (*s == '0') s++;
    return s;
}

static size_t digits(const char *s) {
    size_t n = 0;
    while (is_digit(s[n])) n++;
    return n;
}

// Compares the numbers at *a and *b by value (any length) and steps behind them.
static int compare_numbers(const char **a, const char **b) {
    const char *pa = skip_zeros(*a), *pb = skip_zeros(*b);
    size_t na = digits(pa), nb = digits(pb);
    *a = pa + na;
    *b = pb + nb;
    if (na != nb) return na < nb ? -1 : 1;
    return strncmp(pa, pb, na);
}

int natural_compare(const char *a, const char *b) {
    const char *pa = a, *pb = b;
    while (*pa && *pb) {
        if (is_digit(*pa) && is_digit(*pb)) {
            int order = compare_numbers(&pa, &pb);
            if (order) return order;
        } else if (*pa != *pb) {
            return (unsigned char)*pa < (unsigned char)*pb ? -1 : 1;
        } else {
            pa++;
            pb++;
        }
    }
    if (*pa || *pb) return *pa ? 1 : -1;
    return strcmp(a, b);
}
