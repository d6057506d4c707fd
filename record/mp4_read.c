#include "record/mp4_read.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define JUMP_S 4.0  // farther ahead a key picture is sought, key pictures being nearer to each other than that

struct mp4_reader {
    AVFormatContext *container;
    AVCodecContext *decoder;
    AVPacket *packet;
    AVFrame *picture, *next;  // shown now, and decoded ahead
    struct SwsContext *scaler;
    int stream;
    bool any;    // picture holds one
    bool ahead;  // next holds one
};

static double time_of(const mp4_reader *r, const AVFrame *f) { return (double)f->pts * av_q2d(r->container->streams[r->stream]->time_base); }

static int open_decoder(mp4_reader *r) {
    const AVCodecParameters *p = r->container->streams[r->stream]->codecpar;
    const AVCodec *codec = avcodec_find_decoder(p->codec_id);
    r->decoder = codec ? avcodec_alloc_context3(codec) : NULL;
    r->packet = av_packet_alloc();
    r->picture = av_frame_alloc();
    r->next = av_frame_alloc();
    if (!codec) return AVERROR_DECODER_NOT_FOUND;
    if (!r->decoder || !r->packet || !r->picture || !r->next) return AVERROR(ENOMEM);
    int code = avcodec_parameters_to_context(r->decoder, p);
    return code < 0 ? code : avcodec_open2(r->decoder, codec, NULL);
}

status mp4_reader_open(const char *path, mp4_reader **out, fault *fault) {
    mp4_reader *r = calloc(1, sizeof *r);
    if (!r) return fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    int code = avformat_open_input(&r->container, path, NULL, NULL);
    if (code >= 0) code = avformat_find_stream_info(r->container, NULL);
    if (code >= 0) code = r->stream = av_find_best_stream(r->container, AVMEDIA_TYPE_VIDEO, -1, -1, NULL, 0);
    if (code >= 0) code = open_decoder(r);
    if (code >= 0) {
        *out = r;
        return STATUS_OK;
    }
    mp4_reader_close(r);
    return code == AVERROR(ENOMEM) ? fault_set(fault, STATUS_MEMORY, "%s: out of memory", path)
                                   : fault_set(fault, STATUS_IO, "%s: no film can be read there", path);
}

void mp4_reader_close(mp4_reader *r) {
    if (!r) return;
    sws_freeContext(r->scaler);
    av_frame_free(&r->picture);
    av_frame_free(&r->next);
    av_packet_free(&r->packet);
    avcodec_free_context(&r->decoder);
    avformat_close_input(&r->container);
    free(r);
}

void mp4_reader_size(const mp4_reader *r, int *width, int *height) {
    *width = r->decoder->width;
    *height = r->decoder->height;
}

// The next picture into r->next. False: there is none.
static bool decode(mp4_reader *r) {
    for (;;) {
        int code = avcodec_receive_frame(r->decoder, r->next);
        if (code >= 0) return r->ahead = true;
        if (code != AVERROR(EAGAIN)) return false;
        do {
            av_packet_unref(r->packet);
            code = av_read_frame(r->container, r->packet);
        } while (code >= 0 && r->packet->stream_index != r->stream);
        if (avcodec_send_packet(r->decoder, code >= 0 ? r->packet : NULL) < 0) return false;
        av_packet_unref(r->packet);
    }
}

static void seek(mp4_reader *r, double t_s) {
    int64_t ticks = (int64_t)(t_s / av_q2d(r->container->streams[r->stream]->time_base));
    if (av_seek_frame(r->container, r->stream, ticks, AVSEEK_FLAG_BACKWARD) < 0) return;  // then it is read on from where it is
    avcodec_flush_buffers(r->decoder);
    r->any = r->ahead = false;
}

// Until the next picture would be one of a later time.
static void go_to(mp4_reader *r, double t_s) {
    if (r->any && (t_s < time_of(r, r->picture) || t_s > time_of(r, r->picture) + JUMP_S)) seek(r, t_s);
    while ((r->ahead || decode(r)) && (!r->any || time_of(r, r->next) <= t_s)) {
        AVFrame *shown = r->picture;
        r->picture = r->next;
        r->next = shown;
        av_frame_unref(r->next);
        r->any = true;
        r->ahead = false;
    }
}

status mp4_reader_picture(mp4_reader *r, double t_s, uint8_t *bgra, int width, int height, size_t stride) {
    go_to(r, t_s);
    if (!r->any || (!r->ahead && t_s > time_of(r, r->picture) + 1)) return STATUS_END;
    const AVFrame *p = r->picture;
    r->scaler = sws_getCachedContext(r->scaler, p->width, p->height, (enum AVPixelFormat)p->format, width, height, AV_PIX_FMT_BGRA, SWS_AREA, NULL,
                                     NULL, NULL);
    if (!r->scaler) return STATUS_MEMORY;
    sws_scale(r->scaler, (const uint8_t *const *)p->data, p->linesize, 0, p->height, (uint8_t *const[]){bgra}, (const int[]){(int)stride});
    return STATUS_OK;
}
