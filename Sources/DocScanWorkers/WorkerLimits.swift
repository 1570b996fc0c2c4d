// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
internal import Glibc

/// What a worker may use while it answers a request. The parent sets these limits from outside.
package struct WorkerLimits {
  /// The worker has its request's files open, and some of its own.
  private static let openFiles: UInt64 = 128
  /// The kernel counts all processes and threads of the user, and a decoder of HEIC cannot do without a thread: so this
  /// only ends a flood, where seccomp is not there to forbid the first one.
  private static let processes: UInt64 = 8192
  /// The parent counts processor time and ends a request; the kernel's limit is a second guard behind it.
  private static let processorMargin = 10.0

  /// Address space in bytes.
  package var memory: Int
  /// Bytes of a file that it writes.
  package var fileSize: Int
  /// The processor time that the request may take; nil if no document is read.
  package var seconds: Double?

  /// For a process that reads no documents.
  package init(memory: Int, fileSize: Int) { (self.memory, self.fileSize) = (memory, fileSize) }

  /// While no document is read, and nothing written but lists of words, in memory.
  package init(_ limits: LimitSettings) {
    memory = limits.megabytesPerWorker << 20
    fileSize = 1 << 20
  }

  /// For a request with these files. They are mapped into memory, which takes address space, but no memory of its own.
  package init(_ limits: LimitSettings, _ request: some JobRequest, files: [OpenFile]) {
    let bytes = files.reduce(0) { $0 + $1.byteCount }
    memory = (limits.megabytesPerWorker << 20) + bytes
    fileSize = request.largestFile(bytes: bytes, limits: limits)
    seconds = request.seconds(perPage: limits.secondsPerPage)
  }

  /// Sets the limits that hold for the whole life of a process.
  package static func setFixed(for process: Int32) {
    linux_limit(process, linux_open_files, openFiles, 1)
    linux_limit(process, linux_processes, processes, 1)
    linux_limit(process, linux_core_file, 0, 1)
  }

  /// Sets the limits for a process; a process that has just ended needs none.
  package func set(for process: Int32) {
    linux_limit(process, linux_memory, UInt64(memory), 0)
    linux_limit(process, linux_file_size, UInt64(fileSize), 0)
    let used = linux_processor_seconds(process)
    let more = seconds.map { used + $0 + Self.processorMargin }
    linux_limit(process, linux_processor_time, more.map { UInt64(max(1, $0.rounded(.up))) } ?? UInt64.max, 0)
  }
}
