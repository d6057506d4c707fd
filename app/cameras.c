// vedette cameras: what is plugged in, with its modes.
#include "capture/cameras.h"

#include <cJSON.h>
#include <stdio.h>
#include <string.h>

#include "app/cli.h"

// The sizes of one format in a line: "  MJPG  1920 x 1080 at 30, 1280 x 720 at 60". Returns where the next format begins.
static int print_format(const camera_entry *c, int from) {
    int i = from;
    printf("  %-5s", c->modes[from].format);
    for (; i < c->mode_count && strcmp(c->modes[i].format, c->modes[from].format) == 0; i++) {
        printf("%s %d x %d", i > from ? "," : "", c->modes[i].width, c->modes[i].height);
        if (c->modes[i].fps > 0) printf(" at %.4g", c->modes[i].fps);
    }
    putchar('\n');
    return i;
}

static void print_camera(const camera_entry *c) {
    printf("%s%s%s\n", c->source, c->name[0] ? "  " : "", c->name);
    if (c->trouble[0]) printf("  can't be asked: %s\n", c->trouble);
    for (int i = 0; i < c->mode_count;) i = print_format(c, i);
}

static cJSON *mode_json(const camera_mode *m) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "format", m->format);
    cJSON_AddNumberToObject(o, "width", m->width);
    cJSON_AddNumberToObject(o, "height", m->height);
    if (m->fps > 0) cJSON_AddNumberToObject(o, "fps", m->fps);
    return o;
}

static bool print_json(const camera_entry *c) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "source", c->source);
    cJSON_AddStringToObject(o, "name", c->name);
    if (c->trouble[0]) cJSON_AddStringToObject(o, "trouble", c->trouble);
    cJSON *modes = cJSON_AddArrayToObject(o, "modes");
    for (int i = 0; i < c->mode_count; i++) cJSON_AddItemToArray(modes, mode_json(&c->modes[i]));
    char *line = cJSON_PrintUnformatted(o);
    if (line) puts(line);
    cJSON_free(line);
    cJSON_Delete(o);
    return line;
}

static bool print_all(const camera_list *list, bool json) {
    bool printed = true;
    for (int i = 0; i < list->count; i++)
        if (json)
            printed = print_json(&list->at[i]) && printed;
        else
            print_camera(&list->at[i]);
    return printed;
}

int command_cameras(int argc, char **argv) {
    bool json = false;
    const option_row options[] = {{"json", NULL, "one JSON object a line, for other programs", OPTION_SETS_FLAG, &json}, {0}};
    int code;
    if (!options_read("cameras", argc, argv, options, &code) || !options_end("cameras", argc, argv, &code)) return code;
    camera_list list;
    fault fault = {""};
    status s = cameras_find(&list, &fault);
    if (s != STATUS_OK) return cli_fail(s, &fault);
    bool printed = print_all(&list, json);
    if (list.count == 0) cli_message("no camera is plugged in: check its cable, and that this user may read /dev/video* (group `video`)");
    camera_list_finish(&list);
    return printed ? cli_finish_output(EXIT_DONE) : cli_fail(STATUS_MEMORY, &(struct fault){"out of memory"});
}
