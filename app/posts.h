// app/posts -- takes what people post on the page: reads it, checks who may enter it, judges it, and answers with its fate.
//
// Beside events (docs/stream.md): {"kind":"challenge","move":3,"note":".."}, {"kind":"undo","number":17}, {"kind":"shadow","on":true},
// {"kind":"premeasure","allowed":true}, and what referee/guides.h takes.
#ifndef VEDETTE_APP_POSTS_H
#define VEDETTE_APP_POSTS_H

#include "app/aids.h"
#include "app/play.h"
#include "stream/stream.h"

typedef struct {
    play *play;
    aids *aids;
    stream_reader *posted, *exact;  // as it was posted; as the record has it
} posts;

// Borrows both. STATUS_MEMORY.
status posts_init(posts *e, play *p, aids *a, fault *fault);
void posts_finish(posts *e);
// Takes all that waits, at the time t_s of the game; *changed: the state is another. STATUS_MEMORY.
status posts_take(posts *e, double t_s, bool *changed, fault *fault);

#endif
