// SPDX-License-Identifier: GPL-3.0-or-later

/// Other forms of a PDF file, made by qpdf.
public enum PDFVariants {
  /// Encrypts a file with AES-256; with an empty user password, anyone can open it.
  public static func encrypt(_ path: String, to target: String, userPassword: String = "") throws {
    try Command("qpdf", ["--encrypt", userPassword, "owner", "256", "--", path, target]).check()
  }

  /// Packs the objects into compressed streams, which only newer readers understand.
  public static func packObjects(_ path: String, to target: String) throws {
    try Command("qpdf", ["--object-streams=generate", path, target]).check()
  }
}
