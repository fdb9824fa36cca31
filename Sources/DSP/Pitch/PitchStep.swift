// SPDX-License-Identifier: GPL-3.0-or-later

/// What was heard in 50 ms, for the eye, which follows no single readings.
public struct PitchStep: Sendable, Equatable {
  fileprivate static let readings = 10

  /// How many frames had been heard.
  public let frame: Int
  /// The median of the tones; nil where fewer than half of the readings were tones.
  public let frequencyHz: Float?
  /// The highest level, in dBFS.
  public let levelDecibels: Float

  /// A step.
  public init(frame: Int, frequencyHz: Float?, levelDecibels: Float) {
    (self.frame, self.frequencyHz, self.levelDecibels) = (frame, frequencyHz, levelDecibels)
  }
}

/// Makes steps of the readings of a ``PitchTracker``. Not for the audio thread.
public struct PitchSteps {
  private var readings: [PitchReading] = []

  /// Steps; the first is not full.
  public init() {}

  /// Takes the next reading, and gives the step that it fills.
  public mutating func add(_ reading: PitchReading) -> PitchStep? {
    readings.append(reading)
    guard readings.count == PitchStep.readings else { return nil }
    defer { readings.removeAll(keepingCapacity: true) }
    let tones = readings.filter(\.isTone).map(\.frequencyHz).sorted()
    return PitchStep(
      frame: reading.frame,
      frequencyHz: 2 * tones.count >= readings.count ? tones[tones.count / 2] : nil,
      levelDecibels: readings.map(\.levelDecibels).max() ?? -.infinity)
  }
}
