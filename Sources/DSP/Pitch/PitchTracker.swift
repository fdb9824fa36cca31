// SPDX-License-Identifier: GPL-3.0-or-later

/// Hears the pitch of one voice or instrument at a time, from 60 to 1000 Hz, every 5 ms.
///
/// What lies far below and above a voice is taken away first, so that steps and hiss do not count.
/// Each reading looks at the last ``windowFrames``: a tone that sets in is read surely after
/// ``latencyFrames``, mostly sooner. It gives the same bits whatever the block size.
public struct PitchTracker: ~Copyable {
  /// The range of frequencies, in Hz.
  public static let range: ClosedRange<Float> = 60...1000
  /// The window holds so many of the longest periods.
  private static let windowPeriods: Float = 2.4
  private static let hopSeconds: Float = 0.005
  private static let (lowestHz, highestHz): (Float, Float) = (35, 4000)
  /// What is softer, in dBFS, is silence.
  private static var silenceDecibels: Float { @_noLocks get { -90 } }

  /// Frames that a reading looks at: 2.4 periods of 60 Hz, which is 40 ms.
  public let windowFrames: Int
  /// Frames from one reading to the next: 5 ms.
  public let hopFrames: Int
  /// The newest reading.
  public private(set) var reading = PitchReading(
    frame: 0, frequencyHz: 0, clarity: 0, levelDecibels: -.infinity)

  private let sampleRateHz: Float
  private let finder: PeriodFinder
  private var highPass: StereoBiquad
  private var lowPass: StereoBiquad
  /// The frames since the last reading, each twice, as the filters have them.
  private let hop: UnsafeMutablePointer<Float>
  private var hopCount = 0
  private var frame = 0

  /// A tracker that has heard nothing yet.
  public init(sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    let longest = sampleRateHz / Self.range.lowerBound
    windowFrames = Int(Self.windowPeriods * longest + 0.5)
    hopFrames = max(1, Units.frames(seconds: Self.hopSeconds, sampleRateHz: sampleRateHz))
    finder = PeriodFinder(
      range: Self.range, sampleRateHz: sampleRateHz, windowFrames: windowFrames)
    highPass = StereoBiquad(
      .highPass(cutoffHz: Self.lowestHz, q: 0.71, sampleRateHz: sampleRateHz))
    lowPass = StereoBiquad(
      .lowPass(
        cutoffHz: min(Self.highestHz, 0.4 * sampleRateHz), q: 0.71, sampleRateHz: sampleRateHz))
    hop = .allocate(capacity: 2 * hopFrames)
    hop.initialize(repeating: 0, count: 2 * hopFrames)
  }

  deinit { hop.deallocate() }

  /// The most frames from where a tone sets in until a reading looks at nothing else: a window and a
  /// hop.
  public var latencyFrames: Int { @_noLocks get { windowFrames &+ hopFrames } }

  /// Forgets what was heard.
  @_noLocks public mutating func reset() {
    highPass.reset()
    lowPass.reset()
    for index in 0..<windowFrames { finder.window[index] = 0 }
    (hopCount, frame) = (0, 0)
    reading = PitchReading(frame: 0, frequencyHz: 0, clarity: 0, levelDecibels: -.infinity)
  }

  /// Hears a sample; true where there is a new ``reading``. No number is silence.
  @_noLocks public mutating func hear(_ sample: Float) -> Bool {
    let sane = EffectInput.sane(sample)
    (hop[2 &* hopCount], hop[2 &* hopCount &+ 1]) = (sane, sane)
    hopCount &+= 1
    frame &+= 1
    guard hopCount == hopFrames else { return false }
    hopCount = 0
    highPass.process(hop, count: hopFrames)
    lowPass.process(hop, count: hopFrames)
    let kept = windowFrames &- hopFrames
    for index in 0..<kept { finder.window[index] = finder.window[index &+ hopFrames] }
    for index in 0..<hopFrames { finder.window[kept &+ index] = hop[2 &* index] }
    read()
    return true
  }

  @_noLocks private mutating func read() {
    var power: Float = 0
    for index in windowFrames / 2..<windowFrames {
      power += finder.window[index] * finder.window[index]
    }
    let level = Units.decibels(power: 2 * power / Float(windowFrames))
    guard level >= Self.silenceDecibels else {
      reading = PitchReading(frame: frame, frequencyHz: 0, clarity: 0, levelDecibels: level)
      return
    }
    let (period, clarity) = finder.find()
    reading = PitchReading(
      frame: frame, frequencyHz: period > 0 ? sampleRateHz / period : 0, clarity: clarity,
      levelDecibels: level)
  }
}
