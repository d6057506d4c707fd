// Exports that need cairo or libav: pictures, the report, films.
#include <string.h>

#include "app/cli.h"
#include "app/clip.h"
#include "app/export.h"
#include "app/flip_book.h"
#include "record/draw/draw.h"

static char *note_of(void *context, int move) { return flip_book_text(context, move); }

// What would change the verdicts is told too, where the record can be judged again.
static status write_picture(const replay_arguments *a, record *r, record_export_options *o, const output_file *out, fault *fault) {
    static const text_list no_house_rules = {.count = 0};
    recorded_game again = {0};
    flip_book flips = {0};
    amend_result counts;
    struct fault why = {""};
    const bool of_moves = a->move > 0 || strcmp(a->format, "pdf") == 0;
    status judged = of_moves ? recorded_game_open(&again, a->record, NULL, &no_house_rules, &why) : STATUS_END;
    if (judged == STATUS_OK) judged = flip_book_read(&flips, &again, a->move, true, &counts, &why);
    if (judged == STATUS_OK) o->note = note_of, o->context = &flips;
    if (of_moves && judged != STATUS_OK && !cli_signal()) cli_message("%s: what would change its verdicts is not told: %s", a->record, why.text);
    status s = draw_export(r, a->format, o, out->file, fault);
    flip_book_free(&flips);
    if (of_moves) recorded_game_close(&again);
    return s;
}

static status write_film(const replay_arguments *a, record *r, record_export_options *o, const output_file *out, fault *fault) {
    (void)a;
    return draw_film(r, o, out->part, fault);
}

static status write_clip(const replay_arguments *a, record *r, record_export_options *o, const output_file *out, fault *fault) {
    (void)o;
    return clip_export(r, a->record, a->move, out->part, fault);
}

int export_drawn(const replay_arguments *a) {
    const bool clip = strcmp(a->format, "clip") == 0, film = clip || strcmp(a->format, "mp4") == 0;
    if (film && strcmp(a->out, "-") == 0)
        return cli_misused("replay", "--export %s needs a file: a film can't be written to standard output", a->format);
    if (clip && a->move == 0) return cli_misused("replay", "--export clip needs --move N: the move that is shown");
    return export_by(a, clip ? write_clip : film ? write_film : write_picture, !film);
}
