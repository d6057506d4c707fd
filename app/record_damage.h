// app/record_damage -- what is wrong with a record, in a few words for an export.
#ifndef VEDETTE_APP_RECORD_DAMAGE_H
#define VEDETTE_APP_RECORD_DAMAGE_H

#include <stddef.h>

// Writes what record_verify found first, or that rows were lost while recording failed; "" where the record is sound.
void record_first_damage(const char *path, char *out, size_t capacity);

#endif
