// SPDX-License-Identifier: GPL-3.0-or-later
import Looping

/// A looper of the microphone with a signal that the microphone hears, and what the loop sounds like.
struct HeardLoop {
  private(set) var looper: Looper
  /// What the microphone hears by output frames.
  private let signal: (Int) -> Float
  /// Frames from what is heard to when the looper gets it.
  private let lateFrames: Int
  private(set) var events: [LoopEvent] = []

  init(rateHz: Int = 48_000, lateFrames: Int = 700, _ signal: @escaping (Int) -> Float) throws {
    looper = Looper(sampleRateHz: rateHz)
    (self.signal, self.lateFrames) = (signal, lateFrames)
    try looper.perform(.source(.microphone), atFrame: 0)
  }

  /// A loop of a bar at 120 beats a minute on frame 100 000, closed by itself after 96 000 frames.
  static func bar(_ signal: @escaping (Int) -> Float) throws -> HeardLoop {
    var loop = try HeardLoop(signal)
    try loop.perform(.arm(LoopSetup(beatsPerMinute: 120, bars: 1, barFrame: 100_000)), at: 50_000)
    loop.advance(to: 100_000)
    loop.looper.hear(HeardNote(id: 1, pad: "kick", velocity: 1, frame: 100_000))
    return loop
  }

  /// Time passes in steps.
  mutating func advance(to end: Int, steps: Int = 2400) {
    var frame = looper.frame
    while frame < end {
      frame = min(end, frame + steps)
      hear()
      events += looper.advance(to: frame)
    }
  }

  mutating func perform(_ command: LoopCommand, at frame: Int) throws {
    advance(to: frame)
    hear()
    try looper.perform(command, atFrame: frame)
  }

  private mutating func hear() {
    let signal = signal
    _ = looper.hear(until: looper.frame - lateFrames) { $0.map(signal) }
  }

  /// What is heard of the loop in a stretch of frames, without the fades of what comes in or ends early.
  mutating func output(_ frames: Range<Int>) -> [Float] {
    advance(to: frames.upperBound)
    var ends: [Int: Int] = [:]
    for case .off(let number, let frame) in events { ends[number] = frame }
    var output = [Float](repeating: 0, count: frames.count)
    for case .soundOn(let sound, let number) in events {
      let end = min(sound.endFrame, ends[number] ?? .max)
      guard sound.frame < end else { continue }
      for frame in (sound.frame..<end).clamped(to: frames) {
        output[frame - frames.lowerBound] += sound.sound.samples[frame - sound.beginFrame]
      }
    }
    return output
  }
}
