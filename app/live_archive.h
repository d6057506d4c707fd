// app/live_archive -- lets the page look back on a game that is being recorded: reads its record by a connection of its own, on a thread of the
// web's.
#ifndef VEDETTE_APP_LIVE_ARCHIVE_H
#define VEDETTE_APP_LIVE_ARCHIVE_H

#include "core/game.h"
#include "web/web.h"

// What the callbacks need; borrowed until the page has ended.
typedef struct {
    const char *path;  // of the record
    const game *game;
} live_archive;

// Offers the game so far, and its pictures, to the page.
void live_archive_offer(live_archive *a, web *w);

#endif
