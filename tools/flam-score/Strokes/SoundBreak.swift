// SPDX-License-Identifier: GPL-3.0-or-later

/// A break in what is heard, which is no stroke.
enum SoundBreak: CaseIterable {
  /// A take ends while a strike rings.
  case end
  /// A take is cut while a strike rings: another stretch of the room follows at once.
  case cut
  /// Zeros for part of a second, from while a strike rings.
  case pause
  /// Zeros for some seconds; then a device is there again, and what it hears begins at once.
  case comeback

  /// Where it happens.
  enum Room: String, CaseIterable {
    case quiet = "quiet"
    /// With hum, and a constant offset of the card.
    case humming = "hum"
  }

  /// How many there are in a trial.
  static let count = 10
  private static let roomDecibels = -60.0
  private static let humDecibels = -35.0
  private static let offset: Float = 0.01
  private static let peakDecibels = -10.0
  private static let firstSeconds = 1.0
  /// A strike has rung so long when the break begins.
  private static let afterStrikeSeconds = 0.040...0.150

  /// For tables.
  var name: String {
    switch self {
    case .end: "the take ends"
    case .cut: "a cut"
    case .pause: "a pause"
    case .comeback: "a device returns"
    }
  }

  private var apartSeconds: Double { self == .comeback ? 6 : 2 }
  private var lengthSeconds: ClosedRange<Double> { self == .comeback ? 2...4 : 0.2...0.9 }

  /// What is heard around ten breaks: one signal, or one that ends a break.
  func signals(_ strikes: StrikeSet, in room: Room, seed: UInt64) -> [TestSignal] {
    var maker = NoiseMaker(seed: seed)
    let struck = (0..<Self.count).map { Self.firstSeconds + apartSeconds * Double($0) }
    let breaks = struck.map { seconds in
      let begin = seconds + maker.number(in: Self.afterStrikeSeconds)
      return begin..<begin + maker.number(in: lengthSeconds)
    }
    func heard(seconds: Double, seed: UInt64) -> TestSignal {
      Self.room(room, seconds: seconds, strikes.sampleRateHz, seed: seed)
    }
    func strike(_ number: Int, in signal: inout TestSignal, atSeconds seconds: Double) {
      signal.strike(
        strikes.clips[number % strikes.clips.count], peakDecibels: Self.peakDecibels,
        atSeconds: seconds)
    }
    if self == .end {
      return struck.indices.map { number in
        let length = Self.firstSeconds + breaks[number].lowerBound - struck[number]
        var signal = heard(seconds: length, seed: seed &+ UInt64(number))
        strike(number, in: &signal, atSeconds: Self.firstSeconds)
        return signal
      }
    }
    let seconds = Self.firstSeconds + apartSeconds * Double(Self.count)
    var signal = heard(seconds: seconds, seed: seed)
    for number in struck.indices where self != .comeback {
      strike(number, in: &signal, atSeconds: struck[number])
    }
    func isBroken(_ seconds: Double) -> Bool { breaks.contains { $0.contains(seconds) } }
    signal.turn { isBroken($0) ? 0 : 1 }
    if self == .cut {
      var other = heard(seconds: seconds, seed: seed &+ 1)
      other.turn { isBroken($0) ? 1 : 0 }
      signal.add(other.samples)
    }
    return [signal]
  }

  private static func room(
    _ room: Room, seconds: Double, _ sampleRateHz: Int, seed: UInt64
  ) -> TestSignal {
    var maker = NoiseMaker(seed: seed)
    var signal = TestSignal(seconds: seconds, sampleRateHz: sampleRateHz)
    signal.addNoise(decibels: roomDecibels, &maker)
    guard room == .humming else { return signal }
    let hum = SteadySound.hum50.sound(
      count: signal.samples.count, decibels: humDecibels, sampleRateHz: sampleRateHz, seed: seed)
    signal.add(hum.map { $0 + offset })
    return signal
  }
}
