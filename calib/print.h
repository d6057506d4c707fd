// calib/print -- a game's markers, tags and rim codes, and the calibration board on paper at true size: lays them out on sheets and writes a PDF in
// vector graphics. It never changes the game.
//
// Units: millimetres on the sheet, x right and y down from its upper left corner. Threads: any, on different sheets.
#ifndef VEDETTE_CALIB_PRINT_H
#define VEDETTE_CALIB_PRINT_H

#include "calib/tag_bitmap.h"
#include "core/game.h"

typedef enum { PAPER_A4, PAPER_LETTER, PAPER_COUNT } print_paper;
typedef enum { PRINT_TABLE, PRINT_UNIT, PRINT_FIGURE, PRINT_DECLARATION } print_kind;

typedef struct {
    double x_mm, y_mm, width_mm, height_mm;
} print_box;

#define PRINT_NAME_MAX (GAME_ID_MAX + GAME_NAME_MAX + 2)

// A rim code as it is printed (docs/rim-code.md): the band on the outer 3 mm of a base's top.
typedef struct {
    int cells;  // 0: the marker is a tag
    uint64_t word;
    uint32_t dark_rgb, light_rgb;
    base base;
} print_rim;

// One marker on its sheet, its upper edge up: the front of a rim code.
typedef struct {
    print_kind kind;
    const marker *marker;  // the game's
    double size_mm;        // between the detected corners; of a rim code 0
    tag_bitmap tag;        // empty for a rim code
    print_rim rim;
    char name[PRINT_NAME_MAX];  // what it stands for
    bool front;                 // its upper edge points to the front of what it lies on: an arrow says so
    int sheet;                  // from 0
    print_box square;           // between the detected corners; of a rim code the box around the base's top
    print_box cut;              // the cut lines: at least one white cell around what is black; of a rim code the box around its outer one
    print_box slot;             // all that is printed for it
} print_item;

typedef struct {
    double width_mm, height_mm;  // of the paper
    const char *title;           // the game's
    print_item *items;           // item_count of them: table, units, figures, declarations, each as the game file orders them
    int item_count;
    int sheet_count;                            // the last one is the calibration board
    void (*drawn)(int64_t sheets, int64_t of);  // called by print_write_pdf after each sheet; may be NULL
} print_sheets;

// On each sheet, the 100 mm between the outer ticks of the check ruler begin here.
#define PRINT_RULER_X_MM 10.0
#define PRINT_RULER_FROM_BOTTOM_MM 8.0
#define PRINT_RULER_MM 100.0
// The board stands upright: 10 squares down and 7 across, in the middle of the sheet.
#define PRINT_BOARD_COLUMNS 9  // inner corners
#define PRINT_BOARD_ROWS 6
#define PRINT_BOARD_SQUARE_MM 25.0
// Edge of a declaration marker for which the game file states none.
#define PRINT_DECLARATION_MM 30.0

// Lays out every marker of g, which must outlive *out. A game without markers gives the board alone. Where it fails nothing is left to finish.
// STATUS_INVALID, naming the marker and a remedy: an unknown family or id, a marker or a base with a rim code larger than the sheet; STATUS_MEMORY,
// STATUS_EXTERNAL.
status print_layout(const game *g, print_paper paper, print_sheets *out, fault *fault);
void print_finish(print_sheets *p);
// Writes all sheets as PDF; "-" is standard output. STATUS_IO: path can't be written; STATUS_MEMORY, STATUS_EXTERNAL.
status print_write_pdf(const print_sheets *p, const char *path, fault *fault);

// By name, as "a4"; PAPER_COUNT for anything else.
print_paper print_paper_by_name(const char *name);
const char *print_paper_name(print_paper paper);  // "A4"

#endif
