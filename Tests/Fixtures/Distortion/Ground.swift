// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// Backgrounds of a page instead of clean paper, full of marks that aren't letters.
public enum Ground: String, CaseIterable, Sendable {
  /// Single pixels that are black or white, as from a bad sensor.
  case saltAndPepper
  /// A light tint, printed with a screen of 100 lines per inch at 45°.
  case halftone
  /// Shaded paper with blocks from JPEG compression.
  case jpeg
  /// A coarse weave with uneven threads.
  case fabric
  /// Paper with visible fibers.
  case paper
  /// The grain of an enlarged film.
  case filmGrain
  /// Paper with fibers in a scanner's text mode: black and white only.
  case bitonal

  /// Returns a function for the brightness of the bare background at a pixel, from 0 to 255.
  func tone(dpi: Double, seed: UInt64) -> (_ x: Double, _ y: Double) -> Double {
    let noise = ValueNoise(seed: seed)
    let millimetre = dpi / 25.4
    func pixel(_ x: Double, _ y: Double) -> Double { noise.value(x + 0.5, y + 0.5) }
    func fibres(_ x: Double, _ y: Double) -> Double {
      let (across, down) = (x / millimetre, y / millimetre)
      return 60 * noise.value(across / 0.25, down / 0.25) + 50 * noise.value(across / 0.9, down / 0.12) + 40
        * pixel(x, y)
    }
    switch self {
    case .saltAndPepper:
      return { x, y in
        let value = pixel(x, y)
        return value < 0.03 ? 0 : value > 0.97 ? 255 : 235
      }
    case .halftone:
      let step = 2 * Double.pi / (dpi / 100)
      return { x, y in
        let (u, v) = ((x + y) * 0.7071 * step, (x - y) * 0.7071 * step)
        return cos(u) + cos(v) > 1.1 ? 40 : 245
      }
    case .jpeg:
      return { x, y in 232 + 14 * sin(x / millimetre / 3) + 26 * (pixel(x, y) - 0.5) }
    case .fabric:
      return { x, y in
        let (u, v) = (x / millimetre / 0.6, y / millimetre / 0.6)
        let weave = sin(2 * .pi * u + noise.value(u / 3, v)) * sin(2 * .pi * v + noise.value(u, v / 3))
        return 170 + 50 * weave + 50 * (pixel(x, y) - 0.5) + 30 * (noise.value(u / 2, v / 2) - 0.5)
      }
    case .paper:
      return { x, y in 255 - 0.5 * fibres(x, y) }
    case .filmGrain:
      return { x, y in
        150 + 60 * noise.value(x / dpi, y / dpi) + 90 * (pixel(x / 2, y / 2) - 0.5) + 50 * (pixel(x, y) - 0.5)
      }
    case .bitonal:
      return { x, y in fibres(x, y) > 95 ? 0 : 255 }
    }
  }
}
