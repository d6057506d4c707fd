#include "pipeline/health.h"

#include <ctype.h>
#include <stdio.h>

#include "core/plural.h"

// Why nothing at all is judged; NULL: it is.
static const char *why_blind(const health_facts *h) {
    if (h->no_picture) return "No picture comes from the camera: nothing is judged.";
    if (h->no_table || h->wrong_size) return h->trouble;
    if (h->light == LIGHT_OUT) return "It is dark: nothing is judged until the light is on again.";
    if (h->back) return "The camera's clock runs backwards: its pictures are passed over.";
    if (h->moved) return "The camera or the table has moved: nothing is judged until both are at rest and calibrated anew.";
    if (h->mirrored)
        return "The picture is mirrored: nothing is judged until mirroring (flip, selfie view) is turned off in the camera or in the program that it "
               "came from.";
    if (h->unread)
        return "The table's markers are not read where the calibration has them: nothing is judged. Is the picture mirrored, blurred or covered, or "
               "was the camera moved? Then calibrate anew (vedette calibrate table).";
    if (h->frozen) return "The camera sends one and the same picture: what happens on the table is not seen until it goes on.";
    if (h->light == LIGHT_CHANGING) return "The light changes: nothing is judged until it is steady.";
    return NULL;
}

bool health_is_blind(const health_facts *h) { return why_blind(h) != NULL; }

// Hidden figures come and go all the time then; those that were never seen are reported.
static void say_slow(const health_facts *h, char out[HEALTH_TEXT]) {
    int used = snprintf(out, HEALTH_TEXT,
                        "Only %.1f pictures come in a second, and %d are needed to follow hands: what figures do between them is not seen.",
                        h->camera_fps, INTAKE_FPS_NEEDED);
    if (h->unknown)
        snprintf(out + used, (size_t)(HEALTH_TEXT - used), " %d of %d figure%s can't be seen.", h->unknown, h->figures, plural_s(h->figures));
}

// The first of what narrows the view; *stays: it goes on until something is done about it.
static void say_narrowed(const health_facts *h, char out[HEALTH_TEXT], bool *stays) {
    int unseen = h->hidden + h->unknown;
    *stays = true;
    if (h->duplicates[0])
        snprintf(out, HEALTH_TEXT, "%s", h->duplicates);
    else if (h->covered[0])
        snprintf(out, HEALTH_TEXT, "%s", h->covered);
    else if (h->lost[0])
        snprintf(out, HEALTH_TEXT, "%s", h->lost);
    else if (h->slow)
        say_slow(h, out);
    else if (h->hand && h->hidden)
        *stays = false, snprintf(out, HEALTH_TEXT, "A hand is over the table: %d of %d figure%s %s hidden.", h->hidden, h->figures,
                                 plural_s(h->figures), h->hidden == 1 ? "is" : "are");
    else if (h->hand)
        *stays = false, snprintf(out, HEALTH_TEXT, "A hand is over the table.");
    else if (h->hands_unknown)
        *stays = false, snprintf(out, HEALTH_TEXT, "A hand may lie over the table: verdicts wait until it has gone or lain still.");
    else if (unseen)
        *stays = h->unknown > 0, snprintf(out, HEALTH_TEXT, "%d of %d figure%s can't be seen.", unseen, h->figures, plural_s(h->figures));
    else if (h->light == LIGHT_DARK)
        snprintf(out, HEALTH_TEXT, "The light is dim: figures may not be found. More light or a longer exposure helps.");
    else if (h->light == LIGHT_BRIGHT)
        snprintf(out, HEALTH_TEXT, "Much of the picture is overexposed: figures may not be found. Less light or a shorter exposure helps.");
    else if (h->burnt_out)
        snprintf(out, HEALTH_TEXT,
                 "Overexposed: the paper of the table's markers is far beyond the sensor's limit, and paints may not be told by their colour. Less "
                 "light or "
                 "a shorter exposure helps.");
    else
        *stays = false;
}

bool health_describe(const health_facts *h, char out[HEALTH_TEXT]) {
    const char *blind = why_blind(h);
    bool stays = true;
    out[0] = '\0';
    if (blind)
        snprintf(out, HEALTH_TEXT, "%s", blind);
    else
        say_narrowed(h, out, &stays);
    return stays;
}

bool health_same_reason(const char *a, const char *b) {
    while (*a || *b) {
        while (isdigit((unsigned char)*a) || *a == '.') a++;
        while (isdigit((unsigned char)*b) || *b == '.') b++;
        if (*a != *b) return false;
        if (*a) a++, b++;
    }
    return true;
}

stream_eye health_for_page(const health_facts *h, const char *why) {
    return (stream_eye){.camera_fps = h->no_picture ? 0 : h->camera_fps,
                        .dropped = h->dropped,
                        .light = light_name(h->light),
                        .calibration_px = h->calibration_px,
                        .moved = h->moved,
                        .hidden = h->hidden + h->unknown,
                        .figures = h->figures,
                        .hand = h->hand,
                        .hands_unknown = h->hands_unknown,
                        .why = why};
}
