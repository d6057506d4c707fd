#include "record/mp4.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TICKS 1000    // a second
#define KEY_EVERY 30  // pictures: a cut begins at such a one
#define SIZE_MOST 8192

struct mp4 {
    char *path;
    mp4_options options;
    AVFormatContext *container;
    AVCodecContext *encoder;
    AVStream *stream;
    AVFrame *picture;
    AVPacket *packet;
    struct SwsContext *scaler;
    int64_t last_ticks;
    bool begun;
};

static status failed(const mp4 *f, int code, fault *fault) {
    char words[AV_ERROR_MAX_STRING_SIZE];
    av_strerror(code, words, sizeof words);
    if (code == AVERROR(ENOMEM)) return fault_set(fault, STATUS_MEMORY, "%s: out of memory", f->path);
    return fault_set(
        fault, code == AVERROR(ENOSPC) || code == AVERROR(EIO) || code == AVERROR(EACCES) || code == AVERROR(ENOENT) ? STATUS_IO : STATUS_EXTERNAL,
        "%s: the film cannot be written: %s", f->path, words);
}

static void finish(mp4 *f) {
    sws_freeContext(f->scaler);
    av_packet_free(&f->packet);
    av_frame_free(&f->picture);
    avcodec_free_context(&f->encoder);
    if (f->container) avio_closep(&f->container->pb);
    avformat_free_context(f->container);
    free(f->path);
    free(f);
}

static int open_encoder(mp4 *f) {
    const AVCodec *codec = avcodec_find_encoder(AV_CODEC_ID_H264);
    if (!codec) return AVERROR_ENCODER_NOT_FOUND;
    f->encoder = avcodec_alloc_context3(codec);
    if (!f->encoder) return AVERROR(ENOMEM);
    f->encoder->width = f->options.width;
    f->encoder->height = f->options.height;
    f->encoder->pix_fmt = AV_PIX_FMT_YUV420P;
    f->encoder->time_base = (AVRational){1, TICKS};
    f->encoder->gop_size = KEY_EVERY;
    f->encoder->max_b_frames = 0;
    f->encoder->level = 42;        // by its ticks the film would seem to have a thousand pictures a second, and players would refuse it
    f->encoder->thread_count = 1;  // the rest of the machine sees
    f->encoder->color_range = AVCOL_RANGE_MPEG;
    if (f->container->oformat->flags & AVFMT_GLOBALHEADER) f->encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    av_opt_set(f->encoder->priv_data, "preset", "veryfast", 0);                         // options of libx264; another encoder has its own
    if (f->options.grows) av_opt_set(f->encoder->priv_data, "tune", "zerolatency", 0);  // a kill loses no pictures that wait in the encoder
    av_opt_set_int(f->encoder->priv_data, "crf", f->options.quality, 0);
    return avcodec_open2(f->encoder, codec, NULL);
}

static int open_stream(mp4 *f) {
    f->stream = avformat_new_stream(f->container, NULL);
    if (!f->stream) return AVERROR(ENOMEM);
    f->stream->time_base = f->encoder->time_base;
    return avcodec_parameters_from_context(f->stream->codecpar, f->encoder);
}

static int open_file(mp4 *f) {
    AVDictionary *how = NULL;
    if (f->options.grows) f->container->flags |= AVFMT_FLAG_FLUSH_PACKETS;
    int code = avio_open(&f->container->pb, f->path, AVIO_FLAG_WRITE);
    if (code < 0) return code;
    av_dict_set(&how, "movflags", f->options.grows ? "frag_keyframe+empty_moov+default_base_moof" : "faststart", 0);
    code = avformat_write_header(f->container, &how);
    av_dict_free(&how);
    f->begun = code >= 0;
    return code;
}

static int make_picture(mp4 *f) {
    f->packet = av_packet_alloc();
    f->picture = av_frame_alloc();
    if (!f->packet || !f->picture) return AVERROR(ENOMEM);
    f->picture->format = AV_PIX_FMT_YUV420P;
    f->picture->width = f->options.width;
    f->picture->height = f->options.height;
    return av_frame_get_buffer(f->picture, 0);
}

status mp4_begin(const char *path, const mp4_options *o, mp4 **out, fault *fault) {
    bool fits = o->width >= 16 && o->height >= 16 && o->width <= SIZE_MOST && o->height <= SIZE_MOST && o->width % 2 == 0 && o->height % 2 == 0;
    if (!fits) return fault_set(fault, STATUS_INVALID, "%s: no film has pictures of %d x %d", path, o->width, o->height);
    mp4 *f = calloc(1, sizeof *f);
    if (!f || !(f->path = strdup(path))) {
        free(f);
        return fault_set(fault, STATUS_MEMORY, "%s: out of memory", path);
    }
    f->options = *o;
    av_log_set_level(AV_LOG_ERROR);
    f->last_ticks = -1;
    int code = avformat_alloc_output_context2(&f->container, NULL, "mp4", path);
    if (code >= 0) code = open_encoder(f);
    if (code >= 0) code = open_stream(f);
    if (code >= 0) code = make_picture(f);
    if (code >= 0) code = open_file(f);
    if (code >= 0) {
        *out = f;
        return STATUS_OK;
    }
    status s =
        code == AVERROR_ENCODER_NOT_FOUND
            ? fault_set(fault, STATUS_EXTERNAL, "%s: libavcodec has no H.264 encoder here: install one that has (Debian: libavcodec-extra)", path)
            : failed(f, code, fault);
    finish(f);
    return s;
}

// Writes what the encoder has ready.
static int drain(mp4 *f) {
    int code;
    while ((code = avcodec_receive_packet(f->encoder, f->packet)) >= 0) {
        av_packet_rescale_ts(f->packet, f->encoder->time_base, f->stream->time_base);
        f->packet->stream_index = f->stream->index;
        code = av_interleaved_write_frame(f->container, f->packet);
        if (code < 0) return code;
    }
    return code == AVERROR(EAGAIN) || code == AVERROR_EOF ? 0 : code;
}

static int encode(mp4 *f, int64_t ticks) {
    f->picture->pts = ticks;
    int code = avcodec_send_frame(f->encoder, f->picture);
    return code < 0 ? code : drain(f);
}

status mp4_add(mp4 *f, const uint8_t *pixels, int width, int height, size_t stride, double t_s, fault *fault) {
    const enum AVPixelFormat format = f->options.pixels == MP4_BGR ? AV_PIX_FMT_BGR24 : AV_PIX_FMT_BGRA;
    int64_t ticks = (int64_t)llround(t_s * TICKS);
    if (ticks <= f->last_ticks) ticks = f->last_ticks + 1;
    f->scaler =
        sws_getCachedContext(f->scaler, width, height, format, f->options.width, f->options.height, AV_PIX_FMT_YUV420P, SWS_AREA, NULL, NULL, NULL);
    if (!f->scaler) return failed(f, AVERROR(ENOMEM), fault);
    int code = av_frame_make_writable(f->picture);
    if (code < 0) return failed(f, code, fault);
    sws_scale(f->scaler, (const uint8_t *const[]){pixels}, (const int[]){(int)stride}, 0, height, f->picture->data, f->picture->linesize);
    f->last_ticks = ticks;
    code = encode(f, ticks);
    return code < 0 ? failed(f, code, fault) : STATUS_OK;
}

status mp4_end(mp4 *f, double last_s, fault *fault) {
    if (!f) return STATUS_OK;
    int code = 0;
    if (f->last_ticks >= 0 && last_s > 0) code = encode(f, f->last_ticks + (int64_t)llround(last_s * TICKS));
    if (code >= 0) code = avcodec_send_frame(f->encoder, NULL);
    if (code >= 0) code = drain(f);
    if (f->begun && code >= 0) code = av_write_trailer(f->container);
    if (code >= 0) code = avio_closep(&f->container->pb);
    status s = code < 0 ? failed(f, code, fault) : STATUS_OK;
    finish(f);
    return s;
}
