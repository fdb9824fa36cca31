// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Kits
import Simulation

/// The processor time from the start of the program until drums are played, and the cost of each
/// part: in the middle of several processes, with the bundled kit as it is kept after its first
/// time, and that first time.
struct StartBenchmark {
  private static let mostMilliseconds = 400.0
  private static let mostHearingMilliseconds = 100.0
  /// Of a tenth of a second.
  private static let mostWaits = 300

  let runCount: Int

  func run() throws -> Bool {
    let folder = TemporaryFolder()
    print(
      "start: processor time from the beginning of the process on, of \(runCount) the one in the middle; what passed in it"
    )
    var first: [StartStage: [Double]] = [:]
    for stage in [StartStage.drums, .kit] { first[stage] = try times(stage, TemporaryFolder()) }
    print(
      "  the first time on a machine: first drums \(text(first[.drums])), all of the kit "
        + text(first[.kit]))
    try fill(folder)
    var medians: [StartStage: Double] = [:]
    for stage in StartStage.allCases {
      let runs = try (0..<runCount).map { _ in try times(stage, folder) }
      let middle = (0..<2).map { index in runs.map { $0[index] }.sorted()[runs.count / 2] }
      medians[stage] = middle[0]
      print("  \(stage.rawValue): \(text(middle))")
    }
    let verdicts = [
      verdict(
        "the first block after at most 400 ms", medians[.play] ?? .infinity <= Self.mostMilliseconds
      ),
      verdict(
        "the first block heard after at most 100 ms",
        medians[.hearing] ?? .infinity <= Self.mostHearingMilliseconds),
    ]
    return verdicts.allSatisfy { $0 }
  }

  /// Loads the kit, and waits until it is kept.
  private func fill(_ folder: TemporaryFolder) throws {
    setenv("XDG_CACHE_HOME", folder.path, 1)
    let memory = SampleMemory(megabytes: 256)
    let loaded = try KitLoader.load(
      path: KitLocator().kit(nil), sampleRateHz: 48_000, into: memory)
    let kept = "\(folder.path)/flam/sounds"
    for _ in 0..<Self.mostWaits {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: kept)) ?? []
      if names.contains(where: { $0.hasSuffix(".f32") }) { return }
      usleep(100_000)
    }
    withExtendedLifetime(loaded) {}
    throw StartFailure(reason: "the kit was not kept in '\(kept)'")
  }

  /// Milliseconds of the processor, and passed.
  private func times(_ stage: StartStage, _ folder: TemporaryFolder) throws -> [Double] {
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_CACHE_HOME"] = folder.path
    let outcome = try Program.start(
      "/proc/self/exe", ["start", "--start-child", stage.rawValue], environment: environment,
      in: folder
    ).wait()
    let numbers = outcome.output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard outcome.exitCode == 0, numbers.count == 2 else {
      throw StartFailure(reason: outcome.errors)
    }
    return numbers
  }

  private func text(_ times: [Double]?) -> String {
    guard let times else { return "unknown" }
    return "\(times[0].digits(0)) ms, \(times[1].digits(0)) ms passed"
  }
}
