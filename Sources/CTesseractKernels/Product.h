// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Layouts.h"
#include "Library.h"

namespace kernels {

/// Multiplies a layer's weights by vectors. All numbers are integers, so every method gives the same result.
class Product {
  public:
    /// Uses weights that must not change or be freed before the product is destroyed.
    Product(const Weights &, const Library &, bool usesVNNI);

    /// Writes the products with a vector. `vectorSlack` bytes after the vector must be readable, and `productSlack`
    /// numbers after the products writable.
    void operator()(const int8_t *vector, float *products);

    static constexpr int vectorSlack = 64;
    static constexpr int productSlack = 64;

  private:
    const Weights &weights;
    const MatrixProduct &product;
    bool usesVNNI;
    /// The vector plus 128, because VNNI requires one unsigned factor, and the starts of the sums, which cancel the
    /// shift and add the bias.
    std::vector<uint8_t> shifted;
    std::vector<int32_t> starts;
};

} // namespace kernels
