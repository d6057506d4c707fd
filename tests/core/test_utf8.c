// Which characters change what stands beside them, and that they are found and replaced wherever they stand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/utf8.h"

static const struct {
    const char *text;
    bool disruptive;
    const char *why;
} cases[] = {
    {"", false, "nothing"},
    {"Pikes 7", false, "ASCII"},
    {"Spie\xc3\x9f", false, "a letter of two bytes"},
    {"\xd7\xa9\xd7\x9c", false, "Hebrew letters: their direction is their own"},
    {"\xe2\x80\x94", false, "a dash, U+2014"},
    {"\xf0\x9f\x8f\xb9", false, "a bow, U+1F3F9"},
    {"\xc2\xa0", false, "the first character after C1, U+00A0"},
    {"a\nb", true, "a new line"},
    {"\x1b[31m", true, "an escape of the terminal"},
    {"\x7f", true, "DEL"},
    {"\xc2\x80", true, "C1 begins, U+0080"},
    {"\xc2\x85", true, "next line, U+0085"},
    {"\xc2\x9b", true, "the escape of C1, U+009B"},
    {"\xc2\x9f", true, "C1 ends, U+009F"},
    {"\xd8\x9c", true, "Arabic letter mark, U+061C"},
    {"\xe2\x80\x8d", false, "a joiner, U+200D"},
    {"\xe2\x80\x8e", true, "left-to-right mark, U+200E"},
    {"\xe2\x80\x8f", true, "right-to-left mark, U+200F"},
    {"\xe2\x80\x90", false, "a hyphen, U+2010"},
    {"\xe2\x80\xa7", false, "a point, U+2027"},
    {"\xe2\x80\xa8", true, "line separator, U+2028"},
    {"\xe2\x80\xa9", true, "paragraph separator, U+2029"},
    {"\xe2\x80\xaa", true, "an embedding, U+202A"},
    {"gpj.\xe2\x80\xae.", true, "an override, U+202E"},
    {"\xe2\x80\xaf", false, "a narrow blank, U+202F"},
    {"\xe2\x81\xa5", false, "before the isolates, U+2065"},
    {"\xe2\x81\xa6", true, "an isolate, U+2066"},
    {"\xe2\x81\xa9", true, "the end of isolates, U+2069"},
    {"\xe2\x81\xaa", false, "after the isolates, U+206A"},
    {"\xff\xe2\x80", false, "no UTF-8"},
    {"\xff\xe2\x80\xae", true, "an override behind what is no UTF-8"},
};

static void disruptive_characters_are_told(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (utf8_has_disruptive(cases[i].text) != cases[i].disruptive) fail_msg("%s", cases[i].why);
}

static void defused_text_has_none(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        snprintf(text, sizeof text, "%s", cases[i].text);
        utf8_defuse(text, '?');
        if (utf8_has_disruptive(text)) fail_msg("%s", cases[i].why);
        if (!cases[i].disruptive) assert_string_equal(text, cases[i].text);
    }
}

static void one_sign_stands_for_one_character(void **state) {
    (void)state;
    char text[] =
        "a\xe2\x80\xae"
        "b\xff\n\xc3\x9f\xc2\x85";
    utf8_defuse(text, '?');
    assert_string_equal(text, "a?b\xff?\xc3\x9f?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(disruptive_characters_are_told),
        cmocka_unit_test(defused_text_has_none),
        cmocka_unit_test(one_sign_stands_for_one_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
