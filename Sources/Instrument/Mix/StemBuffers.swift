// SPDX-License-Identifier: GPL-3.0-or-later

/// The parts of a mix, each interleaved stereo: the drums of each sound of the profile, what their
/// sends return, the microphone in the mix, and the drums that no sound plays if notes can strike them. Together
/// they are the limiter's input, except for rounding.
///
/// Sounds on the same pad share the part of the first of them.
public struct StemBuffers: BitwiseCopyable, @unchecked Sendable {
  /// Sounds of the profile.
  public let soundCount: Int
  /// Notes can strike drums that no sound plays.
  public let hasOthers: Bool
  /// Room for this many frames.
  public let capacityFrames: Int
  private let samples: UnsafeMutablePointer<Float>
  /// The beginning of a block.
  private var firstFrame = 0

  /// Silent ones; see ``free()``.
  public init(soundCount: Int, hasOthers: Bool = false, capacityFrames: Int) {
    self.soundCount = soundCount
    self.hasOthers = hasOthers
    self.capacityFrames = capacityFrames
    let count = 2 * capacityFrames * (soundCount + Self.otherPartCount(hasOthers: hasOthers))
    samples = .allocate(capacity: count)
    samples.initialize(repeating: 0, count: count)
  }

  /// Gives the memory back.
  public func free() { samples.deallocate() }

  /// How many parts there are beside those of the sounds.
  @_noLocks public static func otherPartCount(hasOthers: Bool) -> Int { hasOthers ? 4 : 3 }

  /// How many parts there are: the sounds, then the sends, then ``microphonePart``, then
  /// ``othersPart`` if present.
  public var partCount: Int {
    @_noLocks get { soundCount &+ Self.otherPartCount(hasOthers: hasOthers) }
  }
  /// What a send returns.
  @_noLocks public func part(of send: Send) -> Int { soundCount &+ send.place }
  /// The microphone.
  public var microphonePart: Int { @_noLocks get { soundCount &+ 2 } }

  /// The drums that no sound plays; the first sound's part if there is no such part.
  public var othersPart: Int { @_noLocks get { hasOthers ? soundCount &+ 3 : 0 } }

  /// The samples of a part.
  @_noLocks public func part(_ part: Int) -> UnsafeMutablePointer<Float> {
    samples + 2 * (part &* capacityFrames &+ firstFrame)
  }

  /// The same from a later frame on.
  @_noLocks public func from(frame: Int) -> StemBuffers {
    var later = self
    later.firstFrame = firstFrame &+ frame
    return later
  }

  /// Makes the first frames of all parts silent.
  @_noLocks public func clear(frameCount: Int) {
    for index in 0..<partCount {
      let samples = part(index)
      for sample in 0..<2 * frameCount { samples[sample] = 0 }
    }
  }

  /// Gives all parts that there are by now the gain of a bus.
  @_noLocks func apply(_ bus: GainRamp, frameCount: Int) {
    for index in 0..<partCount {
      let samples = part(index)
      for frame in 0..<frameCount {
        let gain = bus.gain(ahead: frame)
        samples[2 * frame] *= gain.x
        samples[2 * frame + 1] *= gain.y
      }
    }
  }
}
