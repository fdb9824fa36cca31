// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles

/// Compares a replay's output with the original.
public struct MixComparison: ~Copyable {
  /// Differences that are no further apart are one, in frames.
  private static let apartFrames = 64

  private var then: SessionSound
  private var frame = 0
  private var differences: [ClosedRange<Int>] = []
  /// The greatest difference of two samples, linear.
  public private(set) var greatest: Float = 0

  /// Compares with the mix of a session, from its beginning; nil if that is not there.
  public init?(with parts: SessionParts) {
    guard let mix = try? parts.mix(), mix.channelCount == 2 else { return nil }
    then = mix
  }

  /// Takes in the next block of the replay, interleaved stereo. Sound beyond the shorter of the two
  /// is not compared.
  public mutating func compare(_ block: UnsafeBufferPointer<Float>) throws(SoundFileError) {
    var played = [Float](repeating: 0, count: block.count)
    let count = try read(into: &played)
    for index in 0..<count {
      let difference = max(
        abs(block[2 * index] - played[2 * index]), abs(block[2 * index + 1] - played[2 * index + 1])
      )
      guard difference != 0 else { continue }
      greatest = max(greatest, difference)
      add(frame + index)
    }
    frame += count
  }

  private mutating func read(into samples: inout [Float]) throws(SoundFileError) -> Int {
    try samples.withUnsafeMutableBufferPointer { buffer throws(SoundFileError) in
      try then.read(into: buffer)
    }
  }

  private mutating func add(_ frame: Int) {
    if let last = differences.last, frame - last.upperBound <= Self.apartFrames {
      differences[differences.count - 1] = last.lowerBound...frame
    } else {
      differences.append(frame...frame)
    }
  }

  /// The first frame that differs; nil if all are the same bits.
  public var firstFrame: Int? { differences.first?.lowerBound }

  /// How many of the hits that start on `startFrames` differ before the next one starts.
  public func count(ofHits startFrames: [Int]) -> Int {
    let starts = startFrames.sorted()
    return zip(starts, starts.dropFirst() + [.max]).count { start, next in
      differences.contains { $0.lowerBound < next && $0.upperBound >= start }
    }
  }
}
