// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CONNX.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ONNX Runtime's C interface is a table of functions that only grows at the end. These are the functions' indices since
// version 1.20 (interface 20). Functions that can fail return a status, which is NULL on success.
enum {
    interface_version = 20,
    get_error_message = 2,
    create_env = 3,
    disable_telemetry = 6,
    create_session = 8, // from memory
    run = 9,
    create_options = 10,
    disable_memory_pattern = 17,
    disable_arena = 19,
    set_optimization = 23,
    set_threads_within = 24,
    set_threads_between = 25,
    input_count = 30,
    output_count = 31,
    input_name = 36,
    output_name = 37,
    create_tensor = 49, // uses the caller's memory
    tensor_data = 51,
    element_type = 60,
    dimension_count = 61,
    dimension_values = 62,
    tensor_facts = 65,
    create_memory_info = 69,
    allocator_free = 76,
    default_allocator = 78,
    release_env = 92,
    release_status = 93,
    release_memory_info = 94,
    release_session = 95,
    release_value = 96,
    release_facts = 99,
    release_options = 100,
    session_metadata = 111,
    metadata_value = 116,
    release_metadata = 118,
};

// Enumeration values of the interface.
enum { only_fatal = 4, all_optimizations = 99, plain_allocator = 0, usual_memory = 0, float_type = 1 };

typedef void (*function)(void);
typedef struct status status;

struct base {
    const function *(*interface)(uint32_t version);
    const char *(*version)(void);
};

struct onnx_runtime {
    const function *calls;
    const char *version;
    void *env;
    void *memory;
    void *allocator;
};

struct onnx_network {
    onnx_runtime *runtime;
    void *session;
    char *input;
    char *outputs[onnx_most_outputs];
    size_t output_count;
};

// Calls the function at an index of the table, which returns a status.
#define CALL(runtime, place, types, ...) (((status * (*) types)(runtime)->calls[place])(__VA_ARGS__))
#define RELEASE(runtime, place, object) (((void (*)(void *))(runtime)->calls[place])(object))

static void explain(ONNXError *error, const char *text) {
    snprintf(error->message, sizeof error->message, "%s", text == NULL ? "no reason was given" : text);
}

// Returns 1 if a status means success. Otherwise stores the reason. Releases the status.
static int is_fine(const onnx_runtime *runtime, status *result, ONNXError *error) {
    if (result == NULL) return 1;
    explain(error, ((const char *(*)(const status *))runtime->calls[get_error_message])(result));
    RELEASE(runtime, release_status, result);
    return 0;
}

onnx_runtime *onnx_open(const char *path, ONNXError *error) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        explain(error, dlerror());
        return NULL;
    }
    // dlsym returns a function as a data pointer, which ISO C can't cast.
    const struct base *(*find)(void) = NULL;
    *(void **)&find = dlsym(library, "OrtGetApiBase");
    const struct base *base = find == NULL ? NULL : find();
    const function *calls = base == NULL ? NULL : base->interface(interface_version);
    onnx_runtime *runtime = calls == NULL ? NULL : calloc(1, sizeof *runtime);
    if (runtime == NULL) {
        explain(error, "it does not have the interface of ONNX Runtime 1.20");
        return NULL;
    }
    *runtime = (onnx_runtime){.calls = calls, .version = base->version()};
    if (is_fine(runtime, CALL(runtime, create_env, (int, const char *, void **), only_fatal, "docscan", &runtime->env), error) &&
        is_fine(runtime, CALL(runtime, disable_telemetry, (const void *), runtime->env), error) &&
        is_fine(
            runtime,
            CALL(runtime, create_memory_info, (int, int, void **), plain_allocator, usual_memory, &runtime->memory), error) &&
        is_fine(runtime, CALL(runtime, default_allocator, (void **), &runtime->allocator), error)) {
        return runtime;
    }
    onnx_close(runtime);
    return NULL;
}

const char *onnx_version(const onnx_runtime *runtime) { return runtime->version; }

void onnx_close(onnx_runtime *runtime) {
    if (runtime->memory != NULL) RELEASE(runtime, release_memory_info, runtime->memory);
    if (runtime->env != NULL) RELEASE(runtime, release_env, runtime->env);
    free(runtime);
}

// Creates the session options: one thread, the caller's, and no memory arena. Returns NULL on failure.
static void *make_options(onnx_runtime *runtime, ONNXError *error) {
    void *options = NULL;
    if (!is_fine(runtime, CALL(runtime, create_options, (void **), &options), error)) return NULL;
    if (is_fine(runtime, CALL(runtime, set_threads_within, (void *, int), options, 1), error) &&
        is_fine(runtime, CALL(runtime, set_threads_between, (void *, int), options, 1), error) &&
        is_fine(runtime, CALL(runtime, set_optimization, (void *, int), options, all_optimizations), error) &&
        is_fine(runtime, CALL(runtime, disable_arena, (void *), options), error) &&
        is_fine(runtime, CALL(runtime, disable_memory_pattern, (void *), options), error)) {
        return options;
    }
    RELEASE(runtime, release_options, options);
    return NULL;
}

// Finds the names of the model's single input and of its outputs.
static int find_names(onnx_network *network, ONNXError *error) {
    onnx_runtime *runtime = network->runtime;
    size_t inputs = 0, outputs = 0;
    if (!is_fine(runtime, CALL(runtime, input_count, (const void *, size_t *), network->session, &inputs), error) ||
        !is_fine(runtime, CALL(runtime, output_count, (const void *, size_t *), network->session, &outputs), error)) {
        return -1;
    }
    if (inputs != 1 || outputs < 1 || outputs > onnx_most_outputs) {
        explain(error, "the model does not have one input and at most 8 outputs");
        return -1;
    }
    int found = is_fine(
        runtime,
        CALL(
            runtime, input_name, (const void *, size_t, void *, char **), network->session, 0, runtime->allocator,
            &network->input),
        error);
    for (size_t i = 0; found && i < outputs; i++) {
        found = is_fine(
            runtime,
            CALL(
                runtime, output_name, (const void *, size_t, void *, char **), network->session, i, runtime->allocator,
                &network->outputs[i]),
            error);
        network->output_count += found ? 1 : 0;
    }
    return found ? 0 : -1;
}

onnx_network *onnx_load(onnx_runtime *runtime, const void *model, size_t size, ONNXError *error) {
    void *options = make_options(runtime, error);
    if (options == NULL) return NULL;
    onnx_network *network = calloc(1, sizeof *network);
    if (network == NULL) {
        explain(error, "there is not enough memory");
    } else {
        network->runtime = runtime;
        int made = is_fine(
            runtime,
            CALL(
                runtime, create_session, (void *, const void *, size_t, const void *, void **), runtime->env, model, size,
                options, &network->session),
            error);
        if (!made || find_names(network, error) != 0) {
            onnx_unload(network);
            network = NULL;
        }
    }
    RELEASE(runtime, release_options, options);
    return network;
}

// Releases a text allocated by the library.
static void free_text(onnx_runtime *runtime, char *text) {
    ONNXError ignored;
    if (text != NULL) is_fine(runtime, CALL(runtime, allocator_free, (void *, void *), runtime->allocator, text), &ignored);
}

char *onnx_metadata(onnx_network *network, const char *key) {
    onnx_runtime *runtime = network->runtime;
    ONNXError ignored;
    void *metadata = NULL;
    char *value = NULL;
    if (!is_fine(runtime, CALL(runtime, session_metadata, (const void *, void **), network->session, &metadata), &ignored)) {
        return NULL;
    }
    is_fine(
        runtime,
        CALL(
            runtime, metadata_value, (const void *, void *, const char *, char **), metadata, runtime->allocator, key, &value),
        &ignored);
    char *copy = value == NULL ? NULL : strdup(value);
    free_text(runtime, value);
    RELEASE(runtime, release_metadata, metadata);
    return copy;
}

// Reads the shape and the values of the output tensor.
static int examine(onnx_runtime *runtime, ONNXOutput *output, ONNXError *error) {
    void *facts = NULL;
    int type = 0;
    if (!is_fine(runtime, CALL(runtime, tensor_facts, (const void *, void **), output->owner, &facts), error)) return -1;
    int known = is_fine(runtime, CALL(runtime, element_type, (const void *, int *), facts, &type), error) &&
                is_fine(runtime, CALL(runtime, dimension_count, (const void *, size_t *), facts, &output->dimensions), error);
    if (known && (type != float_type || output->dimensions > onnx_most_dimensions)) {
        explain(error, "the output isn't a tensor of floats");
        known = 0;
    }
    known = known && is_fine(
        runtime,
        CALL(runtime, dimension_values, (const void *, int64_t *, size_t), facts, output->shape, output->dimensions), error);
    known = known && is_fine(
        runtime, CALL(runtime, tensor_data, (void *, void **), output->owner, (void **)&output->values), error);
    output->count = 1;
    for (size_t i = 0; known && i < output->dimensions; i++) output->count *= (size_t)output->shape[i];
    RELEASE(runtime, release_facts, facts);
    return known ? 0 : -1;
}

size_t onnx_output_count(const onnx_network *network) { return network->output_count; }

int onnx_run(
    onnx_network *network, const float *values, size_t count, const int64_t *shape, size_t dimensions,
    ONNXOutput *outputs, ONNXError *error) {
    onnx_runtime *runtime = network->runtime;
    void *input = NULL, *owners[onnx_most_outputs] = {NULL};
    for (size_t i = 0; i < network->output_count; i++) outputs[i] = (ONNXOutput){0};
    // The interface takes a non-const pointer, but the library only reads the values.
    if (!is_fine(
            runtime,
            CALL(
                runtime, create_tensor, (const void *, void *, size_t, const int64_t *, size_t, int, void **),
                runtime->memory, (void *)values, count * sizeof *values, shape, dimensions, float_type, &input),
            error)) {
        return -1;
    }
    const char *inputs[] = {network->input};
    int ran = is_fine(
        runtime,
        CALL(
            runtime, run,
            (void *, const void *, const char *const *, const void *const *, size_t, const char *const *, size_t, void **),
            network->session, NULL, inputs, (const void *const *)&input, 1, (const char *const *)network->outputs,
            network->output_count, owners),
        error);
    RELEASE(runtime, release_value, input);
    for (size_t i = 0; i < network->output_count; i++) {
        outputs[i].owner = owners[i];
        ran = ran && examine(runtime, &outputs[i], error) == 0;
    }
    if (ran) return 0;
    for (size_t i = 0; i < network->output_count; i++) onnx_release_output(network, &outputs[i]);
    return -1;
}

void onnx_release_output(onnx_network *network, ONNXOutput *output) {
    if (output->owner != NULL) RELEASE(network->runtime, release_value, output->owner);
    *output = (ONNXOutput){0};
}

void onnx_unload(onnx_network *network) {
    onnx_runtime *runtime = network->runtime;
    free_text(runtime, network->input);
    for (size_t i = 0; i < network->output_count; i++) free_text(runtime, network->outputs[i]);
    if (network->session != NULL) RELEASE(runtime, release_session, network->session);
    free(network);
}
