// app/aids -- passes help for the players to the desk: way back guides, and questions about declaration markers. Judges nothing.
#ifndef VEDETTE_APP_AIDS_H
#define VEDETTE_APP_AIDS_H

#include "app/desk.h"
#include "pipeline/pipeline.h"
#include "referee/guides.h"

typedef struct {
    desk *desk;
    guides *guides;
    double followed_s;
} aids;

// Borrows the desk, which has its game. STATUS_MEMORY.
status aids_init(aids *a, desk *d, fault *fault);
void aids_finish(aids *a);
// Takes a line from the page if it asks for a guide; *mine: it did; statuses as guides_take_entry.
status aids_take_entry(aids *a, const session *s, const char *line, double t_s, bool *mine, fault *fault);
// Follows the figures that are guided a few times a second; *shown: the page has something new to show. STATUS_MEMORY.
status aids_follow(aids *a, const session *s, double t_s, bool *shown, fault *fault);
// Asks to which unit a marker belongs. STATUS_MEMORY.
status aids_ask(aids *a, const marker_question *q, double t_s, fault *fault);
// Publishes the state line with the guides, the camera's facts, and the markers that the pipeline knows on the table.
void aids_publish_state(aids *a, session *s, pipeline *p, double t_s, const char *health);

#endif
