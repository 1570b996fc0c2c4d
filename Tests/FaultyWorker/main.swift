// SPDX-License-Identifier: GPL-3.0-or-later

// A worker that knows one stage more than the real one: a stage that misbehaves.
internal import DocScanEngine

try WorkerProgram.run(adding: [FaultStage.self])
