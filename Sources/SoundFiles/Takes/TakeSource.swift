// SPDX-License-Identifier: GPL-3.0-or-later

/// A take that is heard from beginning to end, in a file or in memory.
public protocol TakeSource: AnyObject {
  /// A second microphone was heard beside the first.
  var hearsTwo: Bool { get }

  /// Fills `first`, and `second` of the same length, with the next frames, and returns their
  /// number; it is smaller only at the end.
  ///
  /// - Parameter second: Receives the sound of a second microphone; nil if there is none, or it is
  ///   not wanted.
  func read(
    into first: UnsafeMutableBufferPointer<Float>, second: UnsafeMutableBufferPointer<Float>?
  ) -> Int

  /// Returns to the first frame; false if that is impossible.
  func rewind() -> Bool
}

/// A take in memory.
public final class HeldTake: TakeSource {
  private let samples: [Float]
  private let second: [Float]?
  private var position = 0

  /// Mono samples; `second` is the sound of a second microphone, of the same length, or nil.
  public init(_ samples: [Float], second: [Float]? = nil) {
    precondition(second?.count ?? samples.count == samples.count, "both channels are equally long")
    self.samples = samples
    self.second = second
  }

  /// A second microphone was heard beside the first.
  public var hearsTwo: Bool { second != nil }

  /// Fills both with the next frames, and returns their number; see ``TakeSource``.
  public func read(
    into first: UnsafeMutableBufferPointer<Float>, second: UnsafeMutableBufferPointer<Float>?
  ) -> Int {
    let count = min(first.count, samples.count - position)
    for frame in 0..<count { first[frame] = samples[position + frame] }
    if let second, let held = self.second {
      for frame in 0..<count { second[frame] = held[position + frame] }
    }
    position += count
    return count
  }

  /// Returns to the first frame.
  public func rewind() -> Bool {
    position = 0
    return true
  }
}
