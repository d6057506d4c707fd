// make_sample -- draws the sample's clip from its game file, its calibration and the script in battle.c. samples/README.md says how to call it.
//
//   make_sample SAMPLES_FOLDER              writes battle.mp4 (through the ffmpeg program) and battle.truth.json there
//   make_sample SAMPLES_FOLDER --timeline   only prints when what happens, and the gaps
//   make_sample SAMPLES_FOLDER --frame T    writes the picture at T seconds to stdout as PPM
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/render/script.h"

#define FPS 10
#define PATH_MAX_BYTES 512

typedef struct {
    game *game;
    render_scene scene;
    pose *poses;
    render_hand hand;
} studio;

static int fail(const fault *fault) {
    fprintf(stderr, "make_sample: %s\n", fault->text);
    return 1;
}

static status open_studio(studio *s, const char *folder, fault *fault) {
    char path[PATH_MAX_BYTES];
    render_camera camera;
    snprintf(path, sizeof path, "%s/battle.game.json", folder);
    status st = game_read(path, &s->game, NULL, NULL, fault);
    if (st != STATUS_OK) return st;
    snprintf(path, sizeof path, "%s/battle.cal.json", folder);
    st = render_camera_read(path, &camera, fault);
    if (st != STATUS_OK) return st;
    s->poses = calloc((size_t)s->game->figure_count, sizeof *s->poses);
    if (!s->poses) return fault_set(fault, STATUS_MEMORY, "out of memory");
    s->scene = render_default_scene(camera, s->game);
    s->scene.noise = 1.0;
    s->scene.seed = 7;
    s->scene.poses = s->poses;
    s->scene.hands = &s->hand;
    return STATUS_OK;
}

static void close_studio(studio *s) {
    free(s->poses);
    game_destroy(s->game);
}

// Sets the scene to time t.
static void set_time(studio *s, double t) {
    for (int i = 0; i < s->game->figure_count; i++) s->poses[i] = s->game->figures[i].start;
    s->scene.hand_count = script_at(&battle_script, s->game, t, s->poses, &s->hand);
}

static bool enemies(const game *g, int a, int b) { return g->units[g->figures[a].unit].side != g->units[g->figures[b].unit].side; }

static double least_enemy_gap(const studio *s, int unit) {
    const game_unit *u = &s->game->units[unit];
    double least = 1e9;
    for (int a = u->first_figure; a < u->first_figure + u->figure_count; a++) {
        for (int b = 0; b < s->game->figure_count; b++) {
            if (!enemies(s->game, a, b)) continue;
            least = fmin(least, base_gap(s->game->figures[a].base, s->poses[a], s->game->figures[b].base, s->poses[b]));
        }
    }
    return least;
}

static void print_timeline(studio *s) {
    for (int i = 0; i < battle_script.count; i++) {
        const script_move *m = &battle_script.moves[i];
        int unit = game_find_unit(s->game, m->unit);
        set_time(s, m->start_s);
        double end = m->start_s + script_move_length(m, s->game, s->poses), closest = 1e9, at = 0;
        for (double t = m->start_s; t < end; t += 0.02) {
            set_time(s, t);
            double gap = least_enemy_gap(s, unit);
            if (gap < closest) closest = gap, at = t;
        }
        set_time(s, end + 0.1);
        pose front;
        render_unit_front(&s->scene, unit, &front);
        printf("%s %6.2f .. %6.2f s, then front at %.3f %.3f facing %.1f, least enemy gap %.4f at %.2f s, at the end %.4f\n", m->unit, m->start_s,
               end, front.at.x, front.at.y, front.heading_rad * DEG_PER_RAD, closest, at, least_enemy_gap(s, unit));
    }
}

static status write_frame(studio *s, double t, fault *fault) {
    int w = s->scene.camera.width, h = s->scene.camera.height;
    uint8_t *bgr = malloc((size_t)w * (size_t)h * 3);
    if (!bgr) return fault_set(fault, STATUS_MEMORY, "out of memory");
    set_time(s, t);
    status st = render_frame(&s->scene, bgr, (size_t)w * 3, fault);
    printf("P6 %d %d 255\n", w, h);
    for (int i = 0; st == STATUS_OK && i < w * h; i++) {
        uint8_t rgb[3] = {bgr[3 * i + 2], bgr[3 * i + 1], bgr[3 * i]};
        fwrite(rgb, 1, 3, stdout);
    }
    free(bgr);
    return st;
}

// Poses of a moved unit's figures as {"id":[x,y,heading],...}.
static void write_poses(FILE *f, const studio *s, int unit) {
    const game_unit *u = &s->game->units[unit];
    for (int i = u->first_figure; i < u->first_figure + u->figure_count; i++) {
        fprintf(f, "%s\"%s\":[%.4f,%.4f,%.2f]", i > u->first_figure ? "," : "{", s->game->figures[i].id, s->poses[i].at.x, s->poses[i].at.y,
                s->poses[i].heading_rad * DEG_PER_RAD);
    }
    fputc('}', f);
}

static status write_truth(studio *s, const char *folder, fault *fault) {
    char path[PATH_MAX_BYTES];
    snprintf(path, sizeof path, "%s/battle.truth.json", folder);
    FILE *f = fopen(path, "w");
    if (!f) return fault_set(fault, STATUS_IO, "%s: can't be written", path);
    fputs("{\"vedette\":1,\"moves\":[", f);
    for (int i = 0; i < battle_script.count; i++) {
        const script_move *m = &battle_script.moves[i];
        int unit = game_find_unit(s->game, m->unit);
        set_time(s, m->start_s);
        double end = m->start_s + script_move_length(m, s->game, s->poses);
        fprintf(f, "%s\n{\"unit\":\"%s\",\"hand_in\":%.2f,\"hand_out\":%.2f,\"from\":", i ? "," : "", m->unit, m->start_s, end);
        write_poses(f, s, unit);
        set_time(s, end + 0.1);
        fputs(",\"to\":", f);
        write_poses(f, s, unit);
        fputc('}', f);
    }
    fprintf(f, "\n],\"length\":%.2f}\n", battle_script.length_s);
    return fclose(f) == 0 ? STATUS_OK : fault_set(fault, STATUS_IO, "%s: can't be written", path);
}

static status draw_frames(studio *s, renderer *r, FILE *to, fault *fault) {
    int w = s->scene.camera.width, h = s->scene.camera.height;
    size_t size = (size_t)w * (size_t)h * 3;
    uint8_t *bgr = malloc(size);
    status st = bgr ? STATUS_OK : fault_set(fault, STATUS_MEMORY, "out of memory");
    int frames = (int)(battle_script.length_s * FPS);
    for (int i = 0; i < frames && st == STATUS_OK; i++) {
        set_time(s, i / (double)FPS);
        s->scene.sequence = (uint32_t)i;
        st = renderer_frame(r, &s->scene, bgr, (size_t)w * 3, fault);
        if (st == STATUS_OK && fwrite(bgr, 1, size, to) != size) st = fault_set(fault, STATUS_IO, "ffmpeg took no more frames");
    }
    free(bgr);
    return st;
}

static status write_clip(studio *s, const char *folder, fault *fault) {
    char command[PATH_MAX_BYTES + 256];
    snprintf(command, sizeof command,
             "ffmpeg -v error -y -f rawvideo -pix_fmt bgr24 -s %dx%d -r %d -i - -threads 2 -c:v libx264 -preset medium -crf 24 -g 100 -pix_fmt "
             "yuv420p '%s/battle.mp4'",
             s->scene.camera.width, s->scene.camera.height, FPS, folder);
    renderer *r = NULL;
    status st = renderer_create(&s->scene, &r, fault);
    if (st != STATUS_OK) return st;
    FILE *to = popen(command, "w");
    st = to ? draw_frames(s, r, to, fault) : fault_set(fault, STATUS_EXTERNAL, "the ffmpeg program can't be started; install it");
    if (to && pclose(to) != 0 && st == STATUS_OK) st = fault_set(fault, STATUS_EXTERNAL, "ffmpeg failed");
    renderer_destroy(r);
    return st;
}

int main(int argc, char **argv) {
    studio s = {0};
    fault fault = {""};
    if (argc < 2 || argc > 4) {
        fputs("usage: make_sample SAMPLES_FOLDER [--timeline | --frame T]\n", stderr);
        return 2;
    }
    status st = open_studio(&s, argv[1], &fault);
    if (st == STATUS_OK && argc == 3 && strcmp(argv[2], "--timeline") == 0) {
        print_timeline(&s);
    } else if (st == STATUS_OK && argc == 4 && strcmp(argv[2], "--frame") == 0) {
        st = write_frame(&s, atof(argv[3]), &fault);
    } else if (st == STATUS_OK) {
        st = write_clip(&s, argv[1], &fault);
        if (st == STATUS_OK) st = write_truth(&s, argv[1], &fault);
    }
    close_studio(&s);
    return st == STATUS_OK ? 0 : fail(&fault);
}
