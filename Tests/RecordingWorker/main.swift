// SPDX-License-Identifier: GPL-3.0-or-later

// A worker that records its answers in the folder that DOCSCAN_PAGES names, for RecordedWorker, which runs it for a request without a record.
internal import DocScanEngine

try WorkerProgram.run(record: RecordedPages())
