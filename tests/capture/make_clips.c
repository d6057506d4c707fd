#include "tests/capture/make_clips.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <string.h>

static const AVRational milliseconds = {1, 1000};

typedef struct {
    AVFormatContext *container;
    AVCodecContext *encoder;
    AVPacket *packet;
    AVFrame *frame;
} writer;

static bool write_packets(writer *w) {
    while (avcodec_receive_packet(w->encoder, w->packet) == 0) {
        w->packet->duration = av_rescale_q(40, milliseconds, w->encoder->time_base);  // of nothing, a player leaves the last one out
        av_packet_rescale_ts(w->packet, w->encoder->time_base, w->container->streams[0]->time_base);
        w->packet->stream_index = 0;
        if (av_interleaved_write_frame(w->container, w->packet) < 0) return false;
    }
    return true;
}

static bool end_encoder(writer *w) {
    bool ended = !w->encoder || (avcodec_send_frame(w->encoder, NULL) == 0 && write_packets(w));
    avcodec_free_context(&w->encoder);
    return ended;
}

static bool begin_encoder(writer *w, const char *codec, int width, int height) {
    const AVCodec *c = avcodec_find_encoder_by_name(codec);
    w->encoder = avcodec_alloc_context3(c);
    if (!c || !w->encoder) return false;
    w->encoder->width = width;
    w->encoder->height = height;
    w->encoder->pix_fmt = c->pix_fmts[0];
    w->encoder->time_base = c->id == AV_CODEC_ID_MPEG2VIDEO ? (AVRational){1, 25} : milliseconds;  // which knows a few rates only
    w->encoder->gop_size = 5;
    w->encoder->max_b_frames = 0;
    w->encoder->flags = AV_CODEC_FLAG_QSCALE | (w->container->oformat->flags & AVFMT_GLOBALHEADER ? AV_CODEC_FLAG_GLOBAL_HEADER : 0);
    w->encoder->global_quality = 2 * FF_QP2LAMBDA;
    return avcodec_open2(w->encoder, c, NULL) == 0;
}

static bool add_picture(writer *w, const clip_picture *p) {
    AVFrame *f = w->frame;
    av_frame_unref(f);
    f->format = w->encoder->pix_fmt;
    f->width = p->width;
    f->height = p->height;
    f->quality = w->encoder->global_quality;
    f->pts = av_rescale_q(p->t_ms, milliseconds, w->encoder->time_base);
    if (av_frame_get_buffer(f, 0) < 0) return false;
    for (int y = 0; y < p->height; y++) {
        memset(f->data[0] + y * f->linesize[0], p->left, (size_t)(p->width / 2));
        memset(f->data[0] + y * f->linesize[0] + p->width / 2, p->right, (size_t)(p->width - p->width / 2));
    }
    for (int plane = 1; plane < 3; plane++) memset(f->data[plane], 128, (size_t)((p->height + 1) / 2 * f->linesize[plane]));
    return avcodec_send_frame(w->encoder, f) == 0 && write_packets(w);
}

static bool begin_file(writer *w, const char *path, int quarter_turns) {
    AVStream *s = avformat_new_stream(w->container, NULL);
    if (!s || avcodec_parameters_from_context(s->codecpar, w->encoder) < 0) return false;
    s->time_base = w->encoder->time_base;
    if (quarter_turns) {
        int32_t *matrix = (int32_t *)av_stream_new_side_data(s, AV_PKT_DATA_DISPLAYMATRIX, 9 * sizeof *matrix);
        if (!matrix) return false;
        av_display_rotation_set(matrix, 90.0 * quarter_turns);
    }
    return avio_open(&w->container->pb, path, AVIO_FLAG_WRITE) >= 0 && avformat_write_header(w->container, NULL) >= 0;
}

static bool write_clip(writer *w, const char *path, const char *codec, const clip_picture *pictures, int count, int quarter_turns) {
    for (int i = 0; i < count; i++) {
        bool other = i > 0 && (pictures[i].width != pictures[i - 1].width || pictures[i].height != pictures[i - 1].height);
        if (other && !end_encoder(w)) return false;
        if (!w->encoder && !begin_encoder(w, codec, pictures[i].width, pictures[i].height)) return false;
        if (i == 0 && !begin_file(w, path, quarter_turns)) return false;
        if (!add_picture(w, &pictures[i])) return false;
    }
    return end_encoder(w) && av_write_trailer(w->container) == 0;
}

bool make_clip_of(const char *path, const char *codec, const clip_picture *pictures, int count, int quarter_turns) {
    av_log_set_level(AV_LOG_QUIET);
    writer w = {.packet = av_packet_alloc(), .frame = av_frame_alloc()};
    bool made = avformat_alloc_output_context2(&w.container, NULL, NULL, path) >= 0 && write_clip(&w, path, codec, pictures, count, quarter_turns);
    if (w.container) avio_closep(&w.container->pb);
    avformat_free_context(w.container);
    avcodec_free_context(&w.encoder);
    av_frame_free(&w.frame);
    av_packet_free(&w.packet);
    return made;
}

bool make_sound(const char *path) {
    enum { RATE = 8000 };
    AVFormatContext *container = NULL;
    AVPacket *packet = av_packet_alloc();
    bool made = avformat_alloc_output_context2(&container, NULL, NULL, path) >= 0 && av_new_packet(packet, 2 * RATE) == 0;
    AVStream *s = made ? avformat_new_stream(container, NULL) : NULL;
    if (s) {
        *s->codecpar = (AVCodecParameters){.codec_type = AVMEDIA_TYPE_AUDIO, .codec_id = AV_CODEC_ID_PCM_S16LE, .format = AV_SAMPLE_FMT_S16};
        s->codecpar->sample_rate = RATE;
        s->codecpar->bits_per_coded_sample = 16;
        s->codecpar->block_align = 2;
        av_channel_layout_default(&s->codecpar->ch_layout, 1);
        memset(packet->data, 0, 2 * RATE);
        packet->pts = packet->dts = 0;
        made = avio_open(&container->pb, path, AVIO_FLAG_WRITE) >= 0 && avformat_write_header(container, NULL) >= 0 &&
               av_interleaved_write_frame(container, packet) >= 0 && av_write_trailer(container) == 0;
        avio_closep(&container->pb);
    }
    avformat_free_context(container);
    av_packet_free(&packet);
    return made;
}
