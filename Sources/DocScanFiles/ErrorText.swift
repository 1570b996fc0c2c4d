// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

package func errorText() -> String { unsafe String(cString: strerror(errno)) }
