// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Instrument
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

  /// Renders `take` and what rings on after it.
  ///
  /// - Parameters:
  ///   - take: Mono samples at the rate of the performance.
  ///   - second: What a second microphone heard, as long; nil where there was none.
  ///   - write: Receives each block of interleaved stereo.
  ///   - tell: Receives each hit when it is settled.
  public func run<Failure: Error>(
    _ take: [Float], second: [Float]? = nil,
    write: (UnsafeBufferPointer<Float>) throws(Failure) -> Void,
    tell: (HitLine) throws(Failure) -> Void
  ) throws(Failure) {
    try pass(take, second, write: write, tell: tell)
    let tail = [Float](
      repeating: 0, count: Int(Self.tailSeconds * Double(performance.sampleRateHz)))
    var remaining = Int(Self.longestTailSeconds / Self.tailSeconds)
    repeat {
      try pass(tail, second.map { _ in tail }, write: write, tell: tell)
      remaining -= 1
    } while isSounding && remaining > 0
  }

  private var isSounding: Bool {
    let snapshot = performance.snapshot
    return snapshot.soundingVoices > 0 || snapshot.isRoomHeard
  }

  private func pass<Failure: Error>(
    _ samples: [Float], _ second: [Float]?,
    write: (UnsafeBufferPointer<Float>) throws(Failure) -> Void,
    tell: (HitLine) throws(Failure) -> Void
  ) throws(Failure) {
    let output = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * periodFrames)
    let other = second.map { UnsafeMutableBufferPointer<Float>.allocate(capacity: $0.count) }
    defer {
      output.deallocate()
      other?.deallocate()
    }
    if let other, let second { _ = other.initialize(from: second) }
    try samples.withUnsafeBufferPointer { input throws(Failure) in
      guard let source = input.baseAddress, let destination = output.baseAddress else { return }
      for frame in stride(from: 0, to: input.count, by: periodFrames) {
        let count = min(periodFrames, input.count - frame)
        performance.audioSide.hear(
          source + frame, second: other?.baseAddress.map { UnsafePointer($0 + frame) },
          frameCount: count, timeline: Timeline())
        performance.audioSide.play(into: destination, frameCount: count, stems: stems)
        try write(UnsafeBufferPointer(start: destination, count: 2 * count))
        for hit in performance.newHits() { try tell(hit) }
      }
    }
  }
}
