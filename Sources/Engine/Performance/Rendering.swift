// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Instrument
import Profiles
import Realtime

/// Renders a take through a performance without a clock: as fast as possible, with the same bits
/// for every block size. The instrument plays on its own thread while the take is read and the
/// output written, unless parts of the mix or the performance's log are wanted, which belong to
/// each block.
public struct Rendering {
  /// After the take, silence is heard in pieces of this length until the last voice has rung out.
  private static let tailSeconds = 0.1
  /// No sound rings longer than this.
  private static let longestTailSeconds = 20.0

  private let performance: Performance
  private let periodFrames: Int
  private let stems: StemBuffers?

  /// A rendering in blocks of `periodFrames`, at least 1, of a performance that has not begun,
  /// without meters. `stems` receive the parts of each block, at the time of `write`.
  public init(_ performance: Performance, periodFrames: Int, stems: StemBuffers? = nil) {
    precondition(periodFrames > 0, "a block has at least one frame")
    self.stems = stems
    self.performance = performance
    self.periodFrames = periodFrames
    performance.restMeters()
  }

  /// A few frames of input and output: a block, or several.
  public struct Block {
    /// The microphone's input.
    public let heard: UnsafeBufferPointer<Float>
    /// The second microphone's input, as long; nil for none.
    public let second: UnsafeBufferPointer<Float>?
    /// The output, interleaved stereo.
    public let played: UnsafeBufferPointer<Float>
  }

  /// Renders `take`, which has the rate of the performance, and lets the drums ring out. The
  /// closures run on the calling thread.
  ///
  /// - Parameters:
  ///   - write: Receives the output, in order.
  ///   - watch: Receives each event of each hit.
  ///   - report: Receives each hit once it is settled.
  public func run<Failure: Error>(
    _ take: some TakeSource, write: (Block) throws(Failure) -> Void,
    watch: (HitEvent) -> Void = { _ in }, report: (HitLine) throws(Failure) -> Void
  ) throws(Failure) {
    let line = RenderLine(
      performance.audioSide, periodFrames: periodFrames, hearsTwo: take.hearsTwo, stems: stems,
      isAhead: stems == nil && performance.performanceLog == nil)
    try pass(take, line, write: write, watch: watch, report: report)
    let silence = [Float](
      repeating: 0, count: Int(Self.tailSeconds * Double(performance.sampleRateHz)))
    let tail = HeldTake(silence, second: take.hearsTwo ? silence : nil)
    var remaining = Int(Self.longestTailSeconds / Self.tailSeconds)
    repeat {
      _ = tail.rewind()
      try pass(tail, line, write: write, watch: watch, report: report)
      remaining -= 1
    } while isSounding && remaining > 0
  }

  private var isSounding: Bool {
    let snapshot = performance.snapshot
    return snapshot.soundingVoices > 0 || snapshot.isReturnHeard
  }

  private func pass<Failure: Error>(
    _ take: some TakeSource, _ line: RenderLine, write: (Block) throws(Failure) -> Void,
    watch: (HitEvent) -> Void, report: (HitLine) throws(Failure) -> Void
  ) throws(Failure) {
    var hasMore = true
    while true {
      while hasMore, let stretch = line.free {
        stretch.frameCount = take.read(into: stretch.heard, second: stretch.second)
        hasMore = stretch.frameCount > 0
        if hasMore { line.submit() }
      }
      guard let stretch = line.next() else { return }
      try write(stretch.block)
      line.giveBack()
      for hit in performance.newHits(watch: watch) { try report(hit) }
    }
  }
}
