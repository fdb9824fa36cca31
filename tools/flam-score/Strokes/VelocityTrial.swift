// SPDX-License-Identifier: GPL-3.0-or-later

/// The velocities of the same strikes, clean and with something added that has nothing to do with them.
enum VelocityTrial {
  /// What is added, or done, to the clean strikes.
  enum Change: CaseIterable {
    case offsetUp, offsetDown, rumble, hum, inverted

    /// For tables.
    var name: String {
      switch self {
      case .offsetUp: "offset 0.05"
      case .offsetDown: "offset -0.05"
      case .rumble: "rumble"
      case .hum: "hum"
      case .inverted: "opposite polarity"
      }
    }

    /// The signal with it.
    func heard(of clean: TestSignal, seed: UInt64) -> TestSignal {
      var signal = clean
      let count = clean.samples.count
      switch self {
      case .offsetUp: signal.add([Float](repeating: 0.05, count: count))
      case .offsetDown: signal.add([Float](repeating: -0.05, count: count))
      case .rumble, .hum:
        let sound: SteadySound = self == .rumble ? .rumble : .hum50
        signal.add(
          sound.sound(
            count: count, decibels: -30, sampleRateHz: clean.sampleRateHz, seed: seed))
      case .inverted: signal.turn { _ in -1 }
      }
      return signal
    }
  }

  static let strikeCount = 24

  /// How far the velocity of each strike is from that in the clean signal; one that is not heard has none, which is 0.
  static func changes(from clean: [Double?], to heard: [Double?]) -> [Double] {
    zip(clean, heard).map { abs(($0 ?? 0) - ($1 ?? 0)) }
  }
}
