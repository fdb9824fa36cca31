// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The limiter of what is played, with meters on both of its sides.
struct MeteredLimiter: ~Copyable {
  private var limiter = SoftLimiter()
  private var meter: OutputMeter
  /// A piece as it enters.
  private let entering: UnsafeMutablePointer<Float>

  /// A limiter at rest.
  init(sampleRateHz: Float) {
    meter = OutputMeter(sampleRateHz: sampleRateHz)
    entering = .allocate(capacity: 2 * Mixer.pieceFrames)
    entering.initialize(repeating: 0, count: 2 * Mixer.pieceFrames)
  }

  deinit { entering.deallocate() }

  /// How loud the output is.
  var levels: OutputLevels { @_noLocks get { meter.reading } }

  /// Limits a piece of interleaved stereo where it lies, of at most ``Mixer/pieceFrames``.
  ///
  /// - Parameter unlimited: Receives as many samples of what enters.
  @_noLocks mutating func process(
    _ piece: inout MutableSpan<Float>, unlimited: UnsafeMutablePointer<Float>?
  ) {
    for sample in piece.indices { entering[sample] = piece[sample] }
    if let unlimited { for sample in piece.indices { unlimited[sample] = entering[sample] } }
    limiter.process(&piece)
    meter.process(before: entering, after: piece)
  }
}
