// SPDX-License-Identifier: GPL-3.0-or-later
#include "Library.h"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>

namespace kernels {
namespace {

/// The build IDs of the libraries that have the layout in Layouts.h.
const char *const knownBuilds[] = {
    // Debian 12, amd64: libtesseract5 5.3.0-2
    "8e691dc2817d3b40ba9e85e2980f66e34282c7d9",
};

/// A build ID of up to twenty bytes.
struct Build {
    char digits[41] = "";
};

/// Reads the build ID among the notes of a loaded file.
void read(const dl_phdr_info &file, Build &build) {
    for (int i = 0; i < file.dlpi_phnum; ++i) {
        const ElfW(Phdr) &part = file.dlpi_phdr[i];
        if (part.p_type != PT_NOTE) continue;
        auto at = reinterpret_cast<const char *>(file.dlpi_addr + part.p_vaddr);
        const auto end = at + part.p_memsz;
        while (end - at > static_cast<ptrdiff_t>(sizeof(ElfW(Nhdr)))) {
            const auto *note = reinterpret_cast<const ElfW(Nhdr) *>(at);
            const char *name = at + sizeof *note;
            const auto *bytes = reinterpret_cast<const unsigned char *>(name + (note->n_namesz + 3) / 4 * 4);
            if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(name, "GNU", 4) == 0) {
                for (unsigned k = 0; k < note->n_descsz && k < 20; ++k) snprintf(build.digits + 2 * k, 3, "%02x", bytes[k]);
                return;
            }
            at = reinterpret_cast<const char *>(bytes) + (note->n_descsz + 3) / 4 * 4;
        }
    }
}

int lookAt(dl_phdr_info *file, size_t, void *build) {
    const char *name = strrchr(file->dlpi_name, '/');
    if (name == nullptr || strncmp(name, "/libtesseract.so", 16) != 0) return 0;
    read(*file, *static_cast<Build *>(build));
    return 1;
}

Build loadedBuild() {
    Build build;
    dl_iterate_phdr(lookAt, &build);
    return build;
}

bool isKnown(const char *build) {
    for (const char *known : knownBuilds) {
        if (strcmp(known, build) == 0) return true;
    }
    return false;
}

template <class T>
bool find(T &place, const char *name) {
    place = reinterpret_cast<T>(dlsym(RTLD_DEFAULT, name));
    return place != nullptr;
}

bool fill(Library &library) {
    return find(library.resize, "_ZN9tesseract9NetworkIO11ResizeToMapEbRKNS_9StrideMapEi") &&
           find(library.resizeScaled, "_ZN9tesseract9NetworkIO12ResizeScaledERKS0_iii") &&
           find(library.resizeToWidth1, "_ZN9tesseract9NetworkIO10ResizeXTo1ERKS0_i") &&
           find(library.randomize, "_ZN9tesseract9NetworkIO9RandomizeEiiiPNS_5TRandE") &&
           find(library.transpose, "_ZN9tesseract9StrideMap11TransposeXYEv") &&
           find(library.product, "_ZN9tesseract13IntSimdMatrix13intSimdMatrixE") &&
           find(library.tanh, "_ZN9tesseract9TanhTableE") && find(library.logistic, "_ZN9tesseract13LogisticTableE");
}

} // namespace

const Library *findLibrary() {
    static Library library;
    static const bool isFilled = isKnown(libraryBuild()) && fill(library);
    return isFilled ? &library : nullptr;
}

const char *libraryBuild() {
    static const Build build = loadedBuild();
    return build.digits;
}

} // namespace kernels
