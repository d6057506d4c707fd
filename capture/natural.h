// capture/natural -- the order in which a person counts file names: img2 before img10. Pure.
#ifndef VEDETTE_CAPTURE_NATURAL_H
#define VEDETTE_CAPTURE_NATURAL_H

// As strcmp, but runs of digits compare by their value; names that differ in leading zeros only fall back on strcmp. A total order.
// The C library's strverscmp is not used: it takes digits behind a leading zero for a fraction and puts img010 before img2.
int natural_compare(const char *a, const char *b);

#endif
