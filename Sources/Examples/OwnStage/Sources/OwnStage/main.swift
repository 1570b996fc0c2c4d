// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanEngine

// A worker with a stage in addition to docscan's own:
//
//   swift build
//   DOCSCAN_WORKER=.build/debug/OwnStage docscan run pipeline.json INPUT…
//
// with {"stage": "stamp"} after the stages that move the picture.
try WorkerProgram.run(adding: [StampStage.self], versions: ["stamps": "1.0"])
