// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Profiles

@main struct FlamScore: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "flam-score")
  @Argument var folder: String
  @Option var split: String?
  @Option(parsing: .upToNextOption) var kind: [String] = []
  func run() throws {
    let f = TruthFolder(path: folder)
    let recordings = try f.recordings(.init(split: split, kinds: kind))
    let detectors: [any HitDetector] = [FlamDetector(profile: .general)] + (Aubio.isInstalled ? Aubio.usual : [])
    let b = try OnsetBenchmark(recordings, detectors: detectors)
    for kind in Set(recordings.map(\.kind)).sorted() {
      print(OnsetReport(b.entries.map { $0.filter { $0.recording.kind == kind } }, detectors: detectors.map(\.name)))
      print()
    }
    print(CostReport(b.entries, detectors: detectors.map(\.name)))
  }
}
