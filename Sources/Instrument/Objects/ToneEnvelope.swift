// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// The envelope of a tone's loudness: rises in a straight line, falls by the same number of decibels each frame, 96 in the time
/// of its decay or release. Each value follows from that at the beginning of four frames of its stage, so that it is the same
/// however the frames are divided into blocks.
struct ToneEnvelope: BitwiseCopyable {
  private enum Stage: BitwiseCopyable { case delay, attack, hold, decay, sustain, release, over }

  /// What counts as silence: -96 dB, as an amplitude and in octaves of it.
  private static var silence: Double { @_noLocks get { 1.5849e-5 } }
  private static var silenceOctaves: Double { @_noLocks get { 15.9452 } }

  private let times: ToneSettings.Envelope
  private var stage = Stage.delay
  /// Frames until the next stage.
  private var left: Int
  /// Linear, 0...1, before the four frames.
  private var start = 0.0
  /// How many of these have passed.
  private var passed = 0
  /// What becomes of the value in a frame.
  private var factor = 1.0
  private var addend = 0.0
  /// The same in one frame to four.
  private var factors = SIMD4<Float>(repeating: 1)
  private var addends = SIMD4<Float>.zero
  private var fourFactor = 1.0

  @_noLocks init(_ times: ToneSettings.Envelope) {
    (self.times, left) = (times, times.delayFrames)
    while left == 0 && !isOver { enterNext() }
  }

  /// It has fallen to nothing.
  var isOver: Bool { @_noLocks get { if case .over = stage { true } else { false } } }

  /// Frames until it begins to rise.
  var waitingFrames: Int {
    @_noLocks get { if case .delay = stage { left } else { 0 } }
  }

  /// Lets frames pass in which it waits.
  @_noLocks mutating func wait(_ count: Int) {
    left &-= count
    while left == 0 { enterNext() }
  }

  /// Linear, 0...1, of the last frame.
  private var value: Double {
    @_noLocks get {
      passed == 0
        ? start
        : Double(Float(start) * factors[passed &- 1] + addends[passed &- 1])
    }
  }

  /// The note has ended: it falls by 96 dB in so many frames.
  @_noLocks mutating func release(frameCount: Int) {
    guard !isOver else { return }
    guard value > Self.silence else { return enter(.over, from: 0, frames: .max) }
    fall(from: value, to: 0, stage: .release, frames: frameCount)
  }

  /// Multiplies frames by its next values.
  @_noLocks mutating func apply(to frames: UnsafeMutablePointer<Float>, count: Int) {
    var done = 0
    while done < count {
      let run = min(left, count &- done)
      if factor == 1 && addend == 0 {
        if start != 1 {
          let gain = Float(start)
          for frame in done..<done &+ run { frames[frame] *= gain }
        }
      } else {
        move(frames + done, count: run)
      }
      done &+= run
      left &-= run
      while left == 0 { enterNext() }
    }
  }

  /// Multiplies frames by values that change.
  @_noLocks private mutating func move(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    var frame = 0
    while frame < count {
      if passed == 0 && frame &+ 4 <= count {
        let bytes = UnsafeMutableRawPointer(frames + frame)
        let gains = SIMD4(repeating: Float(start)) * factors + addends
        bytes.storeBytes(
          of: bytes.loadUnaligned(as: SIMD4<Float>.self) * gains, as: SIMD4<Float>.self)
        start = start * fourFactor + 4 * addend
        frame &+= 4
        continue
      }
      frames[frame] *= Float(start) * factors[passed] + addends[passed]
      passed &+= 1
      if passed == 4 {
        start = start * fourFactor + 4 * addend
        passed = 0
      }
      frame &+= 1
    }
  }

  @_noLocks private mutating func enterNext() {
    switch stage {
    case .delay:
      enter(.attack, from: 0, frames: max(1, times.attackFrames))
      addend = 1 / Double(left)
      addends = SIMD4(1, 2, 3, 4) * Float(addend)
    case .attack:
      enter(.hold, from: 1, frames: times.holdFrames)
    case .hold:
      fall(from: 1, to: times.sustain, stage: .decay, frames: times.decayFrames)
    case .decay:
      let sustain = Double(times.sustain)
      enter(sustain > Self.silence ? .sustain : .over, from: sustain, frames: .max)
    case .release: enter(.over, from: 0, frames: .max)
    case .sustain, .over: left = .max
    }
  }

  @_noLocks private mutating func enter(_ next: Stage, from value: Double, frames: Int) {
    (stage, left, factor, addend) = (next, frames, 1, 0)
    (start, passed, fourFactor) = (value, 0, 1)
    (factors, addends) = (SIMD4(repeating: 1), .zero)
    if case .over = next { start = 0 }
  }

  /// Falls from an amplitude to another or to silence, as fast as by 96 dB in `frames`.
  @_noLocks private mutating func fall(
    from top: Double, to bottom: Float, stage next: Stage, frames: Int
  ) {
    let end = max(Self.silence, Double(bottom))
    let octaves = Double(rt_log2(Float(top / end)))
    let count = Double(max(1, frames)) * octaves / Self.silenceOctaves
    let whole = Int(count)
    enter(next, from: top, frames: Double(whole) < count ? whole &+ 1 : whole)
    factor = Self.exponential(-0.69314718056 * Self.silenceOctaves / Double(max(1, frames)))
    let (two, three) = (factor * factor, factor * factor * factor)
    fourFactor = two * two
    factors = SIMD4(Float(factor), Float(two), Float(three), Float(fourFactor))
  }

  /// e to the power of a number that is at most 12 from 0, so exactly that it can be multiplied a million times.
  @_noLocks private static func exponential(_ power: Double) -> Double {
    let part = power / 256
    var value = 1 + part * (1 + part / 2 * (1 + part / 3 * (1 + part / 4 * (1 + part / 5))))
    for _ in 0..<8 { value *= value }
    return value
  }
}
