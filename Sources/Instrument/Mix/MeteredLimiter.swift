// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The limiter of the output, with meters on both of its sides.
struct MeteredLimiter: ~Copyable {
  private var limiter = SoftLimiter()
  private var meter: OutputMeter
  /// The meters run; set it before it limits.
  var isMetered = true
  /// A piece as it enters, behind the earlier input that leaves with it.
  private let entering: UnsafeMutablePointer<Float>
  /// How much later the output is.
  static var latencyFrames: Int { @_noLocks get { SoftLimiter.latencyFrames } }
  private static var delayedSamples: Int { @_noLocks get { 2 &* latencyFrames } }

  /// A limiter at rest.
  init(sampleRateHz: Float) {
    meter = OutputMeter(sampleRateHz: sampleRateHz)
    let capacity = Self.delayedSamples + 2 * Mixer.pieceFrames
    entering = .allocate(capacity: capacity)
    entering.initialize(repeating: 0, count: capacity)
  }

  deinit { entering.deallocate() }

  /// How loud the output is.
  var levels: OutputLevels { @_noLocks get { meter.reading } }

  /// Limits a piece of interleaved stereo in place, of at most ``Mixer/pieceFrames``.
  ///
  /// - Parameter unlimited: Receives as many samples from before the limiter.
  @_noLocks mutating func process(
    _ piece: inout MutableSpan<Float>, unlimited: UnsafeMutablePointer<Float>?
  ) {
    if let unlimited { for sample in piece.indices { unlimited[sample] = piece[sample] } }
    guard isMetered else { return limiter.process(&piece) }
    let now = entering + Self.delayedSamples
    for sample in piece.indices { now[sample] = piece[sample] }
    limiter.process(&piece)
    meter.process(before: entering, after: &piece)
    for sample in 0..<Self.delayedSamples { entering[sample] = entering[piece.count &+ sample] }
  }
}
