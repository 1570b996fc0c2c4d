// SPDX-License-Identifier: GPL-3.0-or-later
//
// Page geometry with OpenCV behind a C interface. C++ types and exceptions don't cross this boundary.
//
// Conventions
// - Images have 8 bits per channel and 1 (grayscale) or 3 (interleaved RGB) channels. Rows are `stride` bytes apart, with row 0 at the top. The
//   origin is the top-left corner of the top-left pixel, x increases to the right and y downwards. Pixel (i, j) covers [i, i + 1) x [j, j + 1).
// - A homography consists of nine doubles in row-major order, which act on column vectors (x, y, 1).
// - Angles are in degrees. A positive angle is a clockwise rotation as seen on the page.
// - Confidences are probabilities from 0 to 1.
// - Each function returns 0 on success. Otherwise, it returns a non-zero status and stores the reason in `error`.
#ifndef DOCSCAN_CVISION_H
#define DOCSCAN_CVISION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A view of pixels that the caller owns.
typedef struct {
    uint8_t *pixels;
    int32_t width;
    int32_t height;
    int32_t channels;
    int64_t stride;
} VisionImage;

/// The reason for a failure, as a zero-terminated sentence.
typedef struct {
    char message[256];
} VisionError;

/// The four corners of a sheet in pixels, clockwise from its top left: x0, y0, x1, y1, x2, y2, x3, y3.
typedef struct {
    double corners[8];
    /// The confidence that this is the outline of a sheet of paper.
    double confidence;
    /// The confidence that the sheet ends at the upper, right, lower, and left side.
    double sides[4];
    /// 1 if a more likely outline was rejected because of the text lines, which may be the pattern of a cloth.
    int32_t is_disputed;
} VisionQuad;

/// An angle in degrees with its confidence.
typedef struct {
    double degrees;
    double confidence;
} VisionAngle;

/// The evidence for the rotation of a page by quarter turns.
typedef struct {
    /// The probability that text lines are horizontal in the image. 0 means vertical, and 0.5 means unknown.
    double horizontal;
    /// The probability that horizontal lines are upright instead of upside down, from the asymmetry of ascenders and descenders. For vertical lines,
    /// the image is first rotated clockwise by a quarter turn.
    double upright;
    /// Whether marks are side by side like letters (1), or also above each other like strokes of Han and Hangul characters (0). For 0, `upright` has
    /// no meaning.
    double alphabetic;
    /// The number of text lines that contributed.
    int32_t lines;
} VisionTurnEvidence;

/// A text line, in pixels of the page.
typedef struct {
    /// The outline with room for ascenders and descenders, clockwise: x0, y0, x1, y1, x2, y2, x3, y3. The first edge is the upper one. For a vertical
    /// line, this refers to the image after a clockwise quarter turn.
    double corners[8];
    /// The number of marks that have the size of letters.
    int32_t letters;
} VisionTextLine;

/// The writing that was found on a page.
typedef struct VisionText VisionText;

/// A regular grid over a corrected page. Each node stores its position on the page before the correction, in pixels. Positions between nodes are
/// interpolated bilinearly. Positions can be outside the page before the correction.
typedef struct {
    /// The number of nodes per row and per column, at least 2 each. The nodes span the whole corrected page.
    int32_t columns;
    int32_t rows;
    /// The size of the corrected page, in pixels.
    double width;
    double height;
    /// The positions x, y of all nodes, row by row: columns * rows * 2 numbers in the caller's memory.
    double *points;
} VisionMesh;

/// An upright rectangle, in pixels.
typedef struct {
    double left;
    double top;
    double right;
    double bottom;
    /// The confidence, from 0 to 1.
    double confidence;
} VisionBox;

/// The line between two facing pages, from the top edge of the image to its bottom edge.
typedef struct {
    double topX;
    double bottomX;
    /// The confidence that the image shows two pages side by side.
    double confidence;
} VisionGutter;

/// The evidence that a page is blank.
typedef struct {
    /// The confidence that nothing is written or printed on the page.
    double confidence;
    /// The fraction of the page that is covered with ink, from 0 to 1.
    double ink;
} VisionBlank;

/// The cleaning steps, which can be combined as bits.
enum {
    VISION_CLEAN_ILLUMINATION = 1,
    VISION_CLEAN_SHOW_THROUGH = 2,
    VISION_CLEAN_SPECKS = 4,
    VISION_CLEAN_WHITE_PAPER = 8,
};

/// The quality of a photo or scan.
typedef struct {
    /// The width of the letters' edges as a fraction of the letters' height, or 0 if there are no letters.
    double blur;
    /// The difference in brightness between ink and paper, from 0 to 1.
    double contrast;
    /// The fraction of the page that reflects light, from 0 to 1.
    double glare;
    /// The fraction of the text lines that are cut off at the left or right edge, from 0 to 1.
    double clipped;
    /// The median height of the letters in pixels of the page, or 0 if there are none.
    double letterHeight;
} VisionQuality;

/// A straight line that is drawn or printed, in pixels, from its left or upper end to the other one.
typedef struct {
    double startX;
    double startY;
    double endX;
    double endY;
    /// The thickness, in pixels.
    double width;
} VisionRule;

/// A text line that a network found, in pixels of the network's input.
typedef struct {
    /// The outline, clockwise from the upper left of the picture: x0, y0, x1, y1, x2, y2, x3, y3. Corners can be slightly outside the picture.
    double corners[8];
    /// The mean probability of the pixels in the outline, from 0 to 1.
    double confidence;
} VisionFoundLine;

/// A character that a network read on a line.
typedef struct {
    /// The class of the character, counting from 1.
    int32_t number;
    /// The first and last position along the line at which the character was read, counting from 0.
    int32_t first;
    int32_t last;
    /// The confidence, from 0 to 1.
    float confidence;
    /// The second most likely class with its confidence, or 0 if there is none.
    int32_t other;
    float otherConfidence;
} VisionCharacter;

/// A part of a resampled picture: its upper left corner in the whole picture, and the whole picture's size.
typedef struct VisionPart {
    int32_t x, y;
    int32_t wholeWidth, wholeHeight;
} VisionPart;

/// Returns the version of the OpenCV library, such as "4.6.0".
const char *vision_opencv_version(void);

/// Resamples `source` into `target` with a homography from source to target. The caller allocates the pixels of `target`. Areas outside the source
/// are filled with the first `channels` values of `fill`. If `fill` is null, they are filled with the nearest source pixels, which is suitable for
/// images that aren't shown to users. Downscaling uses an area filter, otherwise the interpolation is bicubic, so text remains sharp.
///
/// `target` contains the pixels from `part` on, which are the same as in the whole picture. Other pixels are hardly computed.
int vision_warp(VisionImage source, const double sourceToTarget[9], VisionImage target, VisionPart part,
                const uint8_t fill[3], VisionError *error);

/// Compares the next pictures that vision_warp resamples with OpenCV's own. A process starts with three.
void vision_check_cubic(int32_t pictures);

/// Returns whether a resampled picture differed from OpenCV's own, which is used in that case.
int vision_cubic_differs(void);

/// Resamples `source` into `target` in a single step: with the homography `sourceToPage` to the page before the mesh, the mesh, and the homography
/// `pageToTarget` from the page after the mesh. The filters, `part`, and `fill` are those of vision_warp. Outside the corrected page, the mesh continues like
/// at the nearest point of its edge.
int vision_warp_mesh(VisionImage source, const double sourceToPage[9], VisionMesh mesh, const double pageToTarget[9],
                     VisionImage target, VisionPart part, const uint8_t fill[3], VisionError *error);

/// Finds the sheet of paper in a photo. `quad->confidence` is 0 if there is none, or if the image is a flat scan. Corners that are out of frame can
/// be slightly outside the image. `lines` contains the corners of `count` text lines, eight numbers each, as in VisionTextLine. An outline that
/// contains no text line, or that intersects some, is unlikely to be the sheet. `areExact` says whether the directions of the lines hold in a strong
/// perspective, as those that a network finds.
int vision_find_page(VisionImage source, const double *lines, int32_t count, int areExact, VisionQuad *quad, VisionError *error);

/// Finds slips of paper, such as receipts, side by side on a scanner bed. The order is from top to bottom, and from left to right for slips that are
/// next to each other. The count is 0 if there are more than `capacity`. Every slip contains text: `lines` is as in vision_find_page. All quads are
/// rectangles with corners clockwise from the upper left. The confidence is 1 for paper that is much lighter than the bed, or alone on it.
int vision_find_slips(VisionImage source, const double *lines, int32_t lineCount, VisionQuad *quads, int32_t capacity,
                      int32_t *count, VisionError *error);

/// Finds the writing on a page, for use by the functions below, which are then fast. The caller must release `*text` with vision_text_free. The
/// writing remains valid for skew and letter height if the page is rotated by quarter turns.
int vision_read_text(VisionImage source, VisionText **text, VisionError *error);

/// Releases the result of vision_read_text. NULL is allowed.
void vision_text_free(VisionText *text);

/// Measures the skew of the text lines within ±maximumAngle, which is at most 45. The skew is positive if lines slope downwards to the right. For
/// vertical lines, the skew is the deviation from the vertical, which is the same as after a quarter turn of the page. A skew of more than 15 degrees
/// is only accepted if there is hardly any writing along the page's edges. Otherwise, the text is probably a watermark.
int vision_text_skew(const VisionText *text, double maximumAngle, VisionAngle *skew, VisionError *error);

/// Determines the evidence for the page's rotation from its text lines, without recognition.
int vision_text_turn(const VisionText *text, VisionTurnEvidence *evidence, VisionError *error);

/// Counts the marks on the page that can be letters, and those of them on lines with at least four marks.
int vision_text_marks(const VisionText *text, int32_t *marks, int32_t *on_lines, VisionError *error);

/// Stores the boxes of up to `capacity` marks that can be letters, followed by smaller marks, and the number of boxes.
int vision_text_mark_boxes(const VisionText *text, VisionBox *boxes, int32_t capacity, int32_t *count, VisionError *error);

/// Determines the median height of the letters in pixels, or 0 if there are none.
int vision_text_height(const VisionText *text, double *height, VisionError *error);

/// Stores up to `capacity` text lines and their number. Lines that are most useful for recognition come first.
int vision_text_lines(const VisionText *text, VisionTextLine *lines, int32_t capacity, int32_t *count,
                      VisionError *error);

/// Stores up to `capacity` lines that are certainly writing, each from its first mark to its last, and their number.
int vision_text_writing(const VisionText *text, VisionTextLine *lines, int32_t capacity, int32_t *count,
                        VisionError *error);

/// Determines the part of the page that a correction must keep to avoid losing text. `pageToTarget` maps the page to a rectangle with its top-left
/// corner at the origin. `room` is the rectangle extended to contain every line of writing, and `cut` is the number of lines that extended beyond the
/// rectangle. `room` is infinite if a line is beyond the homography's horizon. `sides` contains the confidence that the sheet ends at each side, as
/// in VisionQuad. Text that is completely beyond a certain side belongs to something else.
int vision_text_room(const VisionText *text, const double pageToTarget[9], double width, double height,
                     const double sides[4], VisionBox *room, int32_t *cut, VisionError *error);

/// Detects the curl or folds of a page from the curvature of its text lines, which must be horizontal in the image. The caller sets `columns` and
/// `rows` of the mesh and allocates `points`. The function sets the points, the width, and the height. If the page is flat or has too few lines,
/// `confidence` is 0 and the mesh is the identity. `bend` is the largest displacement of text in pixels that the mesh corrects and no homography
/// could.
int vision_find_curl(const VisionText *text, VisionMesh *mesh, double *bend, double *confidence, VisionError *error);

/// Determines the typical color of the paper, from 0 to 255 per channel, for filling uncovered areas.
int vision_paper_colour(VisionImage source, uint8_t colour[3], VisionError *error);

/// Finds the paper within the dark borders of a flat scan. Everything outside the box is border. If the paper is skewed, wedges of border remain at
/// its corners. If there is no border, `confidence` is 0 and the box is the whole image.
int vision_find_paper(VisionImage source, VisionBox *paper, VisionError *error);

/// Paints remaining borders and punch holes with the color of the adjacent paper, in place. `dpi` is the resolution of the image, or 0 if unknown.
int vision_fill_border(VisionImage image, double dpi, VisionError *error);

/// Finds the gutter between two facing pages, upright or skewed by a few degrees. `confidence` is 0 if the image shows a single page. The line only
/// crosses empty paper.
int vision_find_gutter(VisionImage source, VisionGutter *gutter, VisionError *error);

/// Determines whether a page is blank. `dpi` is the resolution of the image, or 0 if unknown.
int vision_blank(VisionImage source, double dpi, VisionBlank *blank, VisionError *error);

/// Reduces `steps` to the cleaning steps that a page needs. `text` is the writing found in the same image.
int vision_cleaning_needed(VisionImage source, const VisionText *text, uint32_t *steps, VisionError *error);

/// Makes the paper of a page uniformly white, in place. Pictures and other areas that aren't paper keep their tones. `text` is the writing found on
/// the page at any scale.
int vision_even_light(VisionImage image, const VisionText *text, VisionError *error);

/// Applies cleaning steps to a page, in place.
int vision_clean(VisionImage image, uint32_t steps, VisionError *error);

/// Measures the quality of a page. Blur and contrast are measured in `source`, everything else in `view`, a smaller version of the image.
int vision_quality(VisionImage source, VisionImage view, VisionQuality *quality, VisionError *error);

/// Finds straight horizontal and vertical lines in a deskewed image, such as those of tables. Stores up to `capacity` of them, horizontal ones first,
/// and their number. The lines are thin, and longer than strokes of letters. `letterHeight` is the height of letters in pixels, or 0 if unknown.
int vision_find_rules(VisionImage source, double letterHeight, VisionRule *rules, int32_t capacity, int32_t *count,
                      VisionError *error);

/// Separates a page into layers (mixed raster content, ITU-T T.44). `mask` is 0 for letters and lines and 255 elsewhere, `foreground` contains the
/// colors of the ink, and `background` contains everything else. Gaps in a layer are filled from their surroundings. The caller allocates the layers:
/// the mask has one channel and an integer multiple of the page's size, and the others have the page's channels and any size. `letterHeight` is the
/// median height of letters in pixels. `share` is set to the fraction of the page that is ink, from 0 to 1.
int vision_separate(VisionImage source, double letterHeight, VisionImage mask, VisionImage background,
                    VisionImage foreground, double *share, VisionError *error);

/// The shapes of form fields.
typedef enum {
    VISION_SQUARE,
    VISION_CIRCLE,
    /// A row of equal cells for one letter each.
    VISION_COMB,
} VisionCheckBoxShape;

/// A checkbox, radio button, or comb in a form.
typedef struct {
    double x, y, width, height;
    VisionCheckBoxShape shape;
    /// The fraction of the inside that is ink, from 0 to 1.
    double fill;
    /// The number of cells of a comb.
    int32_t cells;
    /// Whether strokes cross the box and leave it on two sides. Such strokes can check the box or cancel a mark.
    int32_t isStruck;
} VisionCheckBox;

/// Finds form fields on a page. `dpi` is the resolution in pixels per inch. Stores up to `capacity` fields and their number. The `wordCount` words
/// (x, y, width, height each) contain no fields, except those after the first `sureCount`, which may begin with one.
int vision_check_boxes(VisionImage image, double dpi, const double *words, int32_t wordCount, int32_t sureCount,
                       VisionCheckBox *boxes, int32_t capacity, int32_t *count, VisionError *error);

/// Draws a line through `count` points (x, y). A closed line returns to the first point.
int vision_draw(VisionImage image, const double *points, int32_t count, int32_t isClosed, const uint8_t colour[3],
                int32_t thickness, VisionError *error);

/// Scales the source down to a grayscale image by averaging. `target` must not be larger than the source in either direction.
int vision_reduce(VisionImage source, VisionImage target, VisionError *error);

/// Rotates and mirrors the source according to its EXIF orientation, from 2 to 8. `target` must have the resulting size.
int vision_orient(VisionImage source, int32_t orientation, VisionImage target, VisionError *error);

/// Converts a picture to the input tensor of a network: `width` × `height` values for blue, green, and red each. The picture is resampled, its values
/// are scaled to 0 (black) to 1 (white), `mean` is subtracted, and the result is divided by `deviation`.
int vision_tensor(VisionImage source, int32_t width, int32_t height, const float mean[3], const float deviation[3],
                  float *tensor, VisionError *error);

/// Converts a text line to the input tensor of a network like vision_tensor. The line is given by four corners, clockwise from the upper left of its
/// text, and is straightened. The rest of the `paddedWidth` columns is 0.
int vision_line_tensor(VisionImage source, const double corners[8], int32_t width, int32_t height, int32_t paddedWidth,
                       const float mean[3], const float deviation[3], float *tensor, VisionError *error);

/// Finds text lines in a map of the probabilities that pixels belong to the middle of a line (`width` × `height` values from 0 to 1). Stores up to
/// `capacity` lines and their number.
int vision_found_lines(const float *probabilities, int32_t width, int32_t height, VisionFoundLine *lines,
                       int32_t capacity, int32_t *count, VisionError *error);

/// Decodes the characters of a line from the probabilities of `classes` classes at `steps` positions. The first class means no character. Stores up
/// to `capacity` characters and their number. `allowed` contains `classes` bytes, which are 0 for excluded classes, or is null to allow all.
int vision_characters(const float *probabilities, int32_t steps, int32_t classes, const uint8_t *allowed,
                      VisionCharacter *characters, int32_t capacity, int32_t *count, VisionError *error);

#ifdef __cplusplus
}
#endif

#endif
