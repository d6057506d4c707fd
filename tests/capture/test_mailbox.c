// The mailbox of live cameras, with a producer that is no camera.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>
#include <pthread.h>
#include <time.h>

#include "capture/mailbox.h"

static void the_newest_wins_and_the_others_are_counted(void **state) {
    (void)state;
    int pictures[5];
    mailbox *m = mailbox_create();
    mail got;
    assert_int_equal(mailbox_take(m, 0, NULL, &got), STATUS_TIMEOUT);
    assert_null(mailbox_put(m, &pictures[0]));
    assert_ptr_equal(mailbox_put(m, &pictures[1]), &pictures[0]);
    assert_ptr_equal(mailbox_put(m, &pictures[2]), &pictures[1]);
    assert_int_equal(mailbox_take(m, 0, NULL, &got), STATUS_OK);
    assert_ptr_equal(got.picture, &pictures[2]);
    assert_int_equal(got.sequence, 2);
    assert_int_equal(got.skipped, 2);
    assert_true(got.t_s >= 0 && got.t_s < 10);
    assert_int_equal(mailbox_take(m, 0, &pictures[2], &got), STATUS_TIMEOUT);
    assert_null(mailbox_put(m, &pictures[3]));  // the spent one was not taken over by a call that gave nothing
    assert_int_equal(mailbox_take(m, 0, &pictures[2], &got), STATUS_OK);
    assert_ptr_equal(got.picture, &pictures[3]);
    assert_int_equal(got.sequence, 3);
    assert_int_equal(got.skipped, 0);
    assert_ptr_equal(mailbox_put(m, &pictures[4]), &pictures[2]);
    mailbox_destroy(m);
    mailbox_destroy(NULL);
}

static void a_closed_box_gives_what_lies_in_it_and_ends(void **state) {
    (void)state;
    int picture;
    mailbox *m = mailbox_create();
    mail got;
    assert_false(mailbox_is_closed(m));
    mailbox_put(m, &picture);
    mailbox_close(m);
    assert_true(mailbox_is_closed(m));
    assert_int_equal(mailbox_take(m, 60, NULL, &got), STATUS_OK);
    assert_int_equal(mailbox_take(m, 60, NULL, &got), STATUS_END);
    assert_int_equal(mailbox_take(m, 60, NULL, &got), STATUS_END);
    mailbox_destroy(m);
}

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void an_empty_box_is_waited_for_as_long_as_asked(void **state) {
    (void)state;
    mailbox *m = mailbox_create();
    mail got;
    double before_s = now_s();
    assert_int_equal(mailbox_take(m, 0.2, NULL, &got), STATUS_TIMEOUT);
    assert_true(now_s() - before_s >= 0.2);
    mailbox_destroy(m);
}

enum { PICTURES = 20000, SIZE = 64 };

typedef struct {
    int number[SIZE];  // the same all over: a picture that is filled while it is looked at shows
} fake_picture;

typedef struct {
    mailbox *box;
    fake_picture pictures[3];
} fake_camera;

static void *produce(void *of) {
    fake_camera *c = of;
    fake_picture *filled = &c->pictures[0];
    int used = 1;
    for (int n = 0; n < PICTURES; n++) {
        for (int i = 0; i < SIZE; i++) filled->number[i] = n;
        filled = mailbox_put(c->box, filled);
        if (!filled && used == 3) return c;  // a fourth would be needed
        if (!filled) filled = &c->pictures[used++];
        if (n % 64 == 0) nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    }
    mailbox_close(c->box);
    return NULL;
}

static void three_pictures_are_enough_and_none_is_torn(void **state) {
    (void)state;
    fake_camera c = {.box = mailbox_create()};
    pthread_t camera;
    assert_int_equal(pthread_create(&camera, NULL, produce, &c), 0);
    mail got = {0};
    int64_t taken = 0, skipped = 0, last = -1;
    double last_t_s = 0;
    for (fake_picture *shown = NULL; mailbox_take(c.box, 60, shown, &got) == STATUS_OK; taken++) {
        shown = got.picture;
        assert_int_equal(got.sequence, last + 1 + got.skipped);
        for (int i = 0; i < SIZE; i++) assert_int_equal(shown->number[i], got.sequence);
        assert_true(got.t_s >= last_t_s);
        last = got.sequence;
        last_t_s = got.t_s;
        skipped += got.skipped;
    }
    void *short_of_pictures;
    pthread_join(camera, &short_of_pictures);
    assert_null(short_of_pictures);
    assert_int_equal(last, PICTURES - 1);
    assert_int_equal(taken + skipped, PICTURES);
    mailbox_destroy(c.box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_newest_wins_and_the_others_are_counted),
        cmocka_unit_test(a_closed_box_gives_what_lies_in_it_and_ends),
        cmocka_unit_test(an_empty_box_is_waited_for_as_long_as_asked),
        cmocka_unit_test(three_pictures_are_enough_and_none_is_torn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
