// Exports that need cairo or libav: pictures, the report, films.
#include <string.h>

#include "app/cli.h"
#include "app/clip.h"
#include "app/export.h"
#include "record/draw/draw.h"

static status write_picture(const replay_arguments *a, record *r, const record_export_options *o, const output_file *out, fault *fault) {
    return draw_export(r, a->format, o, out->file, fault);
}

static status write_film(const replay_arguments *a, record *r, const record_export_options *o, const output_file *out, fault *fault) {
    (void)a;
    return draw_film(r, o, out->part, fault);
}

static status write_clip(const replay_arguments *a, record *r, const record_export_options *o, const output_file *out, fault *fault) {
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
