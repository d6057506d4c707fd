// What of a line is public: findings of rules that are not announced are left out, and the ruling is that of what is left.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stream/public_view.h"

#define MOVE(ruling, findings) "{\"kind\":\"move\",\"move\":1,\"ruling\":\"" ruling "\",\"findings\":[" findings "]}"
#define ACT(ruling, findings) "{\"kind\":\"act\",\"ruling\":\"" ruling "\",\"findings\":[" findings "]}"
#define FINDING(ruling) "{\"ruling\":\"" ruling "\"}"
#define LOUD(ruling, how) "{\"ruling\":\"" ruling "\",\"behaviour\":\"" how "\"}"

static const struct {
    const char *why, *kind, *json;
    bool shadow;
    public_share share;
    const char *part;
} rows[] = {
    {"a legal move is whole", "move", MOVE("legal", FINDING("legal")), false, PUBLIC_ALL, NULL},
    {"an illegal one that is announced, too", "move", MOVE("illegal", FINDING("illegal")), false, PUBLIC_ALL, NULL},
    {"what is proposed is left out", "move", MOVE("illegal", LOUD("illegal", "propose")), false, PUBLIC_PART, MOVE("legal", "")},
    {"the gravest of what is left rules", "move", MOVE("illegal", FINDING("doubtful") "," LOUD("illegal", "log") "," FINDING("ask")), false,
     PUBLIC_PART, MOVE("ask", FINDING("doubtful") "," FINDING("ask"))},
    {"advice weighs nothing", "settled", MOVE("ask", FINDING("advisory") "," LOUD("ask", "log")), false, PUBLIC_PART,
     MOVE("legal", FINDING("advisory"))},
    {"an act without findings is none", "act", ACT("illegal", LOUD("illegal", "log")), false, PUBLIC_NOTHING, NULL},
    {"an act with one", "act", ACT("illegal", FINDING("illegal")), false, PUBLIC_ALL, NULL},
    {"an alert that is proposed", "alert", "{\"kind\":\"alert\",\"behaviour\":\"propose\"}", false, PUBLIC_NOTHING, NULL},
    {"an alert that is announced", "alert", "{\"kind\":\"alert\"}", false, PUBLIC_ALL, NULL},
    {"a duty of which the word is but said", "obligation", "{\"kind\":\"obligation\",\"message\":\"\\\"behaviour\\\"\"}", false, PUBLIC_ALL, NULL},
    {"what was left aside is the judge's", "aside", "{\"kind\":\"aside\"}", false, PUBLIC_NOTHING, NULL},
    {"the list of entries too", "entries", "{\"entries\":[]}", false, PUBLIC_NOTHING, NULL},
    {"a nudge is public", "nudge", "{\"kind\":\"nudge\"}", true, PUBLIC_ALL, NULL},
    {"in shadow no verdict is", "move", MOVE("legal", FINDING("legal")), true, PUBLIC_NOTHING, NULL},
    {"nor an alert", "alert", "{\"kind\":\"alert\"}", true, PUBLIC_NOTHING, NULL},
    {"nor a question", "ask", "{\"kind\":\"ask\"}", true, PUBLIC_NOTHING, NULL},
    {"nor a ruling on what nobody saw", "ruling", "{\"kind\":\"ruling\"}", true, PUBLIC_NOTHING, NULL},
    {"what can't be read is not passed on", "move", "{\"behaviour\"", false, PUBLIC_NOTHING, NULL},
};

static void each_sees_what_is_theirs(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *part;
        public_share share = public_view_of(rows[i].kind, rows[i].json, rows[i].shadow, &part);
        if (share != rows[i].share) fail_msg("%s: %d, not %d", rows[i].why, (int)share, (int)rows[i].share);
        if ((part != NULL) != (rows[i].part != NULL) || (part && strcmp(part, rows[i].part) != 0)) fail_msg("%s: %s", rows[i].why, part);
        free(part);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_sees_what_is_theirs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
