// SPDX-License-Identifier: GPL-3.0-or-later
#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

/// The maximum number of scans. A progressive file has about a dozen; one with thousands is an attack on the decoder.
static const int most_scans = 500;

typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf escape;
    JPEGReport *report;
} Errors;

static void fail(j_common_ptr info) {
    Errors *errors = (Errors *)info->err;
    char message[JMSG_LENGTH_MAX];
    info->err->format_message(info, message);
    snprintf(errors->report->message, sizeof errors->report->message, "%s", message);
    longjmp(errors->escape, 1);
}

/// Records the first damage that affects pixels. If only the end is missing, a baseline file is complete, but a
/// progressive file lacks the data of its later scans.
static void note(j_common_ptr info, int level) {
    if (level >= 0) return;
    Errors *errors = (Errors *)info->err;
    errors->report->warnings++;
    if (!info->is_decompressor) return;
    j_decompress_ptr decoder = (j_decompress_ptr)info;
    int code = info->err->msg_code;
    int32_t row = decoder->progressive_mode ? 0 : (int32_t)decoder->output_scanline;
    if ((code == JWRN_HIT_MARKER || (code == JWRN_JPEG_EOF && decoder->progressive_mode)) &&
        row < errors->report->wholeRows) {
        errors->report->wholeRows = row;
    }
}

static void say_nothing(j_common_ptr info) { (void)info; }

static void watch(j_common_ptr info) {
    if (info->is_decompressor && ((j_decompress_ptr)info)->input_scan_number > most_scans) {
        Errors *errors = (Errors *)info->err;
        snprintf(errors->report->message, sizeof errors->report->message, "more than %d scans", most_scans);
        longjmp(errors->escape, 1);
    }
}

static void prepare(Errors *errors, JPEGReport *report) {
    memset(report, 0, sizeof *report);
    jpeg_std_error(&errors->manager);
    errors->manager.error_exit = fail;
    errors->manager.emit_message = note;
    errors->manager.output_message = say_nothing;
    errors->report = report;
}

/// Converts a row from CMYK to RGB. Adobe's programs store inverted inks.
static void rgb_from_cmyk(const uint8_t *cmyk, int32_t width, int inverted, uint8_t *rgb) {
    for (int32_t x = 0; x < width; x++, cmyk += 4, rgb += 3) {
        int32_t black = inverted ? cmyk[3] : 255 - cmyk[3];
        for (int c = 0; c < 3; c++) rgb[c] = (uint8_t)((inverted ? cmyk[c] : 255 - cmyk[c]) * black / 255);
    }
}

static void read_density(j_decompress_ptr decoder, JPEGReport *report) {
    if (!decoder->saw_JFIF_marker || decoder->density_unit == 0) return;
    double factor = decoder->density_unit == 2 ? 2.54 : 1;
    report->densityX = decoder->X_density * factor;
    report->densityY = decoder->Y_density * factor;
}

int jpeg_shim_decode(
    const uint8_t *bytes, int64_t count, int32_t width, int32_t height, int32_t channels, uint8_t *pixels,
    JPEGReport *report) {
    struct jpeg_decompress_struct decoder;
    struct jpeg_progress_mgr progress = {.progress_monitor = watch};
    Errors errors;
    uint8_t *volatile inks = NULL;
    prepare(&errors, report);
    report->wholeRows = height;
    memset(&decoder, 0, sizeof decoder);
    decoder.err = &errors.manager;
    if (setjmp(errors.escape)) {
        jpeg_destroy_decompress(&decoder);
        free(inks);
        return -1;
    }
    jpeg_create_decompress(&decoder);
    decoder.progress = &progress;
    jpeg_mem_src(&decoder, bytes, (unsigned long)count);
    jpeg_read_header(&decoder, TRUE);
    read_density(&decoder, report);
    int is_cmyk = decoder.num_components == 4;
    decoder.out_color_space = is_cmyk ? JCS_CMYK : channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_start_decompress(&decoder);
    if ((int32_t)decoder.output_width != width || (int32_t)decoder.output_height != height ||
        decoder.output_components != (is_cmyk ? 4 : channels) || (is_cmyk && channels != 3)) {
        ERREXIT(&decoder, JERR_CONVERSION_NOTIMPL);
    }
    if (is_cmyk && (inks = malloc((size_t)width * 4)) == NULL) ERREXIT1(&decoder, JERR_OUT_OF_MEMORY, 0);
    while (decoder.output_scanline < decoder.output_height) {
        uint8_t *row = pixels + (int64_t)decoder.output_scanline * width * channels;
        JSAMPROW target = is_cmyk ? inks : row;
        if (jpeg_read_scanlines(&decoder, &target, 1) != 1) ERREXIT(&decoder, JERR_CANT_SUSPEND);
        if (is_cmyk) rgb_from_cmyk(inks, width, decoder.saw_Adobe_marker, row);
    }
    // Errors after the last row don't affect pixels, but other programs may not be able to read the file.
    int32_t whole_rows = report->wholeRows;
    if (setjmp(errors.escape)) report->warnings++;
    else jpeg_finish_decompress(&decoder);
    report->wholeRows = whole_rows;
    jpeg_destroy_decompress(&decoder);
    free(inks);
    return 0;
}

int jpeg_shim_encode(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t channels, int32_t quality, double dpi,
    uint8_t **bytes, int64_t *count, JPEGReport *report) {
    struct jpeg_compress_struct encoder;
    Errors errors;
    unsigned char *data = NULL;
    unsigned long size = 0;
    prepare(&errors, report);
    memset(&encoder, 0, sizeof encoder);
    encoder.err = &errors.manager;
    if (setjmp(errors.escape)) {
        jpeg_destroy_compress(&encoder);
        free(data);
        return -1;
    }
    jpeg_create_compress(&encoder);
    jpeg_mem_dest(&encoder, &data, &size);
    encoder.image_width = (JDIMENSION)width;
    encoder.image_height = (JDIMENSION)height;
    encoder.input_components = channels;
    encoder.in_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&encoder);
    jpeg_set_quality(&encoder, quality, TRUE);
    // Files become about 4% smaller at no cost in memory, since progressive encoding stores all coefficients anyway.
    encoder.optimize_coding = TRUE;
    jpeg_simple_progression(&encoder);
    encoder.density_unit = 1;
    encoder.X_density = encoder.Y_density = (UINT16)(dpi + 0.5);
    jpeg_start_compress(&encoder, TRUE);
    while (encoder.next_scanline < encoder.image_height) {
        JSAMPROW row = (JSAMPROW)(pixels + (int64_t)encoder.next_scanline * width * channels);
        jpeg_write_scanlines(&encoder, &row, 1);
    }
    jpeg_finish_compress(&encoder);
    jpeg_destroy_compress(&encoder);
    *bytes = data;
    *count = (int64_t)size;
    return 0;
}

#define TEXT(value) #value
#define VERSION(value) TEXT(value)

const char *jpeg_shim_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
    return VERSION(LIBJPEG_TURBO_VERSION);
#else
    return VERSION(JPEG_LIB_VERSION);
#endif
}
