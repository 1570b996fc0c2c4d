// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// Texts in C's form for a program's arguments: pointers to zero-terminated copies, ended by a null pointer.
@safe
final class CStringList {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ texts: [String]) {
    count = texts.count
    unsafe pointers = UnsafeMutablePointer.allocate(capacity: count + 1)
    for (index, text) in texts.enumerated() { unsafe (pointers + index).initialize(to: strdup(text)) }
    unsafe (pointers + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { unsafe free(pointers[index]) }
    unsafe pointers.deallocate()
  }
}
