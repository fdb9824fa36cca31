// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Makes echoes alone of what drums send: a tape that echoes a dotted eighth later, at the tempo, and
/// again, each time 8 dB softer, on the side where the drum is. Until something is sent it costs
/// nothing, nor once the tape is silent again.
struct DelayReturn: ~Copyable {
  /// The time of an echo, in whole notes.
  static let wholeNotes: Float = 3 / 16
  /// The linear gain of an echo after the one before.
  static let feedback: Float = 0.4
  /// The linear amplitude below which nobody hears an echo, -120 dB.
  private static var faintest: Float { @_noLocks get { 1e-6 } }
  /// By so many frames echoes reach over their place, as they may lie between frames.
  private static var reachFrames: Int { @_noLocks get { 64 } }

  private var tape: TapeDelay
  /// Frames since something went in or came out that somebody hears.
  private var faintFrames = 0

  /// A silent tape, at 120 quarters a minute.
  init(sampleRateHz: Float) {
    tape = TapeDelay(
      SIMD8(0, Self.feedback, 1, 0, Self.wholeNotes, 0, 0, 0), sampleRateHz: sampleRateHz)
  }

  /// An echo is heard, or one is still to come.
  var isHeard: Bool {
    @_noLocks get { !tape.isSilent && faintFrames <= Int(tape.delayFrames) &+ Self.reachFrames }
  }

  /// Notes have another length from the next frame on.
  @_noLocks mutating func follow(wholeNoteSeconds: Float) {
    tape.follow(wholeNoteSeconds: wholeNoteSeconds)
  }

  /// Replaces the input by its echoes, in place. Returns false, with all frames zero, if the tape is
  /// silent and stays so.
  @_noLocks mutating func process(
    _ frames: UnsafeMutablePointer<SIMD2<Float>>, count: Int
  ) -> Bool {
    var isRunning = false
    let samples = UnsafeMutableRawPointer(frames).assumingMemoryBound(to: Float.self)
    for index in 0..<count {
      let input = frames[index]
      if input == .zero && tape.isSilent { continue }
      isRunning = true
      tape.process(samples + 2 &* index, count: 1)
      let isFaint = Self.isFaint(input) && Self.isFaint(frames[index])
      faintFrames = isFaint ? faintFrames &+ 1 : 0
    }
    return isRunning
  }

  @_noLocks private static func isFaint(_ frame: SIMD2<Float>) -> Bool {
    abs(frame.x) < faintest && abs(frame.y) < faintest
  }
}
