// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Layouts.h"
#include "Library.h"

namespace kernels {

/// The product of a layer's weights with one vector after the other: integers throughout, so every way to compute it
/// gives the same.
class Product {
  public:
    /// For weights that stay as they are while this lives.
    Product(const Weights &, const Library &, bool usesVNNI);

    /// Writes the products with a vector, which is followed by `vectorSlack` bytes that may be read; the products may be
    /// followed by up to `productSlack` more numbers.
    void operator()(const int8_t *vector, float *products);

    static constexpr int vectorSlack = 64;
    static constexpr int productSlack = 64;

  private:
    const Weights &weights;
    const MatrixProduct &product;
    bool usesVNNI;
    /// For VNNI, which wants one factor without a sign: the vector with 128 added to each number, and what to add to each
    /// sum so that it is that of the numbers themselves, with the bias.
    std::vector<uint8_t> shifted;
    std::vector<int32_t> starts;
};

} // namespace kernels
