// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation

/// The cost of recording, and the state of recordings when processes and disks fail.
struct RecordBenchmark {
  let isQuick: Bool
  let seed: UInt64

  func run() throws -> Bool {
    let folder = TemporaryFolder()
    print("record:")
    var verdicts = [try RecordingCost(blockCount: isQuick ? 10_000 : 100_000).run(in: folder)]
    verdicts.append(try KillTrial(count: isQuick ? 6 : 100, seed: seed).run(in: folder))
    verdicts.append(try FailingDisks(stallSeconds: isQuick ? 3 : 8).run(in: folder))
    if !isQuick { verdicts.append(try LongRecording().run(in: folder)) }
    return verdicts.allSatisfy { $0 }
  }
}
