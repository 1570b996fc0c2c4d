// SPDX-License-Identifier: GPL-3.0-or-later
//
// Page geometry over OpenCV behind a C interface. The C++ stays inside; no exception crosses.
//
// Conventions
// - Images are 8 bits a channel, 1 (grey) or 3 (RGB, interleaved) channels, rows `stride` bytes apart,
//   row 0 at the top. The origin is the top-left corner of the top-left pixel, x to the right, y down, and pixel (i, j)
//   covers [i, i + 1) x [j, j + 1).
// - A homography is nine doubles, row-major, acting on column vectors (x, y, 1).
// - Angles are degrees; a positive angle is a clockwise turn as seen on the page.
// - Every function returns 0 on success; otherwise a non-zero status, with the reason in `error`.
#ifndef DOCSCAN_CVISION_H
#define DOCSCAN_CVISION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A view of pixels that somebody else owns.
typedef struct {
    uint8_t *pixels;
    int32_t width;
    int32_t height;
    int32_t channels;
    int64_t stride;
} VisionImage;

/// Why a call failed, as a zero-terminated sentence.
typedef struct {
    char message[256];
} VisionError;

/// Four corners in pixels, clockwise from the page's top-left corner: x0, y0, x1, y1, x2, y2, x3, y3.
typedef struct {
    double corners[8];
    /// 0 to 1: how sure it is that this is the outline of a sheet of paper.
    double confidence;
    /// 0 to 1: how sure it is that the sheet ends at each side: the upper, the right, the lower, the left one.
    double sides[4];
} VisionQuad;

/// A turn in degrees and how sure it is, 0 to 1.
typedef struct {
    double degrees;
    double confidence;
} VisionAngle;

/// Evidence for each quarter turn of a page.
typedef struct {
    /// 0 to 1: how sure it is that text lines run across the image (1), or down it (0). 0.5 knows nothing.
    double horizontal;
    /// 0 to 1: for lines that run across the image, how sure it is that they are upright (1) or upside down (0),
    /// from the asymmetry of ascenders and descenders. When the lines run down the image it is judged after a clockwise
    /// quarter turn of the image.
    double upright;
    /// 0 to 1: whether the marks stand side by side as letters do (1), or also above one another as in Han and Hangul
    /// (0), where `upright` knows nothing.
    double alphabetic;
    /// How many text lines the evidence rests on.
    int32_t lines;
} VisionTurnEvidence;

/// A text line in pixels of the page that was read.
typedef struct {
    /// Its outline with room for ascenders and descenders, clockwise: x0, y0, x1, y1, x2, y2, x3, y3. The first edge is
    /// the upper one; for lines that run down the image it is after a clockwise quarter turn.
    double corners[8];
    /// How many marks on it are like letters in size.
    int32_t letters;
} VisionTextLine;

/// What was read of a page's writing.
typedef struct VisionText VisionText;

/// A regular grid over a corrected page: for each node its place on the page before the correction, in pixels. Between
/// the nodes it is read with bilinear interpolation. Places may lie outside the page before the correction.
typedef struct {
    /// At least 2 each. The nodes span the whole corrected page, from its first to its last edge.
    int32_t columns;
    int32_t rows;
    /// Of the corrected page, in pixels.
    double width;
    double height;
    /// columns * rows * 2 numbers that the caller owns, row by row: x, y.
    double *points;
} VisionMesh;

/// A rectangle in pixels.
typedef struct {
    double left;
    double top;
    double right;
    double bottom;
    /// 0 to 1.
    double confidence;
} VisionBox;

/// The line on which two facing pages meet, from the image's top edge to its bottom edge.
typedef struct {
    double topX;
    double bottomX;
    /// 0 to 1: how sure it is that the image shows two pages side by side.
    double confidence;
} VisionGutter;

/// Whether a page carries anything.
typedef struct {
    /// 0 to 1: how sure it is that nothing was written or printed on the page.
    double confidence;
    /// Share of the page that is covered with ink, 0 to 1.
    double ink;
} VisionBlank;

/// What can be done to clean a page; a set of these.
enum {
    VISION_CLEAN_ILLUMINATION = 1,
    VISION_CLEAN_SHOW_THROUGH = 2,
    VISION_CLEAN_SPECKS = 4,
    VISION_CLEAN_WHITE_PAPER = 8,
};

/// How well a page was photographed or scanned.
typedef struct {
    /// The width of the letters' edges as a share of the letters' height; 0 if there are none.
    double blur;
    /// The difference of ink and paper, 0 to 1.
    double contrast;
    /// Share of the page that reflects light, 0 to 1.
    double glare;
    /// Share of the text lines that are cut off at the left or right edge, 0 to 1.
    double clipped;
    /// Middle height of the letters in pixels of the page; 0 if there are none.
    double letterHeight;
} VisionQuality;

/// A straight line that was drawn or printed, in pixels: from its left or upper end to the other one.
typedef struct {
    double startX;
    double startY;
    double endX;
    double endY;
    /// How thick it is.
    double width;
} VisionRule;

/// A line of text that a network found, in pixels of the picture that it saw.
typedef struct {
    /// Its outline, clockwise from the upper left as the picture stands: x0, y0, x1, y1, x2, y2, x3, y3. It may lie a
    /// little outside of the picture.
    double corners[8];
    /// The mean probability within it, 0 to 1.
    double confidence;
} VisionFoundLine;

/// A character that a network read on a line.
typedef struct {
    /// Its class, from 1.
    int32_t number;
    /// The first and the last of the places along the line at which it was read, from 0.
    int32_t first;
    int32_t last;
    /// 0 to 1.
    float confidence;
    /// The likeliest other class there, 0 for none, and its confidence.
    int32_t other;
    float otherConfidence;
} VisionCharacter;

/// Version of the OpenCV library, such as "4.6.0".
const char *vision_opencv_version(void);

/// Resamples `source` into `target` (whose pixels the caller allocated) through a homography that maps source to target.
/// Areas outside the source are filled with `fill` (first `channels` values), or, if that is null, with the source's
/// nearest pixels, for images that are looked at and not shown. Reduces with an area filter, otherwise
/// interpolates with a cubic, so text keeps its sharpness.
int vision_warp(VisionImage source, const double sourceToTarget[9], VisionImage target, const uint8_t fill[3],
                VisionError *error);

/// Resamples `source` into `target` once, through the homography `sourceToPage` onto the page before the mesh, the
/// mesh, and the homography `pageToTarget` from the page that the mesh corrected. Filters and fills like vision_warp.
/// Beyond the corrected page the mesh goes on like at the nearest point of its edge.
int vision_warp_mesh(VisionImage source, const double sourceToPage[9], VisionMesh mesh, const double pageToTarget[9],
                     VisionImage target, const uint8_t fill[3], VisionError *error);

/// Finds the one sheet of paper in a photograph. `quad->confidence` is 0 when there is none, or when the image is a flat
/// scan already; corners may lie slightly outside the image when a corner is out of frame. `lines` are `count` lines of text
/// in the image, of eight numbers each, as the corners of a VisionTextLine: no outline that has none of them within it, or
/// that runs through them, is likely to be the sheet's.
int vision_find_page(VisionImage source, const double *lines, int32_t count, VisionQuad *quad, VisionError *error);

/// Finds slips of paper side by side on a scanner's bed, and how many there are: from the top down, and from left to right where
/// they lie side by side; none if there are more than `capacity`. Each has text on it: `lines` are as in vision_find_page.
/// The corners are those of rectangles, as sure as each other, clockwise from the upper left.
int vision_find_slips(VisionImage source, const double *lines, int32_t lineCount, VisionQuad *quads, int32_t capacity,
                      int32_t *count, VisionError *error);

/// Reads the writing of a page; the answers below then cost next to nothing. `*text` must be given to vision_text_free.
/// A page may be turned by quarter turns afterwards: skew and height stay what they were.
int vision_read_text(VisionImage source, VisionText **text, VisionError *error);

/// Frees what vision_read_text made; NULL is fine.
void vision_text_free(VisionText *text);

/// Skew of the text lines within ±maximumAngle (45 at most): positive when lines run downwards to the right. For lines
/// that run down the image it is their turn from the vertical, and so the same as after a quarter turn of the page. More
/// than 15 degrees are only believed where next to no writing lies along the page's edges: else it is a watermark.
int vision_text_skew(const VisionText *text, double maximumAngle, VisionAngle *skew, VisionError *error);

/// Evidence for the page's quarter turn from its text lines alone, without recognition.
int vision_text_turn(const VisionText *text, VisionTurnEvidence *evidence, VisionError *error);

/// How many marks the page has that may be letters, and how many of them stand on lines of at least four.
int vision_text_marks(const VisionText *text, int32_t *marks, int32_t *on_lines, VisionError *error);

/// Middle height of the letters in pixels, 0 if there are none.
int vision_text_height(const VisionText *text, double *height, VisionError *error);

/// Fills in up to `capacity` text lines, those that recognition can judge best first, and how many it filled in.
int vision_text_lines(const VisionText *text, VisionTextLine *lines, int32_t capacity, int32_t *count,
                      VisionError *error);

/// Fills in up to `capacity` lines that are writing for certain, each from its first mark to its last, and how many it filled
/// in.
int vision_text_writing(const VisionText *text, VisionTextLine *lines, int32_t capacity, int32_t *count,
                        VisionError *error);

/// What a correction has to keep so that no text is lost. `pageToTarget` maps the page that was read to a rectangle with
/// its top-left corner at the origin. `room` is that rectangle, widened to hold every line of writing, and `cut` is the
/// number of lines that reached beyond it. The room is infinite where a line is beyond the homography's horizon.
/// `sides` says how sure it is that the sheet ends at each side of the rectangle, as in VisionQuad: what lies wholly beyond
/// a sure one is written on something else.
int vision_text_room(const VisionText *text, const double pageToTarget[9], double width, double height,
                     const double sides[4], VisionBox *room, int32_t *cut, VisionError *error);

/// Finds how a page is curled or folded from the curvature of its text lines, which ran across the image that was read.
/// The caller sets the mesh's `columns` and `rows` and allocates `points`; points, width and height are filled in,
/// with a mesh that changes nothing where `confidence` (0 to 1) is 0: the page is flat, or there are too few lines.
/// `bend` is the largest displacement in pixels, among the text, that the mesh removes and no homography could.
int vision_find_curl(const VisionText *text, VisionMesh *mesh, double *bend, double *confidence, VisionError *error);

/// Typical grey value of the paper (0 to 255 in each channel), for filling what a correction uncovers.
int vision_paper_colour(VisionImage source, uint8_t colour[3], VisionError *error);

/// Finds the paper within the dark borders of a flat scan. Only border is ever outside of the box: paper that lies
/// askew keeps the wedges of border at its corners. Confidence is 0, and the box is the whole image, when there is
/// nothing to cut.
int vision_find_paper(VisionImage source, VisionBox *paper, VisionError *error);

/// Paints what is left of borders, and punch holes, with the colour of the paper next to them, in place. `dpi` is the
/// image's resolution, 0 when it is not known.
int vision_fill_border(VisionImage image, double dpi, VisionError *error);

/// Finds the gutter of an open book or spread of two pages side by side, upright or askew by a few degrees. Confidence
/// is 0 when the image is one page. The line runs through empty paper only.
int vision_find_gutter(VisionImage source, VisionGutter *gutter, VisionError *error);

/// Judges whether a page is blank. `dpi` is the image's resolution, 0 when it is not known.
int vision_blank(VisionImage source, double dpi, VisionBlank *blank, VisionError *error);

/// Says which of the steps of cleaning in `steps` a page needs; a page that is fine needs none.
/// `text` is what was read of the same image.
int vision_cleaning_needed(VisionImage source, const VisionText *text, uint32_t *steps, VisionError *error);

/// Makes the paper of a page white all over, in place; what is no paper keeps its tones beside it. `text` is what was read of the
/// same page at any scale.
int vision_even_light(VisionImage image, const VisionText *text, VisionError *error);

/// Cleans a page in place.
int vision_clean(VisionImage image, uint32_t steps, VisionError *error);

/// Measures how well a page was taken: blur and contrast in `source`, all else in `view`, a smaller image of the same.
int vision_quality(VisionImage source, VisionImage view, VisionQuality *quality, VisionError *error);

/// Finds straight lines across and down an image that is level, such as those of tables: fills in up to `capacity` of them, those
/// across first, and how many it filled in. They are thin, and longer than strokes of letters, which are `letterHeight` pixels high,
/// 0 if that is not known.
int vision_find_rules(VisionImage source, double letterHeight, VisionRule *rules, int32_t capacity, int32_t *count,
                      VisionError *error);

/// Separates a page into layers (mixed raster content, ITU-T T.44): `mask` is 0 if a letter or line is and 255
/// elsewhere, `foreground` has the colours of the ink, `background` all the rest; what one layer lacks is filled in from
/// around it. The caller allocates them: the mask with one channel and a whole multiple of the page's size, the other two
/// with the page's channels and any size. `letterHeight` is the middle height of the page's letters in pixels, and
/// `share` becomes the share of the page that is ink, 0 to 1.
int vision_separate(VisionImage source, double letterHeight, VisionImage mask, VisionImage background,
                    VisionImage foreground, double *share, VisionError *error);

/// What something to be filled in looks like.
typedef enum {
    VISION_SQUARE,
    VISION_CIRCLE,
    /// Equal cells in a row, for letters.
    VISION_COMB,
} VisionCheckBoxShape;

/// A box or circle to check, or a comb.
typedef struct {
    double x, y, width, height;
    VisionCheckBoxShape shape;
    /// The share of its inside that is ink, 0 to 1.
    double fill;
    /// The number of its cells.
    int32_t cells;
    /// Strokes run through it and out at two sides: whether they check it or take a mark back cannot be seen.
    int32_t isStruck;
} VisionCheckBox;

/// Finds what is to be checked or filled in on a page with so many pixels an inch: fills in up to `capacity` of them, and how many
/// it filled in. Nothing in the `wordCount` words (x, y, width, height of each) is a box.
int vision_check_boxes(VisionImage image, double dpi, const double *words, int32_t wordCount, VisionCheckBox *boxes,
                       int32_t capacity, int32_t *count, VisionError *error);

/// Draws a line through `count` points (x, y), back to the first one if it is closed.
int vision_draw(VisionImage image, const double *points, int32_t count, int32_t isClosed, const uint8_t colour[3],
                int32_t thickness, VisionError *error);

/// Makes a smaller grey image of the source, by averaging: `target` is not larger in either direction.
int vision_reduce(VisionImage source, VisionImage target, VisionError *error);

/// Turns and mirrors the source as its EXIF orientation wants it shown, 2 to 8, into a target of the size that it has then.
int vision_orient(VisionImage source, int32_t orientation, VisionImage target, VisionError *error);

/// Makes the numbers that a network takes of a picture: `width` × `height` for each of blue, green and red, resampled,
/// less `mean` and divided by `deviation` of the channel (0 is black and 1 white).
int vision_tensor(VisionImage source, int32_t width, int32_t height, const float mean[3], const float deviation[3],
                  float *tensor, VisionError *error);

/// The same for what lies within four corners, clockwise from the upper left of the text, made level; the rest of
/// `paddedWidth` columns is 0.
int vision_line_tensor(VisionImage source, const double corners[8], int32_t width, int32_t height, int32_t paddedWidth,
                       const float mean[3], const float deviation[3], float *tensor, VisionError *error);

/// Finds lines in the probabilities that pixels belong to the middle of one (`width` × `height`, 0 to 1): fills in up to
/// `capacity` of them, and how many it filled in.
int vision_found_lines(const float *probabilities, int32_t width, int32_t height, VisionFoundLine *lines,
                       int32_t capacity, int32_t *count, VisionError *error);

/// Reads the characters of a line from the probabilities of `classes` classes at each of `steps` places along it, of which
/// the first class is none: fills in up to `capacity` characters, and how many it filled in. Only classes count for which
/// `allowed`, of `classes` bytes, is not 0; all do if it is null.
int vision_characters(const float *probabilities, int32_t steps, int32_t classes, const uint8_t *allowed,
                      VisionCharacter *characters, int32_t capacity, int32_t *count, VisionError *error);

#ifdef __cplusplus
}
#endif

#endif
