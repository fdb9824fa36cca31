// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Foundation
import Glibc
import Kits
import Simulation

/// How fast `flam render` is: ten minutes of playing in three densities, by the program itself, with
/// kit and hearing. Of several runs the one that takes least processor time, user and system.
///
/// A bundled take over and over is the thinnest. It is played by two and by four pairs of hands for
/// the others, each a little later than the one before.
struct RenderBenchmark {
  private static let takeSeconds = 600
  private static let handCounts = [1, 2, 4]
  /// How much later the next hands are.
  private static let laterSeconds = 0.137
  /// For the thinnest, and for the densest.
  private static let leastSpeeds = (thin: 300.0, dense: 150.0)

  let runCount: Int

  func run() throws -> Bool {
    print(
      "render: \(Self.takeSeconds) s of playing with kit and hearing, the least of \(runCount) runs"
    )
    print("  hits a second   processor, s   times real time   passed, s")
    let speeds = try Self.handCounts.map { try speed(handCount: $0) }
    return [
      verdict(
        "the thinnest \(Self.leastSpeeds.thin.digits(0)) times real time, by the processor",
        speeds[0] >= Self.leastSpeeds.thin),
      verdict(
        "the densest \(Self.leastSpeeds.dense.digits(0)) times",
        speeds[speeds.count - 1] >= Self.leastSpeeds.dense),
    ].allSatisfy(\.self)
  }

  /// Prints a line; how many times real time it is.
  private func speed(handCount: Int) throws -> Double {
    let folder = TemporaryFolder()
    try writeTake(to: "\(folder.path)/take.wav", handCount: handCount)
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
    let speed = Double(Self.takeSeconds) / least.held
    let columns = [
      ((Double(hitCount) / Double(Self.takeSeconds)).digits(1), 15), (least.held.digits(2), 15),
      (speed.digits(0), 18), (least.passed.digits(2), 12),
    ]
    print(columns.map { String(repeating: " ", count: max(1, $1 - $0.count)) + $0 }.joined())
    return speed
  }

  private func writeTake(to path: String, handCount: Int) throws {
    guard let take = KitLocator().takes.first else {
      throw StartFailure(reason: "no bundled take; set FLAM_SAMPLES to the folder Samples")
    }
    var reader = try SoundFileReader(path: take)
    var samples = [Float](repeating: 0, count: reader.channelCount * reader.frameCount)
    var span = samples.mutableSpan
    _ = try reader.read(into: &span)
    let later = reader.channelCount * Int(Self.laterSeconds * Double(reader.sampleRateHz))
    let played = samples.indices.map { index in
      (0..<handCount).reduce(Float(0)) { sum, hands in
        sum + samples[(index + samples.count - hands * later) % samples.count]
      } / Float(handCount).squareRoot()
    }
    var writer = try SoundFileWriter(
      path: path, sampleRateHz: reader.sampleRateHz, channelCount: reader.channelCount)
    var left = Self.takeSeconds * reader.sampleRateHz * reader.channelCount
    while left > 0 {
      try writer.write(Array(played.prefix(left)))
      left -= min(left, played.count)
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
