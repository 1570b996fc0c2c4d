// SPDX-License-Identifier: GPL-3.0-or-later

// A worker that reads each page once, and then takes it from the record in the folder that DOCSCAN_PAGES names.
internal import DocScanEngine

try WorkerProgram.run(record: RecordedPages(folder: Surroundings.recordFolder))
