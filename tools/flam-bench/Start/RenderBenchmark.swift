// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Foundation
import Glibc
import Kits
import Simulation

/// How fast `flam render` is: a bundled take over and over, until it is ten minutes of dense playing, by the program
/// itself; of several runs the one that takes least.
struct RenderBenchmark {
  private static let takeSeconds = 600
  private static let leastSpeed = 300.0

  let runCount: Int

  func run() throws -> Bool {
    let folder = TemporaryFolder()
    try writeTake(to: "\(folder.path)/take.wav")
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_CACHE_HOME"] = folder.path
    var least = (held: Double.infinity, passed: Double.infinity)
    var hitCount = 0
    for _ in 0..<runCount {
      let (start, heldBefore) = (ContinuousClock.now, Self.childSeconds)
      let outcome = try Program.start(
        Program.product("flam"), ["render", "take.wav", "played.wav", "--json", "--force"],
        environment: environment, in: folder
      ).wait()
      guard outcome.exitCode == 0 else { throw StartFailure(reason: outcome.errors) }
      least.held = min(least.held, Self.childSeconds - heldBefore)
      least.passed = min(least.passed, (ContinuousClock.now - start) / .seconds(1))
      hitCount = outcome.output.split(separator: "\n").count
    }
    let seconds = Double(Self.takeSeconds)
    print(
      "render: \(Self.takeSeconds) s with \(hitCount) hits, the least of \(runCount): \(least.held.digits(2)) s of the "
        + "processor, \((seconds / least.held).digits(0)) times real time; \(least.passed.digits(2)) s passed, "
        + "\((seconds / least.passed).digits(0)) times")
    return verdict(
      "300 times real time, by the processor", seconds / least.held >= Self.leastSpeed)
  }

  private func writeTake(to path: String) throws {
    guard let take = KitLocator().takes.first else {
      throw StartFailure(reason: "no bundled take; set FLAM_SAMPLES to the folder Samples")
    }
    var reader = try SoundFileReader(path: take)
    var samples = [Float](repeating: 0, count: reader.channelCount * reader.frameCount)
    var span = samples.mutableSpan
    _ = try reader.read(into: &span)
    var writer = try SoundFileWriter(
      path: path, sampleRateHz: reader.sampleRateHz, channelCount: reader.channelCount)
    var left = Self.takeSeconds * reader.sampleRateHz * reader.channelCount
    while left > 0 {
      try writer.write(Array(samples.prefix(left)))
      left -= min(left, samples.count)
    }
    try writer.finish()
  }

  /// Processor time of all programs that were started and have ended: user and system.
  private static var childSeconds: Double {
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    return [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
      .reduce(0, +)
  }
}
