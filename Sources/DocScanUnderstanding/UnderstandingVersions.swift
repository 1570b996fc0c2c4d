// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLanguage
internal import CPhoneNumber

/// The versions of the text libraries.
package enum UnderstandingVersions {
  package static var all: [String: String] {
    [
      "libphonenumber": unsafe String(cString: phone_number_version()),
      "cld2": unsafe String(cString: language_version()),
    ]
  }
}
