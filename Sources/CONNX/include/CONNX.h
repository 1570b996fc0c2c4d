// SPDX-License-Identifier: GPL-3.0-or-later
//
// ONNX Runtime, loaded at run time from a path, so docscan works without it.
#ifndef DOCSCAN_CONNX_H
#define DOCSCAN_CONNX_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The maximum number of dimensions of a tensor.
enum { onnx_most_dimensions = 8 };

enum { onnx_most_outputs = 8 };

/// The reason for a failure, zero-terminated.
typedef struct {
    char message[300];
} ONNXError;

/// The loaded library with the objects that all networks share.
typedef struct onnx_runtime onnx_runtime;

/// A loaded model with one input and up to `onnx_most_outputs` outputs of floats.
typedef struct onnx_network onnx_network;

typedef struct {
    /// The values in row-major order, valid until `onnx_release_output`.
    const float *values;
    /// The number of values.
    size_t count;
    int64_t shape[onnx_most_dimensions];
    size_t dimensions;
    /// The tensor that owns the values.
    void *owner;
} ONNXOutput;

/// Loads the library, without memory arena, telemetry, and threads. Returns NULL with the reason in `error`.
onnx_runtime *onnx_open(const char *path, ONNXError *error);

/// Returns the library's version, such as "1.22.1".
const char *onnx_version(const onnx_runtime *runtime);

/// Releases the shared objects after all networks. The library stays in memory, because it can't be unloaded safely.
void onnx_close(onnx_runtime *runtime);

/// Loads a model from bytes, which may be released afterwards. Returns NULL with the reason in `error`.
onnx_network *onnx_load(onnx_runtime *runtime, const void *model, size_t size, ONNXError *error);

/// Returns the value of a metadata key, to be released with `free`. NULL if the model doesn't have the key.
char *onnx_metadata(onnx_network *network, const char *key);

size_t onnx_output_count(const onnx_network *network);

/// Runs a model in this thread. Stores its outputs. Returns 0, or -1 with the reason in `error`.
int onnx_run(
    onnx_network *network, const float *values, size_t count, const int64_t *shape, size_t dimensions,
    ONNXOutput *outputs, ONNXError *error);

void onnx_release_output(onnx_network *network, ONNXOutput *output);

void onnx_unload(onnx_network *network);

#ifdef __cplusplus
}
#endif

#endif
