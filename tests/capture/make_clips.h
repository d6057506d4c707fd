// tests/capture/make_clips -- writes clips that OpenCV's writer can't write: of changing size, with sound alone, turned, with uneven times.
#ifndef VEDETTE_TESTS_CAPTURE_MAKE_CLIPS_H
#define VEDETTE_TESTS_CAPTURE_MAKE_CLIPS_H

#include <stdbool.h>

typedef struct {
    int width, height;
    int left, right;  // gray levels of the picture's halves
    int t_ms;
} clip_picture;

// Encodes each picture by the codec that libavcodec calls so and puts it into the container of the path's ending. A picture of another size than the
// one before begins a new encoding within the same stream, as a camera that changes its mode does. quarter_turns: clockwise, to be made by a player.
bool make_clip_of(const char *path, const char *codec, const clip_picture *pictures, int count, int quarter_turns);
// A second of silence.
bool make_sound(const char *path);

#endif
