// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// How the networks come to be installed, for messages to people.
package enum NetworkInstallation {
  /// The command that gets them for a program in a folder such as `/usr/bin`, which is nil where it is not known.
  ///
  /// A package has a script for it, and no checkout.
  package static func command(forProgramIn folder: String?) -> String {
    let fromCheckout = "bash Pipelines/install.sh models"
    guard let folder, let slash = folder.lastIndex(of: "/") else { return fromCheckout }
    let share = "\(folder[..<slash])/share/docscan"
    let script = "\(share)/install/models.sh"
    guard unsafe access(script, R_OK) == 0 else { return fromCheckout }
    return (unsafe access(share, W_OK) == 0 ? "" : "sudo ") + "bash \(script) \(share)/models"
  }
}
