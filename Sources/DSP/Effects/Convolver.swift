// SPDX-License-Identifier: GPL-3.0-or-later

/// Gives the sound the answer of a room, a loudspeaker or anything else: each side is convolved with
/// the ``ImpulseResponse`` of that side. No latency.
///
/// Formula, of one side: `y[n] = (1 - mix) x[n] + mix Σ h[k] x[n - k]`. Value: mix, 0...1. The first
/// 64 frames of the response are convolved as the formula says, the others by ``ConvolverStage``.
public struct Convolver: StereoEffect, ~Copyable {
  private static var headFrames: Int { @_noLocks get { ConvolverStage.stepFrames } }

  /// Kept until the end.
  private let response: Unmanaged<ImpulseResponse>
  private let head: UnsafeMutablePointer<Float>
  private let restFrames: Int
  private var shortLeft, shortRight, middleLeft, middleRight, longLeft, longRight: ConvolverStage
  private var mix: ValueGlide
  /// The last frames, the newest first from ``place`` on: a ring, twice one after the other.
  private let recent: UnsafeMutablePointer<Float>
  private var place = 0
  private var silentFrames: Int

  /// A convolver that passes the sound as it is. Value: mix.
  public init(_ values: SIMD8<Float>, sampleRateHz: Float) {
    self.init(values, ImpulseResponse(left: [1], right: [1]))
  }

  /// A convolver with a response at the sample rate of the sound.
  public init(_ values: SIMD8<Float>, _ response: ImpulseResponse) {
    self.response = .passRetained(response)
    head = response.head
    restFrames = response.frameCount + 4 * ConvolverStage.longFrames
    silentFrames = restFrames
    shortLeft = ConvolverStage(response.short[0])
    shortRight = ConvolverStage(response.short[1])
    middleLeft = ConvolverStage(response.middle[0])
    middleRight = ConvolverStage(response.middle[1])
    longLeft = ConvolverStage(response.long[0])
    longRight = ConvolverStage(response.long[1])
    mix = ValueGlide(Self.held(values))
    recent = .allocate(capacity: 4 * Self.headFrames)
    recent.initialize(repeating: 0, count: 4 * Self.headFrames)
  }

  deinit {
    recent.deallocate()
    response.release()
  }

  @_noLocks private static func held(_ values: SIMD8<Float>) -> SIMD8<Float> {
    SIMD8(repeating: EffectInput.held(values[0], 0, 1))
  }

  /// Takes on another mix within `frameCount` frames.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    mix.glide(to: Self.held(values), frameCount: frameCount)
  }

  /// Convolves frames of interleaved stereo in place.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
      let share = mix.next()[0]
      let frame = frames + 2 &* index
      let input = EffectInput.frame(frame)
      silentFrames = input == .zero ? silentFrames &+ 1 : 0
      // At rest everything that is remembered is silence.
      let answer = silentFrames > restFrames ? .zero : self.answer(input)
      let output = (1 - share) * input + share * answer
      (frame[0], frame[1]) = (output.x, output.y)
    }
  }

  @_noLocks private mutating func answer(_ input: SIMD2<Float>) -> SIMD2<Float> {
    place = place == 0 ? Self.headFrames &- 1 : place &- 1
    let (newest, again) = (recent + 2 &* place, recent + 2 &* (place &+ Self.headFrames))
    (newest[0], newest[1], again[0], again[1]) = (input.x, input.y, input.x, input.y)
    var sum = SIMD8<Float>.zero
    let (taps, heard) = (UnsafeRawPointer(head), UnsafeRawPointer(newest))
    for offset in stride(from: 0, to: 8 &* Self.headFrames, by: 32) {
      sum +=
        taps.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        * heard.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
    }
    var answer =
      (sum.lowHalf.lowHalf + sum.lowHalf.highHalf) + (sum.highHalf.lowHalf + sum.highHalf.highHalf)
    if !shortLeft.isEmpty { answer.x += shortLeft.exchange(input.x) }
    if !shortRight.isEmpty { answer.y += shortRight.exchange(input.y) }
    if !middleLeft.isEmpty { answer.x += middleLeft.exchange(input.x) }
    if !middleRight.isEmpty { answer.y += middleRight.exchange(input.y) }
    if !longLeft.isEmpty { answer.x += longLeft.exchange(input.x) }
    if !longRight.isEmpty { answer.y += longRight.exchange(input.y) }
    if place == 0 { work() }
    return answer
  }

  /// Each 64th frame.
  @_noLocks private mutating func work() {
    if !shortLeft.isEmpty { shortLeft.work() }
    if !shortRight.isEmpty { shortRight.work() }
    if !middleLeft.isEmpty { middleLeft.work() }
    if !middleRight.isEmpty { middleRight.work() }
    if !longLeft.isEmpty { longLeft.work() }
    if !longRight.isEmpty { longRight.work() }
  }
}
