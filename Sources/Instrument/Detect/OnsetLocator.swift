// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Finds where a hit began, once it is certain that there was one.
///
/// Keeps the level over the last millisecond and walks back from the peak to where it first had rested below 20 dB under
/// the peak, or below 7 dB over what was heard before where that is higher: the same place for a soft hit and a loud one.
struct OnsetLocator: ~Copyable {
  /// How far a walk goes.
  struct Reach {
    /// The peak is looked for this long after the sign of a hit.
    let peakFrames: Int
    /// The onset is looked for this long before the sign of a hit.
    let backFrames: Int
    /// What rests below the threshold for this long lies before the hit.
    let restFrames: Int
  }

  /// Time over which the level is averaged, in seconds.
  private static let averagingSeconds: Float = 0.001
  /// -20 dB.
  private static let attackShare: Float = 0.01
  /// 7 dB.
  private static let floorGain: Float = 5
  /// The quietest of so many stretches before the hit, of 5 ms each, tells what was heard before.
  private static let stretchCount = 12
  private static let levelsPerStretch = 5
  /// The last stretch ends this many times the averaging time before the sign of a hit.
  private static let clearance = 2
  private static let leastPower: Float = 1e-14

  private let averagingFrames: Int
  private let mask: Int
  private let powers: UnsafeMutablePointer<Float>
  private let levels: UnsafeMutablePointer<Float>
  private var newest = 0
  private var sum = 0.0

  /// A locator that looks back at most `memorySeconds`.
  init(memorySeconds: Float, sampleRateHz: Float) {
    averagingFrames = max(
      2, Units.frames(seconds: Self.averagingSeconds, sampleRateHz: sampleRateHz))
    let background = (Self.clearance + Self.stretchCount * Self.levelsPerStretch) * averagingFrames
    let needed = background + Units.frames(seconds: memorySeconds, sampleRateHz: sampleRateHz)
    var capacity = 1
    while capacity < needed { capacity *= 2 }
    mask = capacity - 1
    powers = .allocate(capacity: capacity)
    levels = .allocate(capacity: capacity)
    powers.initialize(repeating: 0, count: capacity)
    levels.initialize(repeating: 0, count: capacity)
  }

  deinit {
    powers.deallocate()
    levels.deallocate()
  }

  /// Forgets the past.
  mutating func reset() {
    powers.update(repeating: 0, count: mask + 1)
    levels.update(repeating: 0, count: mask + 1)
    newest = 0
    sum = 0
  }

  /// Hears the power of the next sample.
  @_noLocks mutating func append(_ power: Float) {
    newest = (newest + 1) & mask
    sum += Double(power) - Double(powers[(newest - averagingFrames) & mask])
    powers[newest] = power
    levels[newest] = Float(max(sum, 0)) + Self.leastPower
  }

  /// How many frames ago the hit began of which a sign was heard `signAgeFrames` ago; less than `oldestAgeFrames`.
  @_noLocks func ageFrames(signAgeFrames: Int, oldestAgeFrames: Int, reach: Reach) -> Int {
    let half = averagingFrames / 2
    let sign = max(0, signAgeFrames - half)
    let peak = peakAge(from: sign, to: max(0, sign - reach.peakFrames))
    let threshold = max(
      Self.attackShare * level(ageFrames: peak), Self.floorGain * background(ageFrames: sign))
    let oldest = min(sign + reach.backFrames, oldestAgeFrames - half)
    var onset = peak
    var restFrames = 0
    var age = peak
    while age <= oldest && restFrames < reach.restFrames {
      if level(ageFrames: age) < threshold {
        restFrames += 1
      } else {
        restFrames = 0
        onset = age
      }
      age += 1
    }
    return onset + half
  }

  @_noLocks private func peakAge(from oldest: Int, to newest: Int) -> Int {
    var peak = oldest
    for age in newest...oldest where level(ageFrames: age) > level(ageFrames: peak) { peak = age }
    return peak
  }

  /// The level of the quietest stretch before a frame.
  @_noLocks private func background(ageFrames: Int) -> Float {
    var quietest = Float.infinity
    var age = ageFrames + Self.clearance * averagingFrames
    for _ in 0..<Self.stretchCount {
      var sum: Float = 0
      for _ in 0..<Self.levelsPerStretch {
        sum += level(ageFrames: age)
        age += averagingFrames
      }
      quietest = min(quietest, sum)
    }
    return quietest / Float(Self.levelsPerStretch)
  }

  @_noLocks private func level(ageFrames: Int) -> Float { levels[(newest - ageFrames) & mask] }
}
