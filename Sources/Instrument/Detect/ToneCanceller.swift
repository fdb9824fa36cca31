// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// Removes steady tones from the input, so that they hide no stroke: mains hum with its harmonics,
/// the tone of a fan or a transformer, an alarm.
///
/// Each tone that ``ToneSearch`` finds is imitated by a sine and a cosine whose amplitudes follow
/// what is left of the input (B. Widrow et al., "Adaptive noise cancelling: principles and
/// applications", Proc. IEEE 63(12), 1975), and subtracted. Its frequency is corrected by the speed
/// at which the amplitudes turn. While a stroke sounds, the amplitudes follow at a tenth of their
/// speed, so that the stroke is not taken for a tone.
///
/// - Latency: none. Without a tone the input passes unchanged.
struct ToneCanceller: ~Copyable {
  /// Time in which the amplitudes follow, in seconds.
  private static let followSeconds: Float = 0.06
  /// Time over which the level of what is left is averaged, in seconds.
  private static let averagingSeconds: Float = 0.2
  /// The speed of both while a stroke sounds.
  private static var strokeSpeed: Float { @_noLocks get { 0.1 } }
  /// A new tone is followed at full speed for this long, in seconds: a hum that begins seems to be
  /// stroke after stroke.
  private static let settlingSeconds: Float = 0.3
  /// A larger remainder than this many times its level is no error of the amplitudes.
  private static var mostOverLevel: Float { @_noLocks get { 4 } }
  /// The level is above this, as a mean square: -100 dBFS.
  private static var leastLevel: Float { @_noLocks get { 1e-10 } }
  /// The level that is assumed when a tone is taken up, as a mean square: -40 dBFS.
  private static var firstLevel: Float { @_noLocks get { 1e-4 } }
  /// The power of a tone beside an imitation in the opposite phase, over its own.
  static var mostOverTones: Float { @_noLocks get { 4 } }
  /// Two tones closer than this cannot be told apart, in bins of the search.
  private static var apartBins: Float { @_noLocks get { 1.5 } }
  /// A tone that is this much softer than its imitation is gone, as a ratio of powers: 6 dB.
  private static var goneShare: Float { @_noLocks get { 0.25 } }
  private static var slotCount: Int { @_noLocks get { 32 } }

  private let sampleRateHz: Float
  private let speed: Float
  private let averaging: Float
  private let settlingFrames: Int
  private var search: ToneSearch
  // Of each tone, eight a vector: the oscillator, its step, the amplitudes, and those at the end of
  // the last window.
  private var cosine = InlineArray<4, SIMD8<Float>>(repeating: .zero)
  private var sine = InlineArray<4, SIMD8<Float>>(repeating: .zero)
  private var stepCosine = InlineArray<4, SIMD8<Float>>(repeating: SIMD8(repeating: 1))
  private var stepSine = InlineArray<4, SIMD8<Float>>(repeating: .zero)
  private var inPhase = InlineArray<4, SIMD8<Float>>(repeating: .zero)
  private var quadrature = InlineArray<4, SIMD8<Float>>(repeating: .zero)
  private var lastInPhase = InlineArray<4, SIMD8<Float>>(repeating: .zero)
  private var lastQuadrature = InlineArray<4, SIMD8<Float>>(repeating: .zero)
  /// 0 for a free slot.
  private var frequencyHz = InlineArray<32, Float>(repeating: 0)
  private var missedWindows = InlineArray<32, Int>(repeating: 0)
  /// Vectors that hold tones.
  private var groupCount = 0
  /// Frames for which a new tone is followed at full speed.
  private var leftToSettle = 0
  /// Mean square of what is left.
  private var level = Self.firstLevel
  /// The strongest tone at the end of the last window; nil if none is removed.
  private(set) var strongest: SteadyTone?
  /// Mean square of all tones at the end of the last window.
  private(set) var power: Float = 0

  init(sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    search = ToneSearch(sampleRateHz: sampleRateHz)
    speed = 2 / (Self.followSeconds * sampleRateHz)
    settlingFrames = Units.frames(seconds: Self.settlingSeconds, sampleRateHz: sampleRateHz)
    averaging = 1 / (Self.averagingSeconds * sampleRateHz)
  }

  /// Hears a sample; returns it without the steady tones.
  @_noLocks @inline(__always) mutating func process(
    _ sample: Float, isStrokeSounding: Bool
  ) -> Float {
    if search.process(sample) { endWindow() }
    guard groupCount > 0 else { return sample }
    if leftToSettle > 0 { leftToSettle &-= 1 }
    let isSlow = isStrokeSounding && leftToSettle == 0
    return cancel(sample, speed: isSlow ? Self.strokeSpeed : 1)
  }

  /// Lets a frame pass in which the input was cut off. The tones go on after it, but may have been
  /// moved against their imitations.
  @_noLocks mutating func skip() {
    search.restart()
    guard groupCount > 0 else { return }
    _ = cancel(0, speed: 0)
    noteCut()
  }

  /// The tones may have been moved against their imitations, which follow quickly then.
  @_noLocks mutating func noteCut() { level = max(level, Self.mostOverTones * power) }

  @_noLocks @inline(never) private mutating func cancel(
    _ sample: Float, speed relativeSpeed: Float
  ) -> Float {
    var tones = SIMD8<Float>.zero
    for group in 0..<groupCount {
      let (across, along) = (cosine[group], sine[group])
      cosine[group] = across * stepCosine[group] - along * stepSine[group]
      sine[group] = along * stepCosine[group] + across * stepSine[group]
      tones += inPhase[group] * cosine[group] + quadrature[group] * sine[group]
    }
    let rest = sample - tones.sum()
    let limit = Self.mostOverLevel * rt_sqrt(level)
    let error = max(-limit, min(limit, rest))
    level += relativeSpeed * averaging * (error * error - level)
    level = max(level, Self.leastLevel)
    let step = relativeSpeed * speed * error
    for group in 0..<groupCount {
      inPhase[group] += step * cosine[group]
      quadrature[group] += step * sine[group]
    }
    return rest
  }

  /// Corrects the tones by the window that was searched, forgets those that are gone, and takes up
  /// new ones.
  @_noLocks @inline(never) private mutating func endWindow() {
    for slot in 0..<Self.slotCount where frequencyHz[slot] > 0 { correct(slot) }
    for index in 0..<search.foundCount { takeUp(hertz: search.found[index]) }
    groupCount = 0
    strongest = nil
    self.power = 0
    for slot in 0..<Self.slotCount where frequencyHz[slot] > 0 {
      groupCount = slot / 8 + 1
      let power = power(slot)
      self.power += power
      if power > strongest?.power ?? 0 {
        strongest = SteadyTone(frequencyHz: frequencyHz[slot], power: power)
      }
    }
  }

  /// Mean square of the imitation of a tone.
  @_noLocks private func power(_ slot: Int) -> Float {
    let (first, second) = (inPhase[slot / 8][slot % 8], quadrature[slot / 8][slot % 8])
    return 0.5 * (first * first + second * second)
  }

  @_noLocks private mutating func correct(_ slot: Int) {
    let (group, lane) = (slot / 8, slot % 8)
    let power = power(slot)
    let least = max(power, ToneSearch.leastPower) * Self.goneShare
    missedWindows[slot] =
      search.power(hertz: frequencyHz[slot]) < least ? missedWindows[slot] + 1 : 0
    guard missedWindows[slot] < 2 else {
      clear(slot)
      return
    }
    let (first, second) = (inPhase[group][lane], quadrature[group][lane])
    let (lastFirst, lastSecond) = (lastInPhase[group][lane], lastQuadrature[group][lane])
    if power > ToneSearch.leastPower * Self.goneShare {
      // The sine of the angle by which the amplitudes turned, while that is small.
      let turned =
        (first * lastSecond - second * lastFirst)
        / (power + 0.5 * (lastFirst * lastFirst + lastSecond * lastSecond))
      if abs(turned) < 0.7 {
        frequencyHz[slot] += 0.5 * turned / (2 * .pi * search.windowSeconds)
      }
    }
    (lastInPhase[group][lane], lastQuadrature[group][lane]) = (first, second)
    tune(slot)
  }

  /// Sets the step of an oscillator, and its length to 1.
  @_noLocks private mutating func tune(_ slot: Int) {
    let (group, lane) = (slot / 8, slot % 8)
    let angle = 2 * .pi * frequencyHz[slot] / sampleRateHz
    stepCosine[group][lane] = rt_cos(angle)
    stepSine[group][lane] = rt_sin(angle)
    let (across, along) = (cosine[group][lane], sine[group][lane])
    let length = rt_sqrt(across * across + along * along)
    cosine[group][lane] = across / length
    sine[group][lane] = along / length
  }

  @_noLocks private mutating func clear(_ slot: Int) {
    let (group, lane) = (slot / 8, slot % 8)
    frequencyHz[slot] = 0
    missedWindows[slot] = 0
    inPhase[group][lane] = 0
    quadrature[group][lane] = 0
    lastInPhase[group][lane] = 0
    lastQuadrature[group][lane] = 0
    cosine[group][lane] = 1
    sine[group][lane] = 0
  }

  /// Begins to remove a tone, unless it is removed already or too many are.
  @_noLocks private mutating func takeUp(hertz: Float) {
    var free: Int?
    for slot in 0..<Self.slotCount {
      if frequencyHz[slot] == 0 {
        free = free ?? slot
      } else if abs(frequencyHz[slot] - hertz) < Self.apartBins * search.binHz {
        return
      }
    }
    guard let free else { return }
    clear(free)
    frequencyHz[free] = hertz
    tune(free)
    leftToSettle = settlingFrames
    level = max(level, Self.firstLevel)
  }
}
