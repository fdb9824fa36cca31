// SPDX-License-Identifier: GPL-3.0-or-later

/// A take that is heard front to back, wherever it lies.
public protocol TakeSource: AnyObject {
  /// A second microphone was heard beside the first.
  var hearsTwo: Bool { get }

  /// Fills `first`, and `second`, which is as long, with the next frames, and returns how many; fewer only at the end.
  ///
  /// - Parameter second: Where what a second microphone heard goes; nil if there is none, or nobody asks.
  func read(
    into first: UnsafeMutableBufferPointer<Float>, second: UnsafeMutableBufferPointer<Float>?
  ) -> Int

  /// Goes back to the first frame; false if that is not possible.
  func rewind() -> Bool
}

/// A take in memory.
public final class HeldTake: TakeSource {
  private let samples: [Float]
  private let second: [Float]?
  private var position = 0

  /// Mono samples; `second` is what a second microphone heard, as long, nil if there was none.
  public init(_ samples: [Float], second: [Float]? = nil) {
    precondition(second?.count ?? samples.count == samples.count, "both channels are equally long")
    self.samples = samples
    self.second = second
  }

  /// A second microphone was heard beside the first.
  public var hearsTwo: Bool { second != nil }

  /// Fills both with the next frames, and returns how many; see ``TakeSource``.
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

  /// Goes back to the first frame.
  public func rewind() -> Bool {
    position = 0
    return true
  }
}
