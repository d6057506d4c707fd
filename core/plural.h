// core/plural -- "1 move", "2 moves": the ending of a noun after its number.
#ifndef VEDETTE_CORE_PLURAL_H
#define VEDETTE_CORE_PLURAL_H

// "" after one, "s" after any other number.
static inline const char *plural_s(long long n) { return n == 1 ? "" : "s"; }

#endif
