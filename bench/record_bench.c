// vedette_bench_record -- what a record stands: kills, power cuts, failing disks, changed bits; its size, and the time that it takes.
// Usage: vedette_bench_record kills|powercuts|faults [N [FOLDER]] | bits [FOLDER] | long [FOLDER [keep]]. Games of seeds 1 to 20; N: times, 1,000
// unless given. Files go to FOLDER (/tmp unless given): the disk there is the one that is measured. Prints a table; exit code 1 where anything was
// lost.
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/record_long.h"
#include "bench/record_run.h"
#include "core/clock.h"
#include "record/record.h"
#include "tests/record/faults.h"

#define GAMES 20
#define PAUSE_US 300
#define LONGEST_S 0.05  // until a kill, where it waits for no line

typedef struct {
    long runs, announced, lost, unopened, different, incomplete;
} tally;

static char record_path[512];
static line_log undisturbed[GAMES];
static unsigned dice = 12345;

static double random_share(void) {
    dice = dice * 1664525u + 1013904223u;
    return (double)(dice >> 8) / (1 << 24);
}

static void remove_record(void) {
    static const char *const tails[] = {"",        "-wal",        "-shm",         "-journal",      ".part",
                                        ".synced", "-wal.synced", ".part.synced", ".part-journal", ".part-journal.synced"};
    for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
        char name[600];
        snprintf(name, sizeof name, "%s%s", record_path, tails[i]);
        unlink(name);
    }
}

// A child that plays the game; what it announces can be read from *out.
static pid_t start_game(int game, int fault_of, FILE **out) {
    int ends[2];
    if (pipe(ends) != 0) exit(2);
    pid_t child = fork();
    if (child < 0) exit(2);
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        int nowhere = open("/dev/null", O_WRONLY);
        if (fault_of >= 0) dup2(nowhere, STDERR_FILENO);
        setvbuf(stdout, NULL, _IOLBF, 0);
        if (fault_of > 0) faults_begin_after((fault_kind)fault_of, (int)(random_share() * 60));
        _exit(record_run_play(record_path, (unsigned)game + 1, PAUSE_US) ? 0 : 1);
    }
    close(ends[1]);
    *out = fdopen(ends[0], "r");
    return child;
}

// Reads announced lines until `lines` came (-1: any number) or the pipe ends; then the child is killed, and what it still wrote is read.
static void take_lines(FILE *in, pid_t child, long lines, line_log *said) {
    char line[65536];
    bool killed = lines == 0;
    if (killed) kill(child, SIGKILL);
    while (fgets(line, sizeof line, in)) {
        size_t n = strlen(line);
        if (n == 0 || line[n - 1] != '\n') continue;  // cut off by the kill: nobody could read it
        line[n - 1] = '\0';
        line_log_add(said, line);
        if (!killed && lines > 0 && said->count == lines) killed = kill(child, SIGKILL) == 0;
    }
}

static long count_missing(const line_log *said, const line_log *kept) {
    long missing = 0, at = 0;
    for (long i = 0; i < said->count; i++) {
        if (strstr(said->at[i], "\"kind\":\"recording\"") == said->at[i] + 1) continue;
        while (at < kept->count && strcmp(kept->at[at], said->at[i]) != 0) at++;
        missing += at == kept->count;
    }
    return missing;
}

static bool same(const line_log *a, const line_log *b) {
    if (a->count != b->count) return false;
    for (long i = 0; i < a->count; i++)
        if (strcmp(a->at[i], b->at[i]) != 0) return false;
    return true;
}

// What was announced is in the record; going on with it comes to the verdicts of a run that nothing disturbed.
static void judge_run(int game, const line_log *said, tally *t) {
    line_log kept = {0};
    bool cut;
    struct stat info;
    t->runs++;
    t->announced += said->count;
    if (stat(record_path, &info) != 0) {  // killed before there was a record: then nothing can have been announced
        t->lost += said->count;
        return;
    }
    if (!record_run_conclusions(record_path, &kept, &cut)) t->unopened++;
    t->lost += count_missing(said, &kept);
    line_log_clear(&kept);
    int how;
    FILE *out;
    pid_t child = start_game(game, -1, &out);
    line_log rest = {0};
    take_lines(out, child, -1, &rest);
    fclose(out);
    waitpid(child, &how, 0);
    line_log_clear(&rest);
    t->different += !record_run_conclusions(record_path, &kept, &cut) || !same(&kept, &undisturbed[game]);
    line_log_clear(&kept);
}

// Half of the kills come right behind an announced line, half at any moment.
static void kill_once(int game, bool power_cut, tally *t) {
    line_log said = {0};
    FILE *out;
    remove_record();
    pid_t child = start_game(game, 0, &out);
    if (random_share() < 0.5) {
        take_lines(out, child, 1 + (long)(random_share() * (double)undisturbed[game].count), &said);
    } else {
        double pause = random_share() * LONGEST_S;
        nanosleep(&(struct timespec){.tv_nsec = (long)(pause * 1e9)}, NULL);
        take_lines(out, child, 0, &said);
    }
    fclose(out);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    if (power_cut) faults_cut_power(record_path);
    judge_run(game, &said, t);
    line_log_clear(&said);
}

// A disk that fails somewhere and does not recover: what was announced before that was said is there.
static void fail_once(int game, fault_kind kind, tally *t) {
    line_log said = {0}, until_failure = {0};
    FILE *out;
    remove_record();
    pid_t child = start_game(game, (int)kind, &out);
    take_lines(out, child, -1, &said);
    fclose(out);
    waitpid(child, NULL, 0);
    for (long i = 0; i < said.count && !strstr(said.at[i], "\"state\":\"failing\""); i++) line_log_add(&until_failure, said.at[i]);
    t->incomplete += until_failure.count < said.count;
    judge_run(game, &until_failure, t);
    line_log_clear(&said);
    line_log_clear(&until_failure);
}

static bool tell(const char *what, const tally *t, double seconds) {
    printf("%-12s %6ld runs, %7ld lines announced, %ld lost; %ld records did not open; %ld went on to other verdicts", what, t->runs, t->announced,
           t->lost, t->unopened, t->different);
    if (t->incomplete > 0) printf("; %ld said that recording failed", t->incomplete);
    printf("; %.0f s\n", seconds);
    return t->lost == 0 && t->unopened == 0 && t->different == 0;
}

static bool run_kills(const char *what, int n) {
    tally t = {0};
    double began = clock_monotonic_s();
    bool power_cut = strcmp(what, "powercuts") == 0;
    if (power_cut) faults_keep_synced();
    for (int i = 0; i < n; i++) kill_once(i % GAMES, power_cut, &t);
    return tell(what, &t, clock_monotonic_s() - began);
}

static bool run_faults(int n) {
    static const struct {
        fault_kind kind;
        const char *name;
    } kinds[] = {{FAULT_FULL, "disk full"}, {FAULT_WRITE, "write fails"}, {FAULT_SHORT_WRITE, "short write"}, {FAULT_SYNC, "sync fails"}};
    bool good = true;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        tally t = {0};
        double began = clock_monotonic_s();
        for (int i = 0; i < n / 4; i++, random_share()) fail_once(i % GAMES, kinds[k].kind, &t);
        good &= tell(kinds[k].name, &t, clock_monotonic_s() - began);
    }
    return good;
}

// Each bit of a small closed record.
static bool run_bits(void) {
    struct stat info;
    long unnoticed = 0, elsewhere = 0, bits = 0;
    double began = clock_monotonic_s();
    FILE *out;
    remove_record();
    pid_t child = start_game(0, -1, &out);
    line_log said = {0};
    take_lines(out, child, -1, &said);
    fclose(out);
    waitpid(child, NULL, 0);
    line_log_clear(&said);
    int file = open(record_path, O_RDWR);
    if (file < 0 || fstat(file, &info) != 0) return false;
    for (off_t at = 0; at < info.st_size; at++)
        for (int bit = 0; bit < 8; bit++, bits++) {
            unsigned char b, flipped;
            char page[40];
            record_report report;
            if (pread(file, &b, 1, at) != 1) return false;
            flipped = (unsigned char)(b ^ 1 << bit);
            if (pwrite(file, &flipped, 1, at) != 1) return false;
            bool found = record_verify(record_path, &report, NULL) == STATUS_OK && report.damage_count > 0;
            snprintf(page, sizeof page, "(page %lld)", (long long)at / 4096 + 1);
            unnoticed += !found;
            elsewhere += found && !strstr(report.damage[0], page);
            if (pwrite(file, &b, 1, at) != 1) return false;
        }
    close(file);
    printf("bits         %ld flipped in %lld bytes: %ld not found, %ld found elsewhere; %.0f s\n", bits, (long long)info.st_size, unnoticed,
           elsewhere, clock_monotonic_s() - began);
    return unnoticed == 0 && elsewhere == 0;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "kills";
    bool counted = strcmp(what, "kills") == 0 || strcmp(what, "powercuts") == 0 || strcmp(what, "faults") == 0;
    int n = counted && argc > 2 ? atoi(argv[2]) : 1000;
    const char *folder = argc > (counted ? 3 : 2) ? argv[counted ? 3 : 2] : "/tmp";
    snprintf(record_path, sizeof record_path, "%s/vedette-bench-%d.vedette", folder, (int)getpid());
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!faults_install()) return 2;
    for (int i = 0; i < GAMES; i++)
        if (!record_run_undisturbed((unsigned)i + 1, &undisturbed[i])) return 2;
    bool good = strcmp(what, "faults") == 0 ? run_faults(n)
                : counted                   ? run_kills(what, n)
                : strcmp(what, "bits") == 0 ? run_bits()
                                            : record_long_run(record_path);
    if (argc > 3 && !counted && strcmp(argv[3], "keep") == 0)
        printf("kept: %s\n", record_path);
    else
        remove_record();
    for (int i = 0; i < GAMES; i++) line_log_clear(&undisturbed[i]);
    return good ? 0 : 1;
}
