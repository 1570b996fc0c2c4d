// SPDX-License-Identifier: GPL-3.0-or-later

// A worker that knows two stages more than the real one: stages that misbehave.
internal import DocScanEngine

try WorkerProgram.run(adding: [FaultStage.self, FaultTextStage.self])
