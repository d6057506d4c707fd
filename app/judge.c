// vedette judge: reads an event stream and writes each verdict as soon as it is known, or what a correction of it changes; or judges a record again.
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/amend.h"
#include "app/cli.h"
#include "app/judge_flips.h"
#include "app/judge_record.h"
#include "app/judging.h"
#include "app/lines.h"
#include "app/options.h"
#include "core/plural.h"

typedef struct {
    const char *game, *events, *amend, *record, *move, *by;
    text_list house_rules;
    bool states, strict, quiet, flips;
} judge_arguments;

static status judge_lines(judging *j, line_reader *lines, fault *fault) {
    const char *line;
    size_t length;
    status result = STATUS_OK;
    while (!cli_signal() && (result = lines_next(lines, &line, &length)) == STATUS_OK) {
        struct fault wrong = {""};
        result = judging_line(j, line, length, lines->name, lines->number, &wrong);
        if (result == STATUS_INVALID)
            judging_skip(j, &wrong);
        else if (result != STATUS_OK)
            return fault_set(fault, result, "%s:%ld: %s", lines->name, lines->number, wrong.text);
    }
    if (!cli_signal() && result == STATUS_IO)
        return fault_set(fault, STATUS_IO, "%s: reading failed after line %ld: %s", lines->name, lines->number, strerror(errno));
    return judging_finish(j, fault);
}

static status judge_stream(const judge_arguments *a, const game *g, amend_result *out, fault *fault) {
    judging j;
    line_reader lines = {0};
    status result = judging_begin(&j, g, (judging_options){.states = a->states, .notes = !a->quiet}, fault);
    if (result != STATUS_OK) return result;
    result = lines_open(&lines, a->events, STREAM_LINE_MAX, fault);
    if (result == STATUS_OK) {
        cli_catch_signals();
        result = judge_lines(&j, &lines, fault);
    }
    *out = (amend_result){.tally = session_count(j.session), .bad = j.bad};
    lines_close(&lines);
    judging_end(&j);
    return result;
}

static void sum_up(const judge_arguments *a, const amend_result *r) {
    if (a->record && !a->amend && !a->flips) cli_message("%s: judged again: %ld of what was said changed", a->record, r->changed);
    if (a->amend) cli_message("%ld of what was said changed", r->changed);
    session_tally t = r->tally;
    cli_message("%d move%s judged, %d illegal, %d doubtful, %d to ask about; %d act%s, %d illegal, %d advisory; %ld bad line%s skipped", t.moves,
                plural_s(t.moves), t.illegal, t.doubtful, t.ask, t.acts, plural_s(t.acts), t.illegal_acts, t.advice, r->bad, plural_s(r->bad));
}

static bool in_order(const judge_arguments *a, const amend_result *r) {
    bool changed = a->record && !a->amend && r->changed > 0, illegal = a->strict && r->tally.illegal + r->tally.illegal_acts > 0;
    return r->bad == 0 && !changed && !illegal;
}

// The exit code of what was judged.
static int conclude(const judge_arguments *a, status result, const amend_result *r, const fault *fault) {
    int code = result != STATUS_OK ? cli_fail(result, fault) : in_order(a, r) ? EXIT_DONE : EXIT_NOT_IN_ORDER;
    if (result == STATUS_OK && !a->quiet) sum_up(a, r);
    return cli_signal() ? 128 + cli_signal() : cli_finish_output(code);
}

static int judge_events(const judge_arguments *a) {
    game *g = NULL;
    fault fault = {""};
    amend_result r = {0};
    status result = cli_read_game(a->game, &g, &fault);
    if (result == STATUS_OK) result = judging_check_rules(g, a->game, &fault);
    if (result == STATUS_OK) result = a->amend ? amend_judge(g, a->events, a->amend, a->quiet, &r, &fault) : judge_stream(a, g, &r, &fault);
    int code = conclude(a, result, &r, &fault);
    game_destroy(g);
    return code;
}

// Why the arguments don't fit a record; NULL: they do.
static const char *misfit(const judge_arguments *a, int move) {
    if (a->states || strcmp(a->events, "-") != 0) return "a record has its own events: leave --events and --states away";
    if (a->amend && (a->game || a->house_rules.count > 0)) return "--amend corrects what happened: leave --game and --option away";
    if (a->amend && a->flips) return "--amend and --flips exclude each other";
    if (a->by && !a->amend) return "--by names who makes the corrections of --amend";
    if (a->move && !a->flips) return "--move names a move, with --flips";
    return move < 0 ? "--move: the number of a move is wanted" : NULL;
}

// The number of a move; 0: none was given, -1: it is none.
static int read_move(const char *text) {
    char *end;
    if (!text) return 0;
    long n = strtol(text, &end, 10);
    return *text && !*end && n > 0 && n <= INT_MAX ? (int)n : -1;
}

static int judge_again(judge_arguments *a, int argc, char **argv) {
    fault fault = {""};
    amend_result r = {0};
    if (optind + 1 < argc) return cli_misused("judge", "%s is too much: one record at a time", argv[optind + 1]);
    int move = read_move(a->move);
    if (misfit(a, move)) return cli_misused("judge", "%s", misfit(a, move));
    a->record = argv[optind];
    judge_record_request q = {a->record, a->game, &a->house_rules, a->amend, a->by, a->quiet};
    status result = a->flips ? judge_flips(&q, move, &r, &fault) : judge_record(&q, &r, &fault);
    return conclude(a, result, &r, &fault);
}

static const char amend_help[] =
    "judge the events as they are and as corrected, and list what changed; FILE has one JSON object a line:\n"
    "  {\"line\":12,\"event\":{...}}   this event in the place of line 12\n"
    "  {\"line\":12,\"delete\":true}   line 12 left out\n"
    "  {\"after\":12,\"event\":{...}}  this event after line 12 (0: before the first)\n"
    "An event without \"t\" has that of the line named. A line comes out for each move, act, alert and obligation that differs:\n"
    "  {\"kind\":\"change\",\"of\":..,\"t\":..,\"unit\":..,\"was\":{...},\"is\":{...}}, null where there is none,\n"
    "then {\"kind\":\"amended\",\"moves\":..,\"changed\":..}.\n"
    "Of a record, events are named by their rows: {\"row\":12,...}, {\"after\":12,...}; corrections and changes are added to it";
static const char flips_help[] =
    "of a record: what would change each illegal, doubtful or asked verdict, or a legal one near its limit, found by judging the move again:\n"
    "  {\"kind\":\"flip\",\"move\":4,\"rule\":..,\"of\":\"rate\",\"legal_at\":12.6,\"is\":12,\"text\":\"legal if the rate were 12.6\\\"\"}";

int command_judge(int argc, char **argv) {
    judge_arguments a = {.events = "-"};
    const option_row options[] = {
        {"game", "FILE", "the roster and the ruleset; a record has its own, and is judged by this one instead", OPTION_SETS_TEXT, &a.game},
        {"events", "FILE", "the events, one JSON object a line (default: standard input)", OPTION_SETS_TEXT, &a.events},
        {"states", NULL, "with a state line after each move", OPTION_SETS_FLAG, &a.states},
        {"strict", NULL, "exit with 1 where a move was illegal", OPTION_SETS_FLAG, &a.strict},
        {"amend", "FILE", amend_help, OPTION_SETS_TEXT, &a.amend},
        {"by", "NAME", "who makes the corrections of a record", OPTION_SETS_TEXT, &a.by},
        {"option", "NAME=VALUE", "judge a record by this house rule; `vedette rules --json` lists them", OPTION_ADDS_TEXT, &a.house_rules},
        {"flips", NULL, flips_help, OPTION_SETS_FLAG, &a.flips},
        {"move", "N", "the flips of this move alone", OPTION_SETS_TEXT, &a.move},
        {"quiet", NULL, "no words on standard error but bad lines", OPTION_SETS_FLAG, &a.quiet},
        {0}};
    int code;
    if (!options_read("judge", argc, argv, options, &code)) return code;
    if (optind < argc) return judge_again(&a, argc, argv);
    if (!a.game) return cli_misused("judge", "needs --game, or a record");
    if (a.by || a.house_rules.count > 0 || a.flips || a.move) return cli_misused("judge", "--by, --option, --flips and --move are for a record");
    if (a.amend && a.states) return cli_misused("judge", "--states and --amend exclude each other");
    if (a.amend && strcmp(a.amend, "-") == 0 && strcmp(a.events, "-") == 0)
        return cli_misused("judge", "events and corrections can't both come from standard input");
    return judge_events(&a);
}
