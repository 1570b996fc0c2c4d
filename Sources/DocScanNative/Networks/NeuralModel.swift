// SPDX-License-Identifier: GPL-3.0-or-later

/// A network that stages use where it is installed. The name is the one that `Pipelines/models/files.txt` has for it.
public enum NeuralModel: String, CaseIterable, Sendable {
  /// Which way up a page is: pictures of 224 by 224 pixels, for four probabilities.
  case orientation
  /// Where lines of text are: a picture, for the probability of each pixel.
  case textDetection = "text-detection"
  /// What a line of text says: pictures 48 pixels high, for the probabilities of characters along the line.
  case textRecognition = "text-recognition"
}
