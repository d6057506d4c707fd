// What the pages' server costs: states of 400 figures come in 30 times a second, viewers follow in a process of their own over loopback.
//   vedette_bench_web [VIEWERS] [SECONDS]
// Prints how long a state takes to a viewer's socket, and the share of a core and the memory that serving takes.
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "web/web.h"

#define FIGURES 400
#define UNITS 32
#define STATES_A_SECOND 30
#define VIEWERS_MAX 390
#define LATENCIES_MAX 20000

static double now_s(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Viewers ------------------------------------------------------------------------------------------------------------------------------------

static int follow(int port, bool small) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int s = socket(AF_INET, SOCK_STREAM, 0);
    char request[200];
    if (s < 0 || connect(s, (struct sockaddr *)(void *)&at, sizeof at) != 0) return -1;
    snprintf(request, sizeof request, "GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\n", small ? "Accept-Encoding: gzip\r\n" : "");
    return send(s, request, strlen(request), 0) > 0 ? s : -1;
}

// Notes how old the newest state in the bytes is: "clock":S is when it was set.
static void note_age(const char *text, double *ages, int *count) {
    for (const char *at = text; (at = strstr(at, "\"clock\":")) != NULL; at += 8)
        if (*count < LATENCIES_MAX) ages[(*count)++] = now_s(CLOCK_MONOTONIC) - strtod(at + 8, NULL);
}

// The first viewer reads plain text and tells ages; the others take what browsers take.
static int look_on(int port, int viewers, double seconds) {
    static struct pollfd p[VIEWERS_MAX];
    static double ages[LATENCIES_MAX];
    static char buffer[1 << 20];
    int count = 0;
    long long bytes = 0;
    for (int i = 0; i < viewers; i++) p[i] = (struct pollfd){.fd = follow(port, i > 0), .events = POLLIN};
    for (double until = now_s(CLOCK_MONOTONIC) + seconds; now_s(CLOCK_MONOTONIC) < until;) {
        if (poll(p, (nfds_t)viewers, 200) <= 0) continue;
        for (int i = 0; i < viewers; i++) {
            ssize_t n = p[i].revents ? recv(p[i].fd, buffer, sizeof buffer - 1, MSG_DONTWAIT) : 0;
            if (n <= 0) continue;
            buffer[n] = '\0';
            if (i == 0) note_age(buffer, ages, &count);
            if (i == 1) bytes += n;
        }
    }
    qsort(ages, (size_t)count, sizeof *ages, by_value);
    if (count == 0) return 1;
    printf("%d viewers: a state reaches a viewer in %.1f ms at the median, %.1f at the 99th percentile, %.1f at most (%d states)\n", viewers,
           1e3 * ages[count / 2], 1e3 * ages[count * 99 / 100], 1e3 * ages[count - 1], count);
    if (viewers > 1) printf("%.1f kB/s to each browser\n", (double)bytes / seconds / 1e3);
    return 0;
}

// The server ---------------------------------------------------------------------------------------------------------------------------------

// A state as the program makes it: a tenth of the figures has moved since the one before.
static char *state_at(int step) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (!out) return NULL;
    fprintf(out, "{\"kind\":\"state\",\"t\":%.2f,\"clock\":%.6f,\"turn\":3,\"phase\":\"movement\",\"side\":\"red\",\"move\":12,\"units\":[",
            step / 30.0, now_s(CLOCK_MONOTONIC));
    for (int u = 0; u < UNITS; u++)
        fprintf(
            out,
            "%s{\"id\":\"U%d\",\"formation\":\"closed\",\"facing\":90,\"frontage\":6,\"ranks\":2,\"files\":6,\"array\":\"grid\",\"anchor\":[%.2f,20],"
            "\"contacts\":[],\"spent\":%.2f,\"moving\":%s,\"rules\":{\"wrapped\":false,\"marched\":true}}",
            u ? "," : "", u, u == step % UNITS ? step * 0.01 : u * 2.0, u == step % UNITS ? step * 0.01 : 0.0, u == step % UNITS ? "true" : "false");
    fprintf(out, "],\"health\":\"\",\"due\":[],\"nudges\":[],\"envelopes\":[],\"figures\":{");
    for (int f = 0; f < FIGURES; f++)
        fprintf(out, "%s\"U%d-%d\":[%.3f,%.3f,%.2f,0]", f ? "," : "", f / 13, f % 13, f * 0.17 + (f % 10 == step / 30 % 10 ? step * 0.003 : 0),
                f * 0.11, 90.0);
    fprintf(out, "}}");
    return fclose(out) == 0 ? text : NULL;
}

static double cpu_s(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + 1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

int main(int argc, char **argv) {
    int viewers = argc > 1 ? atoi(argv[1]) : 200;
    const double seconds = argc > 2 ? atof(argv[2]) : 30;
    web *w;
    fault fault = {""};
    web_options o = web_default_options();
    o.port = 0;
    if (viewers < 1 || viewers > VIEWERS_MAX || web_start(&o, &w, &fault) != STATUS_OK) {
        fprintf(stderr, "%s\n", fault.text[0] ? fault.text : "give 1 to 390 viewers");
        return 2;
    }
    for (int i = 0; i < WEB_LOG_MAX; i++) web_publish(w, "move", "{\"move\":1}", "{\"move\":1}");  // as late in a long game
    pid_t child = fork();
    if (child == 0) _exit(look_on(web_port(w), viewers, seconds) | fflush(stdout));
    nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
    const double begun_s = now_s(CLOCK_MONOTONIC), begun_cpu_s = cpu_s();
    double making_s = 0, setting_s = 0;
    int steps = 0, result;
    for (; now_s(CLOCK_MONOTONIC) - begun_s < seconds - 1; steps++) {
        const double t0 = now_s(CLOCK_THREAD_CPUTIME_ID);
        char *json = state_at(steps);
        const double t1 = now_s(CLOCK_THREAD_CPUTIME_ID);
        if (json) web_set(w, "state", json, json);
        free(json);
        making_s += t1 - t0;
        setting_s += now_s(CLOCK_THREAD_CPUTIME_ID) - t1;
        const double next_s = begun_s + (steps + 1) / (double)STATES_A_SECOND, wait_s = next_s - now_s(CLOCK_MONOTONIC);
        if (wait_s > 0) nanosleep(&(struct timespec){.tv_nsec = (long)(wait_s * 1e9)}, NULL);
    }
    const double share = (cpu_s() - begun_cpu_s - making_s) / (now_s(CLOCK_MONOTONIC) - begun_s);
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    waitpid(child, &result, 0);
    printf("serving takes %.1f %% of a core and %.0f MB; setting a state takes its caller %.3f ms\n", 100 * share, (double)u.ru_maxrss / 1024,
           1e3 * setting_s / steps);
    web_stop(w);
    return WIFEXITED(result) ? WEXITSTATUS(result) : 1;
}
