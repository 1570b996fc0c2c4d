// SPDX-License-Identifier: GPL-3.0-or-later
//
// ONNX Runtime, opened by its path where it is installed: nothing is linked, so docscan runs without it.
#ifndef DOCSCAN_CONNX_H
#define DOCSCAN_CONNX_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The most dimensions that a tensor here has.
enum { onnx_most_dimensions = 8 };

/// Why something did not work, zero-terminated.
typedef struct {
    char message[300];
} ONNXError;

/// The library, and what all networks share.
typedef struct onnx_runtime onnx_runtime;

/// A network with one input and one output, both of floats.
typedef struct onnx_network onnx_network;

/// What a network gives for an input.
typedef struct {
    /// Row by row; valid until `onnx_release_output`.
    const float *values;
    /// How many.
    size_t count;
    int64_t shape[onnx_most_dimensions];
    size_t dimensions;
    /// For `onnx_release_output`.
    void *owner;
} ONNXOutput;

/// Opens the library, without arena, telemetry or a thread of its own. Returns NULL with the reason in `error`.
onnx_runtime *onnx_open(const char *path, ONNXError *error);

/// The library's version, such as "1.22.1".
const char *onnx_version(const onnx_runtime *runtime);

/// Lets go of what networks share; all of them must be gone. The library stays in memory: it cannot be unloaded safely.
void onnx_close(onnx_runtime *runtime);

/// Makes a network of the bytes of a model, which may go afterwards. Returns NULL with the reason in `error`.
onnx_network *onnx_load(onnx_runtime *runtime, const void *model, size_t size, ONNXError *error);

/// The value that the model has for a key, to be freed with `free`; NULL for none.
char *onnx_metadata(onnx_network *network, const char *key);

/// Runs a network on this thread. Returns 0, or -1 with the reason in `error`.
int onnx_run(
    onnx_network *network, const float *values, size_t count, const int64_t *shape, size_t dimensions,
    ONNXOutput *output, ONNXError *error);

/// Lets go of an output.
void onnx_release_output(onnx_network *network, ONNXOutput *output);

/// Lets go of a network.
void onnx_unload(onnx_network *network);

#ifdef __cplusplus
}
#endif

#endif
