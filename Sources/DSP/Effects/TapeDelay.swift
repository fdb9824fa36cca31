// SPDX-License-Identifier: GPL-3.0-or-later

/// Echoes from a tape loop. Another time moves its head along the tape: the echoes rise or fall in
/// pitch, by an octave up at most, until the head is there. No latency.
///
/// Formula, of one side: `w[n] = x[n] + feedback w[n - d]`, `y[n] = (1 - mix) x[n] + mix w[n - d]`.
/// Values: time, 0.001...4 s, and at least 11 frames, or the length of a note at the tempo; feedback, 0...0.95; mix, 0...1; spread, 0
/// (each side has its own echoes)...1 (both sides' sum echoes left, right, left…). Echoes between
/// frames are exact to -100 dB up to 15 kHz at 48 kHz.
public struct TapeDelay: StereoEffect, ~Copyable {
  private static var mostSeconds: Float { @_noLocks get { 4 } }

  private let sampleRateHz: Float
  /// The time, and the note that has it in its place; see ``follow(wholeNoteSeconds:)``.
  private var seconds, note: Float
  private var wholeNoteSeconds: Float = 2
  private var values: ValueGlide
  private var head: TapeHead
  private var line: StereoDelayLine

  /// An empty tape. Values: time in seconds, feedback, mix, spread, the length of a note in whole
  /// notes, 0...1.5, that has the time in its place, 0 for none. A whole note lasts two
  /// seconds, as at 120 quarters a minute.
  public init(_ values: SIMD8<Float>, sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    (seconds, note) = (values[0], values[4])
    self.values = ValueGlide(Self.held(values))
    head = TapeHead(
      Self.delayFrames(seconds, note, wholeNoteSeconds, sampleRateHz), sampleRateHz: sampleRateHz)
    line = StereoDelayLine(mostFrames: Int(Self.mostSeconds * sampleRateHz))
  }

  /// Feedback, mix, spread.
  @_noLocks private static func held(_ values: SIMD8<Float>) -> SIMD8<Float> {
    SIMD8(
      EffectInput.held(values[1], 0, 0.95), EffectInput.held(values[2], 0, 1),
      EffectInput.held(values[3], 0, 1), 0, 0, 0, 0, 0)
  }

  @_noLocks private static func delayFrames(
    _ seconds: Float, _ note: Float, _ wholeNoteSeconds: Float, _ rateHz: Float
  ) -> Double {
    let wanted = note > 0 ? EffectInput.held(note, 0, 1.5) * wholeNoteSeconds : seconds
    let seconds = EffectInput.held(wanted, 0.001, mostSeconds)
    return max(StereoDelayLine.leastFrames, Double(seconds) * Double(rateHz))
  }

  /// Nothing is on the tape, so that nothing comes until something goes in.
  public var isSilent: Bool { @_noLocks get { line.isSilent } }

  /// How far the head is from where it writes, in frames.
  public var delayFrames: Double { @_noLocks get { head.delay } }

  /// Takes on other values within `frameCount` frames; the time moves as fast as a tape may.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    self.values.glide(to: Self.held(values), frameCount: frameCount)
    (seconds, note) = (values[0], values[4])
    aim()
  }

  /// Notes have another length from the next frame on; the time moves as fast as a tape may.
  @_noLocks public mutating func follow(wholeNoteSeconds: Float) {
    self.wholeNoteSeconds = wholeNoteSeconds
    aim()
  }

  @_noLocks private mutating func aim() {
    head.target = Self.delayFrames(seconds, note, wholeNoteSeconds, sampleRateHz)
    // Nobody hears the head of a silent tape.
    if line.isSilent { head.jump() }
  }

  /// Adds the echoes to frames of interleaved stereo in place.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
      let values = values.next()
      let delay = head.next()
      let frame = frames + 2 * index
      let input = EffectInput.frame(frame)
      let old = line.isSilent ? .zero : line.read(delayFrames: delay)
      let both = SIMD2(0.5 * (input.x + input.y), 0)
      let crossed = old + values[2] * (SIMD2(old.y, old.x) - old)
      line.write(input + values[2] * (both - input) + values[0] * crossed)
      let output = input + values[1] * (old - input)
      (frame[0], frame[1]) = (output.x, output.y)
    }
  }
}

/// The distance of a tape's heads in frames. It follows its target as a critically damped spring
/// does, at most by a frame a frame: the tape stands still, or plays at double speed.
private struct TapeHead: BitwiseCopyable {
  private static var easeSeconds: Float { @_noLocks get { 0.01 } }
  /// Nearer than the places between frames that can be read, the head is there.
  private static var negligible: Double { @_noLocks get { 1e-4 } }

  private let ease: Double
  private(set) var delay: Double
  private var speed = 0.0
  var target: Double

  init(_ delay: Double, sampleRateHz: Float) {
    (self.delay, target) = (delay, delay)
    ease = Double(1 / (Self.easeSeconds * sampleRateHz))
  }

  /// Is there at once.
  @_noLocks mutating func jump() { (delay, speed) = (target, 0) }

  /// The distance in the next frame.
  @_noLocks mutating func next() -> Double {
    let distance = target - delay
    if distance == 0 { return delay }
    let wanted = max(-1, min(1, 0.25 * ease * distance))
    speed += ease * (wanted - speed)
    delay += speed
    if abs(distance) < Self.negligible && abs(speed) < Self.negligible {
      (delay, speed) = (target, 0)
    }
    return max(StereoDelayLine.leastFrames, delay)
  }
}
