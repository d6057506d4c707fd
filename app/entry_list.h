// app/entry_list -- who entered what, who was refused and who logged in, in order: for judges' pages and for the record.
#ifndef VEDETTE_APP_ENTRY_LIST_H
#define VEDETTE_APP_ENTRY_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "core/clock.h"
#include "web/web.h"

#define ENTRY_LIST_SHOWN 200

typedef struct {
    int number;
    double t_s;
    char at[CLOCK_STAMP_MAX];  // the time of day, UTC
    char role[12];             // "judge", "player", "viewer", "file", "marker", "program"
    char what[12];             // "entry", "denied", "login", "logout", "undo"
    char by[WEB_NAME_MAX], address[WEB_ADDRESS_MAX];
    char *event;      // what was posted, as JSON; NULL: nothing, or nothing that is JSON
    char error[200];  // why it was refused
    bool taken, undone;
    int64_t row;  // of its event in the record; 0: none, or not yet
} listed_entry;

typedef struct {
    listed_entry *at;
    int count, capacity;
    int last_number;
    bool stale;  // it changed since entry_list_json
} entry_list;

// Adds one with the next number and the time of day, filled in from who and what; `event` is copied. NULL: out of memory. Valid until the next is
// added.
listed_entry *entry_list_add(entry_list *l, const web_who *who, const char *what, const char *event, double t_s);
// Adds one as a line of the record has it. False: it is none.
bool entry_list_recall(entry_list *l, const char *json, int64_t row);
listed_entry *entry_list_find(entry_list *l, int number);
void entry_list_free(entry_list *l);

// {"kind":what, and the keys of the list}, which the caller frees; NULL: out of memory.
char *listed_entry_json(const listed_entry *e);
// {"entries":[..]}: the newest ENTRY_LIST_SHOWN, oldest first, which the caller frees; NULL: out of memory. No longer stale.
char *entry_list_json(entry_list *l);

#endif
