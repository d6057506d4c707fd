// pipeline/report -- what is reported of a frame beside its observations: the gap in the pictures before it, and what can't be judged and why.
#ifndef VEDETTE_PIPELINE_REPORT_H
#define VEDETTE_PIPELINE_REPORT_H

#include "pipeline/compare.h"
#include "pipeline/health.h"
#include "pipeline/lost.h"
#include "pipeline/merge.h"
#include "pipeline/table.h"

// The longest time without a picture of late.
typedef struct {
    double gap_s, end_s;  // its length; when it ended: INFINITY before the first picture after it
    double cut_s;         // time without pictures before this game was continued; 0: it was not
} gap_state;

typedef struct {
    health_facts facts;
    char health[HEALTH_TEXT];
    bool troubled;
    stream_eye page;  // what is sent to the page
} health_report;

// A game is continued after gap_s in which nothing was seen: figures known from before are awaited.
void report_begin_after(gap_state *g, figure_state *figures, int figure_count, double gap_s);
// Puts the length of the gap before the frame into the event. `has_looked`: a look was made since the beginning.
void report_gap(gap_state *g, const intake *n, const game *roster, figure_state *figures, const merged_looks *looks, bool has_looked, event *out);
// Reports what can't be judged.
void report_health(health_report *r, const intake *n, intake_kind kind, const table_state *t, const eye *e, const comparison *c,
                   const duplicate_list *duplicates, const lost_watch *lost, const figure_state *figures);
void report_no_picture(health_report *r);
// Figures that were seen and can't be found now, and those that were never seen.
void report_count_unseen(const figure_state *figures, int figure_count, int *hidden, int *unknown);

#endif
