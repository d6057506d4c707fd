// record/seal -- a checksum in each page of a closed record, so that any changed bit of the file is found and located, also where no row is stored.
// Internal to record/.
//
// SQLite leaves the last SEAL_BYTES of each page alone (its "reserved space", sqlite.org/fileformat2.html). They hold BLAKE2b of the page's other
// bytes and its number. A record that is being written, or was not closed, has zeros in those of its first page: it is not sealed.
#ifndef VEDETTE_RECORD_SEAL_H
#define VEDETTE_RECORD_SEAL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"

#define SEAL_BYTES 16
#define SEAL_PAGE_BYTES 4096

typedef void seal_broken(void *context, int64_t first_byte, int64_t last_byte, const char *what);

// Seals the pages of the file, which nothing has open. The first page comes last: a file of which some pages are sealed only counts as not sealed.
status seal_file(const char *path, fault *fault);
// Before a record is written again.
status seal_open(const char *path, fault *fault);
// Calls `broken` for each page that is not as it was sealed. *sealed false: the file bears no seals, and nothing is known. STATUS_IO, STATUS_MEMORY.
status seal_check(const char *path, bool *sealed, seal_broken *broken, void *context, fault *fault);

#endif
