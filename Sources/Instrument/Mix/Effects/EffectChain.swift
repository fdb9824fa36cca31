// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// Effects one after the other, without a mixer: for sound files.
public struct EffectChain: ~Copyable {
  private let units: [EffectUnit]

  /// Effects that have heard nothing yet, at a tempo.
  public init(
    _ settings: [EffectSetting], sampleRateHz: Float, tempo: PlayedTempo = PlayedTempo()
  ) {
    units = settings.map { EffectUnit($0, sampleRateHz: sampleRateHz) }
    for unit in units { unit.follow(wholeNoteSeconds: Float(tempo.wholeNoteSeconds)) }
  }

  deinit { for unit in units { unit.free() } }

  /// By how many frames what comes out is later than what went in.
  public var latencyFrames: Int { units.reduce(0) { $0 + $1.latencyFrames } }

  /// Processes interleaved stereo in place.
  public func process(_ frames: inout [Float]) {
    frames.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for unit in units { unit.process(base, count: buffer.count / 2) }
    }
  }
}
