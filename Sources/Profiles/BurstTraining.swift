// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// Finds bursts in a take: hits that follow each other within ``Burst/longestSeconds``, with longer
/// pauses around them. If most hits of a take are followed so, and by nothing much louder, the
/// bursts belong to the sound; otherwise the player played them.
enum BurstTraining {
  /// The hits of a take, each with its burst; all of them if the sound has no bursts.
  static func gathered(
    _ hits: [HitFilter.Candidate], sampleRateHz: Float
  ) -> [HitFilter.Candidate] {
    let longest = Units.frames(seconds: Burst.longestSeconds, sampleRateHz: sampleRateHz)
    var runs: [[HitFilter.Candidate]] = []
    for hit in hits {
      if let last = runs.last?.last, hit.onsetFrame - last.onsetFrame <= longest {
        runs[runs.count - 1].append(hit)
      } else {
        runs.append([hit])
      }
    }
    let heads = runs.map { run in
      var head = run[0]
      head.example.burst = burst(run, sampleRateHz: sampleRateHz)
      return head
    }
    let isRoll = runs.contains { $0[$0.count - 1].onsetFrame - $0[0].onsetFrame > longest }
    return isRoll || !isUsual(heads.map(\.example.burst)) ? hits : heads
  }

  private static func burst(_ run: [HitFilter.Candidate], sampleRateHz: Float) -> Burst {
    guard run.count > 1 else { return .none }
    func seconds(_ hit: HitFilter.Candidate) -> Float {
      Float(hit.onsetFrame - run[0].onsetFrame) / sampleRateHz
    }
    let loudest = run.dropFirst().map(\.attackDecibels).max() ?? 0
    guard loudest - run[0].attackDecibels <= HitFilter.doubtDecibels else { return .none }
    return Burst(
      earliestSeconds: seconds(run[1]), latestSeconds: seconds(run[run.count - 1]),
      decibels: loudest - run[0].attackDecibels)
  }

  private static func isUsual(_ bursts: [Burst]) -> Bool {
    2 * bursts.count { $0 != .none } > bursts.count
  }
}

extension Burst {
  /// How far a burst may differ from those of the examples.
  private static let strayingSeconds: Float = 0.01
  private static let strayingDecibels: Float = 6

  /// The expected burst after a hit, if most examples have one.
  init(learningFrom examples: [Example]) {
    let bursts = examples.map(\.burst).filter { $0 != .none }
    guard 2 * bursts.count > examples.count else {
      self = .none
      return
    }
    let levels = bursts.map(\.decibels).sorted()
    self.init(
      earliestSeconds: (bursts.map(\.earliestSeconds).min() ?? 0) - Self.strayingSeconds,
      latestSeconds: (bursts.map(\.latestSeconds).max() ?? 0) + Self.strayingSeconds,
      decibels: levels[levels.count * 3 / 4] + Self.strayingDecibels)
  }
}

/// A line of a profile: the first and last time in seconds, the loudest level in decibels.
extension Burst: Codable {
  /// Reads a burst; a number that is missing or out of range is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let numbers = try container.decode(String.self).split(separator: " ").map {
      Float($0) ?? .nan
    }
    guard numbers.count == 3, (0...numbers[1]).contains(numbers[0]),
      numbers[1] <= Self.longestSeconds, (-200...200).contains(numbers[2])
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the burst of an example is not one")
    }
    self.init(
      earliestSeconds: numbers[0], latestSeconds: numbers[1], decibels: numbers[2])
  }

  /// Writes a burst.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(earliestSeconds) \(latestSeconds) \(decibels)")
  }
}
