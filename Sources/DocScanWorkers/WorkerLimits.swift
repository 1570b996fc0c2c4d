// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
package import DocScanFiles
package import DocScanWire
internal import Glibc

/// The resources that a worker may use for a request. The parent sets them from outside.
package struct WorkerLimits {
  /// The number of open files: those of the request, and a worker's own.
  private static let openFiles: UInt64 = 128
  /// The number of processes. The kernel counts all of the user's processes and threads, and HEIC decoders need threads. It only
  /// matters without seccomp: it then stops a fork bomb.
  private static let processes: UInt64 = 8192
  /// The seconds by which the kernel's limit exceeds the parent's limit, which normally ends a request.
  private static let processorMargin = 10.0

  /// The address space in bytes.
  package var memory: Int
  /// The maximum size of a written file in bytes.
  package var fileSize: Int
  /// The processor time of the request in seconds, or `nil` if it doesn't read a document.
  package var seconds: Double?

  /// Creates limits for a process that doesn't read documents.
  package init(memory: Int, fileSize: Int) { (self.memory, self.fileSize) = (memory, fileSize) }

  /// Creates limits for a worker between documents, which only writes word lists to memory.
  package init(_ limits: LimitSettings) {
    memory = limits.megabytesPerWorker << 20
    fileSize = 1 << 20
  }

  /// Creates limits for a request. The files are mapped, so they increase the address space but not the memory.
  package init(_ limits: LimitSettings, _ request: some JobRequest, files: [OpenFile]) {
    let bytes = files.reduce(0) { $0 + $1.byteCount }
    memory = (limits.megabytesPerWorker << 20) + bytes
    fileSize = request.largestFile(bytes: bytes, limits: limits)
    seconds = request.seconds(perPage: limits.secondsPerPage)
  }

  /// Sets the limits that stay constant for a process.
  package static func setFixed(for process: Int32) {
    linux_limit(process, linux_open_files, openFiles, 1)
    linux_limit(process, linux_processes, processes, 1)
    linux_limit(process, linux_core_file, 0, 1)
  }

  /// Sets the limits for a process. Errors are ignored, because the process may just have ended.
  package func set(for process: Int32) {
    linux_limit(process, linux_memory, UInt64(memory), 0)
    linux_limit(process, linux_file_size, UInt64(fileSize), 0)
    let used = linux_processor_seconds(process)
    let more = seconds.map { used + $0 + Self.processorMargin }
    linux_limit(process, linux_processor_time, more.map { UInt64(max(1, $0.rounded(.up))) } ?? UInt64.max, 0)
  }
}
