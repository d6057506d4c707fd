// A clip, decoded by libavformat and libavcodec. Only containers that content_of knows get here, and libav is held to the same, so that no playlist
// or script is opened.
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libswscale/swscale.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "capture/capture_limits.h"
#include "capture/picture.h"
#include "capture/source.h"

source_open clip_open;

typedef struct {
    source base;
    char *path;
    AVFormatContext *container;
    AVCodecContext *decoder;
    AVStream *stream;
    AVPacket *packet;
    AVFrame *decoded, *bgr, *turned;
    struct SwsContext *to_bgr;
    enum AVPixelFormat format;  // that to_bgr was made for; its size is that of bgr
    int quarter_turns;          // clockwise, that put the picture upright
    picture *picture;
    int64_t next_index, file_bytes;
    double last_t_s, read_until_s;  // read_until_s: the end of the last packet of any stream, in the container's time
    bool damaged;                   // the last packet could not be decoded, and it was reported
} clip;

static void close_clip(source *s) {
    clip *c = (clip *)s;
    sws_freeContext(c->to_bgr);
    av_frame_free(&c->turned);
    av_frame_free(&c->bgr);
    av_frame_free(&c->decoded);
    av_packet_free(&c->packet);
    avcodec_free_context(&c->decoder);
    avformat_close_input(&c->container);
    picture_destroy(c->picture);
    free(c->path);
    free(c);
}

// Packets --------------------------------------------------------------------------------------------------------------------------------------

// True where the container's index names a part that lies behind the end of the file.
static bool index_overruns(const clip *c) {
    for (unsigned i = 0; i < c->container->nb_streams; i++) {
        AVStream *stream = c->container->streams[i];
        int count = avformat_index_get_entries_count(stream);
        for (int k = 0; k < count; k++) {
            const AVIndexEntry *e = avformat_index_get_entry(stream, k);
            if (e->pos > c->file_bytes || e->size > c->file_bytes - e->pos) return true;
        }
    }
    return false;
}

// Matroska has no index of its parts, but tells how long all of it lasts.
static bool is_too_short(const clip *c) {
    bool states_length = strstr(c->container->iformat->name, "matroska") && c->container->duration > 0;
    return states_length && c->read_until_s + CLIP_END_SLACK_FRAMES / c->base.fps < (double)c->container->duration / AV_TIME_BASE;
}

static void note_end(clip *c, const AVPacket *p) {
    int64_t ticks = p->pts != AV_NOPTS_VALUE ? p->pts : p->dts;
    if (ticks == AV_NOPTS_VALUE) return;
    double end_s = ((double)ticks + (double)p->duration) * av_q2d(c->container->streams[p->stream_index]->time_base);
    c->read_until_s = fmax(c->read_until_s, end_s);
}

// The next packet of the pictures' stream. AVERROR_EOF: there is none.
static int read_packet(clip *c) {
    for (;;) {
        int got = av_read_frame(c->container, c->packet);
        if (got < 0) {
            c->base.ended_early |= got != AVERROR_EOF;
            return AVERROR_EOF;
        }
        // The last part of a file that was cut off. What a decoder makes of half a picture is not what the camera saw.
        bool partial = (c->packet->flags & AV_PKT_FLAG_CORRUPT) && avio_feof(c->container->pb);
        c->base.ended_early |= partial;
        note_end(c, c->packet);
        if (!partial && c->packet->stream_index == c->stream->index) return 0;
        av_packet_unref(c->packet);
    }
}

// 0, or the decoder's error.
static int feed(clip *c) {
    bool over = read_packet(c) < 0;
    int sent = avcodec_send_packet(c->decoder, over ? NULL : c->packet);
    av_packet_unref(c->packet);
    return sent;
}

// 0: c->decoded holds the next picture. AVERROR_EOF: there is none. Else the decoder's error; the next call goes on behind it.
static int decode_next(clip *c) {
    for (;;) {
        int got = avcodec_receive_frame(c->decoder, c->decoded);
        if (got != AVERROR(EAGAIN)) return got;
        int fed = feed(c);
        if (fed < 0) return fed;
    }
}

// Pictures -------------------------------------------------------------------------------------------------------------------------------------

static bool reserve(AVFrame *f, int width, int height) {
    if (f->width == width && f->height == height) return true;
    av_frame_unref(f);
    f->format = AV_PIX_FMT_BGR24;
    f->width = width;
    f->height = height;
    if (av_frame_get_buffer(f, 0) == 0) return true;
    av_frame_unref(f);
    return false;
}

// To B, G, R as OpenCV's reader of clips converts it, to the digit: what was measured on clips before holds on.
static status convert(clip *c, fault *fault) {
    const AVFrame *d = c->decoded;
    int w = d->width, h = d->height;
    enum AVPixelFormat format = (enum AVPixelFormat)d->format;
    if (!c->to_bgr || c->format != format || c->bgr->width != w || c->bgr->height != h) {
        sws_freeContext(c->to_bgr);
        c->to_bgr = sws_getContext(w, h, format, w, h, AV_PIX_FMT_BGR24, SWS_BICUBIC, NULL, NULL, NULL);
        if (!c->to_bgr) return fault_set(fault, STATUS_INVALID, "%s: the clip's kind of pixels is not known; convert it to H.264", c->path);
        if (!reserve(c->bgr, w, h)) return fault_set(fault, STATUS_MEMORY, "%s: out of memory; use a smaller clip", c->path);
        c->format = format;
    }
    sws_scale(c->to_bgr, (const uint8_t *const *)d->data, d->linesize, 0, h, c->bgr->data, c->bgr->linesize);
    return STATUS_OK;
}

// Pixel (x, y) of the turned picture; steps are in bytes of the other one.
static void turn_pixels(const uint8_t *from, ptrdiff_t step_x, ptrdiff_t step_y, AVFrame *to) {
    for (int y = 0; y < to->height; y++, from += step_y) {
        const uint8_t *in = from;
        uint8_t *out = to->data[0] + (ptrdiff_t)y * to->linesize[0];
        for (int x = 0; x < to->width; x++, in += step_x, out += 3) out[0] = in[0], out[1] = in[1], out[2] = in[2];
    }
}

// Turns c->bgr upright into c->turned.
static bool turn(clip *c) {
    const AVFrame *f = c->bgr;
    bool upright = c->quarter_turns == 2;
    if (!reserve(c->turned, upright ? f->width : f->height, upright ? f->height : f->width)) return false;
    ptrdiff_t row = f->linesize[0];
    const uint8_t *first = f->data[0], *right = first + 3 * (ptrdiff_t)(f->width - 1), *below = row * (f->height - 1) + first;
    if (c->quarter_turns == 1) turn_pixels(below, -row, 3, c->turned);
    if (c->quarter_turns == 2) turn_pixels(below + (right - first), -3, -row, c->turned);
    if (c->quarter_turns == 3) turn_pixels(right, row, -3, c->turned);
    return true;
}

// The presentation time of the decoded picture. A container without times, or with times that do not advance, counts by its rate.
static double presentation_time(const clip *c) {
    int64_t ticks = c->decoded->best_effort_timestamp, start = c->stream->start_time == AV_NOPTS_VALUE ? 0 : c->stream->start_time;
    double t = ticks == AV_NOPTS_VALUE ? NAN : ((double)ticks - (double)start) * av_q2d(c->stream->time_base);
    bool first = c->next_index == 0, advances = first ? t >= 0 : t > c->last_t_s;
    if (isfinite(t) && advances) return t;
    return first ? 0 : c->last_t_s + 1 / c->base.fps;
}

static status show(clip *c, frame *out, fault *fault) {
    if (c->quarter_turns && !turn(c)) return fault_set(fault, STATUS_MEMORY, "%s: out of memory; use a smaller clip", c->path);
    const AVFrame *f = c->quarter_turns ? c->turned : c->bgr;
    size_t stride = (size_t)f->linesize[0];
    raw_picture raw = {RAW_BGR, f->width, f->height, {f->data[0]}, {stride}, {stride * (size_t)f->height}, false};
    status s = picture_convert(c->picture, &raw, fault);
    if (s) return s;
    *out = (frame){.t_s = presentation_time(c), .sequence = c->next_index++};
    c->last_t_s = out->t_s;
    picture_show(c->picture, out);
    return STATUS_OK;
}

static status damaged(clip *c, fault *fault) {
    c->damaged = true;
    return fault_set(fault, STATUS_INVALID, "%s: the clip is damaged behind %.1f s; copy or record it again", c->path, c->last_t_s);
}

static status next_frame(source *s, frame *out, fault *fault) {
    clip *c = (clip *)s;
    for (;;) {
        int got = decode_next(c);
        if (got == AVERROR_EOF) break;
        if (got == AVERROR(ENOMEM)) return fault_set(fault, STATUS_MEMORY, "%s: out of memory; use a smaller clip", c->path);
        if (got < 0 && !c->damaged) return damaged(c, fault);
        if (got < 0) continue;  // one report for a run of damaged packets
        c->damaged = false;
        status converted = convert(c, fault);
        return converted ? converted : show(c, out, fault);
    }
    c->base.ended_early |= c->next_index == 0 || index_overruns(c) || is_too_short(c);
    return STATUS_END;
}

// Opening --------------------------------------------------------------------------------------------------------------------------------------

static status no_memory(const char *path, fault *fault) { return fault_set(fault, STATUS_MEMORY, "%s: out of memory; close other programs", path); }

static status cannot_open(const clip *c, fault *fault) {
    return fault_set(fault, STATUS_INVALID,
                     "%s: the clip can't be opened: it is cut off before its index, still being recorded, or of an unknown codec; record it again or "
                     "convert it to H.264 in MP4",
                     c->path);
}

static status open_container(clip *c, fault *fault) {
    size_t capacity = strlen(c->path) + sizeof "file:";
    char *url = malloc(capacity);  // "file:" keeps a colon in the name from being taken for a protocol
    if (!url) return no_memory(c->path, fault);
    snprintf(url, capacity, "file:%s", c->path);
    AVDictionary *options = NULL;
    av_dict_set(&options, "protocol_whitelist", "file", 0);
    av_dict_set(&options, "format_whitelist", "mov,matroska,avi,mpegts", 0);
    int opened = avformat_open_input(&c->container, url, NULL, &options);
    av_dict_free(&options);
    free(url);
    if (opened == AVERROR(ENOMEM)) return no_memory(c->path, fault);
    if (opened < 0 || avformat_find_stream_info(c->container, NULL) < 0) return cannot_open(c, fault);
    c->file_bytes = avio_size(c->container->pb);
    return STATUS_OK;
}

static status choose_stream(clip *c, const AVCodec **codec, fault *fault) {
    int index = av_find_best_stream(c->container, AVMEDIA_TYPE_VIDEO, -1, -1, codec, 0);
    if (index == AVERROR_STREAM_NOT_FOUND && c->container->nb_streams > 0)
        return fault_set(fault, STATUS_INVALID, "%s: the clip holds no pictures, only sound or other data; name a clip with pictures", c->path);
    if (index < 0) return cannot_open(c, fault);
    c->stream = c->container->streams[index];
    const AVCodecParameters *p = c->stream->codecpar;
    if (p->width < 1 || p->height < 1) return cannot_open(c, fault);
    if ((int64_t)p->width * p->height > CONTENT_MAX_PIXELS)
        return fault_set(fault, STATUS_INVALID, "%s: the clip's pictures are %d x %d and may have 100 megapixels: scale it down", c->path, p->width,
                         p->height);
    return STATUS_OK;
}

static status open_decoder(clip *c, const AVCodec *codec, fault *fault) {
    c->decoder = avcodec_alloc_context3(codec);
    if (!c->decoder) return no_memory(c->path, fault);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    c->decoder->thread_count = processors < 1 ? 1 : processors > CLIP_MAX_THREADS ? CLIP_MAX_THREADS : (int)processors;
    c->decoder->max_pixels = CONTENT_MAX_PIXELS;
    if (avcodec_parameters_to_context(c->decoder, c->stream->codecpar) < 0 || avcodec_open2(c->decoder, codec, NULL) < 0)
        return cannot_open(c, fault);
    return STATUS_OK;
}

// What the container says of the stream.
static void describe(clip *c) {
    double fps = av_q2d(av_guess_frame_rate(c->container, c->stream, NULL));
    c->base.fps = isfinite(fps) && fps > CLIP_MIN_FPS && fps < CLIP_MAX_FPS ? fps : CLIP_LIKELY_FPS;
    double seconds = c->container->duration > 0 ? (double)c->container->duration / AV_TIME_BASE : 0;
    double count = c->stream->nb_frames > 0 ? (double)c->stream->nb_frames : floor(seconds * c->base.fps + 0.5);
    c->base.frame_count = count >= 1 && count < CLIP_MAX_COUNT ? (int64_t)count : -1;
    const uint8_t *matrix = av_stream_get_side_data(c->stream, AV_PKT_DATA_DISPLAYMATRIX, NULL);
    double angle = matrix ? av_display_rotation_get((const int32_t *)matrix) : 0;  // degrees counter-clockwise; NaN: not invertible
    c->quarter_turns = isfinite(angle) ? (int)(4 - lround(angle / 90)) % 4 : 0;
}

static status open_clip(clip *c, const char *path, bool colour, fault *fault) {
    c->path = strdup(path);
    c->packet = av_packet_alloc();
    c->decoded = av_frame_alloc();
    c->bgr = av_frame_alloc();
    c->turned = av_frame_alloc();
    c->picture = picture_create(colour);
    if (!c->path || !c->packet || !c->decoded || !c->bgr || !c->turned || !c->picture) return no_memory(path, fault);
    const AVCodec *codec = NULL;
    status s = open_container(c, fault);
    if (!s) s = choose_stream(c, &codec, fault);
    if (!s) s = open_decoder(c, codec, fault);
    if (!s) describe(c);
    return s;
}

status clip_open(const char *path, const capture_options *o, source **out, fault *fault) {
    static const source_verbs verbs = {next_frame, close_clip};
    av_log_set_level(AV_LOG_QUIET);
    clip *c = calloc(1, sizeof *c);
    if (!c) return no_memory(path, fault);
    c->base.verbs = &verbs;
    status s = open_clip(c, path, o->colour, fault);
    if (s)
        close_clip(&c->base);
    else
        *out = &c->base;
    return s;
}
