// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CSANE.h"

#include <dlfcn.h>
#include <stdio.h>

// The functions of version 1 of the standard, which every libsane.so.1 contains.
static struct {
    SANE_Status (*init)(SANE_Int *, void *);
    SANE_Status (*get_devices)(const SANE_Device ***, SANE_Bool);
    SANE_Status (*open)(SANE_String_Const, SANE_Handle *);
    void (*close)(SANE_Handle);
    const SANE_Option_Descriptor *(*get_option_descriptor)(SANE_Handle, SANE_Int);
    SANE_Status (*control_option)(SANE_Handle, SANE_Int, SANE_Action, void *, SANE_Int *);
    SANE_Status (*get_parameters)(SANE_Handle, SANE_Parameters *);
    SANE_Status (*start)(SANE_Handle);
    SANE_Status (*read)(SANE_Handle, SANE_Byte *, SANE_Int, SANE_Int *);
    void (*cancel)(SANE_Handle);
    SANE_String_Const (*strstatus)(SANE_Status);
} calls;

int scanner_load(SANE_Int *version, char *reason, size_t size) {
    void *library = dlopen("libsane.so.1", RTLD_NOW | RTLD_GLOBAL);
    const char *error = library == NULL ? dlerror() : NULL;
    const struct {
        const char *name;
        void **place;
    } names[] = {
        {"sane_init", (void **)&calls.init},
        {"sane_get_devices", (void **)&calls.get_devices},
        {"sane_open", (void **)&calls.open},
        {"sane_close", (void **)&calls.close},
        {"sane_get_option_descriptor", (void **)&calls.get_option_descriptor},
        {"sane_control_option", (void **)&calls.control_option},
        {"sane_get_parameters", (void **)&calls.get_parameters},
        {"sane_start", (void **)&calls.start},
        {"sane_read", (void **)&calls.read},
        {"sane_cancel", (void **)&calls.cancel},
        {"sane_strstatus", (void **)&calls.strstatus},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names && error == NULL; i++) {
        *names[i].place = dlsym(library, names[i].name);
        if (*names[i].place == NULL) error = dlerror();
    }
    if (error == NULL) {
        SANE_Status status = calls.init(version, NULL);
        if (status == SANE_STATUS_GOOD) return 0;
        error = calls.strstatus(status);
    }
    snprintf(reason, size, "%s", error);
    return -1;
}

SANE_Status scanner_list(const SANE_Device ***devices) { return calls.get_devices(devices, SANE_FALSE); }

SANE_Status scanner_open(const char *name, SANE_Handle *device) { return calls.open(name, device); }

void scanner_close(SANE_Handle device) { calls.close(device); }

const SANE_Option_Descriptor *scanner_option(SANE_Handle device, SANE_Int number) {
    return calls.get_option_descriptor(device, number);
}

SANE_Status scanner_value(SANE_Handle device, SANE_Int number, void *value) {
    return calls.control_option(device, number, SANE_ACTION_GET_VALUE, value, NULL);
}

SANE_Status scanner_set(SANE_Handle device, SANE_Int number, void *value, SANE_Int *changes) {
    return calls.control_option(device, number, SANE_ACTION_SET_VALUE, value, changes);
}

SANE_Status scanner_start(SANE_Handle device) { return calls.start(device); }

SANE_Status scanner_parameters(SANE_Handle device, SANE_Parameters *parameters) {
    return calls.get_parameters(device, parameters);
}

SANE_Status scanner_read(SANE_Handle device, SANE_Byte *bytes, SANE_Int most, SANE_Int *count) {
    return calls.read(device, bytes, most, count);
}

void scanner_cancel(SANE_Handle device) { calls.cancel(device); }

const char *scanner_status_text(SANE_Status status) { return calls.strstatus(status); }
