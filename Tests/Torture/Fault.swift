// SPDX-License-Identifier: GPL-3.0-or-later

/// A fault during a run.
enum Fault: String, CaseIterable {
  /// The process that makes the call is killed before it.
  case kill
  /// The process is killed after half of a write.
  case tear
  /// Half of a write is done, as the system may do at any time.
  case short
  /// The call finds no space on the disk; the next ones do.
  case enospc
  /// The call meets a disk error; the next ones don't.
  case eio
  /// The disk is full from this call on.
  case full
  /// The parent is killed at a time during the run.
  case parent
  /// One of the workers is killed at a time during the run.
  case worker
  /// The parent and all workers are killed at a time during the run.
  case all

  /// Whether the fault happens to a call, and not at a time.
  var isOfCall: Bool {
    switch self {
    case .kill, .tear, .short, .enospc, .eio, .full: true
    case .parent, .worker, .all: false
    }
  }

  /// Returns whether the fault can happen to a call.
  func hits(_ call: FaultCall) -> Bool {
    switch self {
    case .kill, .eio: true
    case .tear, .short: call.isWrite
    case .enospc, .full: !["unlink", "rmdir"].contains(call.function)
    case .parent, .worker, .all: false
    }
  }

  /// Whether the fault ends a process by SIGKILL.
  var kills: Bool {
    switch self {
    case .kill, .tear, .parent, .worker, .all: true
    case .short, .enospc, .eio, .full: false
    }
  }
}
