// A part of a film, without decoding it.
#include <libavformat/avformat.h>

#include "record/mp4.h"

typedef struct {
    const char *path, *out_path;
    AVFormatContext *in, *out;
    AVPacket *packet;
    int stream;
    int64_t from, to;  // ticks of the stream
    bool reached;      // a packet at or after `from` was taken
    int64_t first;     // ticks of the first packet that was taken; AV_NOPTS_VALUE: none
} cut;

static status failed(const char *path, int code, fault *fault) {
    char words[AV_ERROR_MAX_STRING_SIZE];
    av_strerror(code, words, sizeof words);
    return fault_set(fault, code == AVERROR(ENOMEM) ? STATUS_MEMORY : STATUS_IO, "%s: the film cannot be read or written: %s", path, words);
}

static int open_in(cut *c) {
    int code = avformat_open_input(&c->in, c->path, NULL, NULL);
    if (code >= 0) code = avformat_find_stream_info(c->in, NULL);
    if (code >= 0) code = c->stream = av_find_best_stream(c->in, AVMEDIA_TYPE_VIDEO, -1, -1, NULL, 0);
    return code;
}

static int open_out(cut *c) {
    int code = avformat_alloc_output_context2(&c->out, NULL, "mp4", c->out_path);
    AVStream *s = code >= 0 ? avformat_new_stream(c->out, NULL) : NULL;
    if (code >= 0 && !s) code = AVERROR(ENOMEM);
    if (code >= 0) code = avcodec_parameters_copy(s->codecpar, c->in->streams[c->stream]->codecpar);
    if (code < 0) return code;
    s->codecpar->codec_tag = 0;
    s->time_base = c->in->streams[c->stream]->time_base;
    code = avio_open(&c->out->pb, c->out_path, AVIO_FLAG_WRITE);
    return code >= 0 ? avformat_write_header(c->out, NULL) : code;
}

static int copy_packet(cut *c) {
    const AVStream *from = c->in->streams[c->stream], *to = c->out->streams[0];
    if (c->first == AV_NOPTS_VALUE) c->first = c->packet->pts;
    c->reached |= c->packet->pts >= c->from;
    c->packet->pts -= c->first;
    if (c->packet->dts != AV_NOPTS_VALUE) c->packet->dts -= c->first;
    av_packet_rescale_ts(c->packet, from->time_base, to->time_base);
    c->packet->stream_index = 0;
    c->packet->pos = -1;
    return av_interleaved_write_frame(c->out, c->packet);
}

// Where a film has no index of its key pictures, a seek may lead behind `from`: it is read from its beginning then.
static int copy_part(cut *c) {
    int code = av_seek_frame(c->in, c->stream, c->from, AVSEEK_FLAG_BACKWARD);
    if (code < 0) code = av_seek_frame(c->in, c->stream, 0, AVSEEK_FLAG_BACKWARD | AVSEEK_FLAG_ANY);
    while ((code = av_read_frame(c->in, c->packet)) >= 0) {
        bool wanted = c->packet->stream_index == c->stream && c->packet->pts != AV_NOPTS_VALUE;
        bool over = wanted && c->packet->pts > c->to;
        bool begins = c->first != AV_NOPTS_VALUE || (c->packet->flags & AV_PKT_FLAG_KEY);
        if (wanted && begins && !over) code = copy_packet(c);
        av_packet_unref(c->packet);
        if (over || code < 0) break;
    }
    return code == AVERROR_EOF || code >= 0 ? 0 : code;
}

status mp4_cut(const char *path, double from_s, double to_s, const char *out_path, double *begins_s, fault *fault) {
    cut c = {.path = path, .out_path = out_path, .first = AV_NOPTS_VALUE, .packet = av_packet_alloc()};
    if (!c.packet) return failed(path, AVERROR(ENOMEM), fault);
    int code = open_in(&c);
    status s = code < 0 ? failed(path, code, fault) : STATUS_OK;
    if (s == STATUS_OK && (code = open_out(&c)) < 0) s = failed(out_path, code, fault);
    if (s == STATUS_OK) {
        double tick_s = av_q2d(c.in->streams[c.stream]->time_base);
        c.from = (int64_t)(from_s / tick_s);
        c.to = (int64_t)(to_s / tick_s);
        code = copy_part(&c);
        if (code >= 0) code = av_write_trailer(c.out);
        if (code < 0) s = failed(out_path, code, fault);
        if (s == STATUS_OK && !c.reached) s = STATUS_END;
        if (s == STATUS_OK) *begins_s = (double)c.first * tick_s;
    }
    av_packet_free(&c.packet);
    avformat_close_input(&c.in);
    if (c.out) avio_closep(&c.out->pb);
    avformat_free_context(c.out);
    return s;
}
