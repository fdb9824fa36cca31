// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A recorded tone of an instrument, of one channel; it may repeat a part for as long as a note lasts.
public final class ToneWave: @unchecked Sendable {
  /// A part of a tone that repeats.
  public struct Loop: Sendable, Hashable {
    /// Where it lies in the tone's samples; it has at least one.
    public let range: Range<Int>
    /// It repeats only until the note ends; what follows it is played then.
    public let endsWithNote: Bool

    /// A part that repeats.
    public init(_ range: Range<Int>, endsWithNote: Bool = false) {
      (self.range, self.endsWithNote) = (range, endsWithNote)
    }
  }

  /// Silence before the first sample, and after the last.
  private static let silentCount = ToneWeights.reach

  /// The part of its samples that repeats; nil for none.
  public let loop: Loop?
  private let laid: UnsafeMutablePointer<Float>
  private let count: Int
  private let laidLoop: View.Loop?

  /// A tone; `loop` lies within its samples. It is laid out so often that what is read around its seam is what would come
  /// there.
  public init(_ given: [Float], loop: Loop?) {
    self.loop = loop
    let silence = [Float](repeating: 0, count: Self.silentCount)
    var laid = given
    if let loop {
      let repeated = given[loop.range]
      let copies = 1 + (ToneWeights.reach + repeated.count) / repeated.count
      laid = Array(given[..<loop.range.upperBound])
      for _ in 1..<copies { laid += repeated }
      laidLoop = View.Loop(
        start: loop.range.lowerBound, count: repeated.count, copies: copies,
        endsWithNote: loop.endsWithNote)
      if loop.endsWithNote { laid += given[loop.range.upperBound...] }
    } else {
      laidLoop = nil
    }
    count = laid.count
    let whole = silence + laid + silence
    self.laid = .allocate(capacity: whole.count)
    self.laid.initialize(from: whole, count: whole.count)
  }

  deinit { laid.deallocate() }

  /// Its samples as far as they are heard: a tone of these, with the same ``loop``, is the same.
  public var samples: [Float] {
    let all = (0..<count).map { laid[Self.silentCount + $0] }
    guard let loop else { return all }
    let copied = (laidLoop?.copies ?? 1) * loop.range.count
    return Array(all[..<loop.range.upperBound] + all[(loop.range.lowerBound + copied)...])
  }

  /// The tone as the audio thread reads it; the tone must outlive that.
  public var view: View {
    View(samples: laid + Self.silentCount, count: count, loop: laidLoop)
  }

  /// See ``ToneWave/view``.
  public struct View: BitwiseCopyable, @unchecked Sendable {
    /// Of no tone: silence.
    static var none: View {
      View(samples: .init(bitPattern: 16).unsafelyUnwrapped, count: 0, loop: nil)
    }

    let samples: UnsafeMutablePointer<Float>
    let count: Int
    let loop: Loop?

    /// The part that repeats: it is laid out `copies` times.
    struct Loop: BitwiseCopyable {
      let start, count, copies: Int
      let endsWithNote: Bool

      /// Where a reader goes back by the length of the part: whatever is read around the places before and after lies in it.
      var seam: Int { @_noLocks get { start &+ count &+ ToneWeights.lead } }
    }
  }
}
