// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument
import Profiles
import Realtime

/// A take through a performance without a clock: as fast as it goes, the same bits for every block size.
public struct Rendering {
  /// After the take, silence is heard in pieces of this length until the last voice has rung out.
  private static let tailSeconds = 0.1
  /// No sound rings longer than this.
  private static let longestTailSeconds = 20.0

  private let performance: Performance
  private let periodFrames: Int
  private let stems: StemBuffers?

  /// A rendering in blocks of `periodFrames`, at least 1; `stems` receive the parts of each, at the time of `write`.
  public init(_ performance: Performance, periodFrames: Int, stems: StemBuffers? = nil) {
    precondition(periodFrames > 0, "a block has at least one frame")
    self.stems = stems
    self.performance = performance
    self.periodFrames = periodFrames
  }

  /// A block as it was heard and played.
  public struct Block {
    /// What the microphone heard.
    public let heard: UnsafeBufferPointer<Float>
    /// What a second microphone heard, as long; nil where there was none.
    public let second: UnsafeBufferPointer<Float>?
    /// What was played, interleaved stereo.
    public let played: UnsafeBufferPointer<Float>
  }

  /// Renders `take`, which has the rate of the performance, and what rings on after it.
  ///
  /// - Parameters:
  ///   - write: Receives each block.
  ///   - tell: Receives each hit when it is settled.
  public func run<Failure: Error>(
    _ take: some TakeSource, write: (Block) throws(Failure) -> Void,
    tell: (HitLine) throws(Failure) -> Void
  ) throws(Failure) {
    try pass(take, write: write, tell: tell)
    let silence = [Float](
      repeating: 0, count: Int(Self.tailSeconds * Double(performance.sampleRateHz)))
    let tail = HeldTake(silence, second: take.hearsTwo ? silence : nil)
    var remaining = Int(Self.longestTailSeconds / Self.tailSeconds)
    repeat {
      _ = tail.rewind()
      try pass(tail, write: write, tell: tell)
      remaining -= 1
    } while isSounding && remaining > 0
  }

  private var isSounding: Bool {
    let snapshot = performance.snapshot
    return snapshot.soundingVoices > 0 || snapshot.isRoomHeard
  }

  private func pass<Failure: Error>(
    _ take: some TakeSource, write: (Block) throws(Failure) -> Void,
    tell: (HitLine) throws(Failure) -> Void
  ) throws(Failure) {
    let heard = UnsafeMutableBufferPointer<Float>.allocate(capacity: periodFrames)
    let second: UnsafeMutableBufferPointer<Float>? =
      take.hearsTwo ? .allocate(capacity: periodFrames) : nil
    let output = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * periodFrames)
    defer {
      heard.deallocate()
      second?.deallocate()
      output.deallocate()
    }
    guard let source = heard.baseAddress, let destination = output.baseAddress else { return }
    while case let count = take.read(into: heard, second: second), count > 0 {
      performance.audioSide.hear(
        source, second: second?.baseAddress.map { UnsafePointer($0) }, frameCount: count,
        timeline: Timeline())
      performance.audioSide.play(into: destination, frameCount: count, stems: stems)
      try write(
        Block(
          heard: UnsafeBufferPointer(start: source, count: count),
          second: second.map { UnsafeBufferPointer(start: $0.baseAddress, count: count) },
          played: UnsafeBufferPointer(start: destination, count: 2 * count)))
      for hit in performance.newHits() { try tell(hit) }
    }
  }
}
