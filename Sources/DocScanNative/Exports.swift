// SPDX-License-Identifier: GPL-3.0-or-later

// The types in the signatures of stages.
@_exported public import enum DocScanVision.NeuralModel
@_exported public import class DocScanVision.NeuralNetworks
@_exported public import class DocScanVision.Raster
