// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The limiter of what is played, with meters on both of its sides.
struct MeteredLimiter: ~Copyable {
  /// Frames that are worked on at a time; the result does not depend on it.
  private static var pieceFrames: Int { @_noLocks get { 256 } }

  private var limiter = SoftLimiter()
  private var meter: OutputMeter
  /// A piece as it enters.
  private let entering: UnsafeMutablePointer<Float>

  /// A limiter at rest.
  init(sampleRateHz: Float) {
    meter = OutputMeter(sampleRateHz: sampleRateHz)
    entering = .allocate(capacity: 2 * Self.pieceFrames)
    entering.initialize(repeating: 0, count: 2 * Self.pieceFrames)
  }

  deinit { entering.deallocate() }

  /// How loud the output is.
  var levels: OutputLevels { @_noLocks get { meter.reading } }

  /// Limits interleaved stereo where it lies.
  ///
  /// - Parameter unlimited: Receives as many samples of what enters.
  @_noLocks mutating func process(
    _ output: inout MutableSpan<Float>, unlimited: UnsafeMutablePointer<Float>?
  ) {
    var first = 0
    while first < output.count {
      let end = min(output.count, first + 2 * Self.pieceFrames)
      var piece = output._mutatingExtracting(first..<end)
      for sample in piece.indices { entering[sample] = piece[sample] }
      if let unlimited {
        for sample in piece.indices { unlimited[first + sample] = entering[sample] }
      }
      limiter.process(&piece)
      meter.process(before: entering, after: piece)
      first = end
    }
  }
}
