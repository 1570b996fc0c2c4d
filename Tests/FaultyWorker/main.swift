// SPDX-License-Identifier: GPL-3.0-or-later

// A worker with two additional stages that misbehave.
internal import DocScanEngine

try WorkerProgram.run(adding: [FaultStage.self, FaultTextStage.self])
