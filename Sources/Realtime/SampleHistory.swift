// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// The last samples of a stream, written by one thread and read by another by their frames.
public final class SampleHistory: @unchecked Sendable {
  /// The end that writes; the history must outlive it.
  public let writer: Writer

  /// The writing end of a history.
  public struct Writer: BitwiseCopyable, @unchecked Sendable {
    fileprivate let samples: UnsafeMutablePointer<Float>
    fileprivate let end: UnsafeMutablePointer<Atomic<Int>>
    fileprivate let mask: Int

    /// Appends samples of the next frames, at most a quarter of what the history holds.
    @_noLocks public func append(_ source: UnsafePointer<Float>, count: Int) {
      let first = end.pointee.load(ordering: .relaxed)
      for place in 0..<count { samples[(first &+ place) & mask] = source[place] }
      end.pointee.store(first &+ count, ordering: .releasing)
    }
  }

  /// A history that holds so many frames at least.
  public init(minimumFrames: Int) {
    // What is being written must not be what is read.
    var capacity = 4
    while capacity < 2 * minimumFrames { capacity *= 2 }
    let (samples, end) = (
      UnsafeMutablePointer<Float>.allocate(capacity: capacity),
      UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 1)
    )
    // Touched now, so that no page fault comes later.
    samples.initialize(repeating: 0, count: capacity)
    end.initialize(to: Atomic(0))
    writer = Writer(samples: samples, end: end, mask: capacity - 1)
  }

  deinit {
    writer.samples.deallocate()
    writer.end.deinitialize(count: 1)
    writer.end.deallocate()
  }

  /// The frame that comes next.
  public var endFrame: Int { writer.end.pointee.load(ordering: .acquiring) }

  /// The frames that can be read.
  public var frames: Range<Int> {
    let end = endFrame
    return max(0, end - (writer.mask + 1) / 2)..<end
  }

  /// Appends frames to samples, as far as they can be read; returns those that were.
  @discardableResult
  public func read(_ wanted: Range<Int>, into samples: inout [Float]) -> Range<Int> {
    let read = wanted.clamped(to: frames)
    samples.reserveCapacity(samples.count + read.count)
    for frame in read { samples.append(writer.samples[frame & writer.mask]) }
    return read
  }
}
