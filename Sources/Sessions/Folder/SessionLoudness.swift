// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How loud a session is, measured from its recording.
public struct SessionLoudness: Sendable, Equatable {
  private static let blockFrames = 4096

  /// Integrated, in LUFS; nil for silence.
  public let loudnessLUFS: Float?
  /// In dBFS; nil for silence.
  public let peakDecibels: Float?

  /// Measures a recording, as far as it can be read: mono, or stereo.
  public init(_ sound: consuming SessionSound) {
    var sound = sound
    let channels = sound.channelCount
    var meter = IntegratedLoudness(sampleRateHz: Float(sound.sampleRateHz))
    var peak: Float = 0
    var block = [Float](repeating: 0, count: Self.blockFrames * channels)
    while true {
      let count = block.withUnsafeMutableBufferPointer { (try? sound.read(into: $0)) ?? 0 }
      if count == 0 { break }
      for frame in 0..<count {
        let left = block[frame * channels]
        let right = channels > 1 ? block[frame * channels + 1] : left
        guard left.isFinite && right.isFinite else { continue }
        peak = max(peak, abs(left), abs(right))
        meter.process(SIMD2(left, right))
      }
    }
    loudnessLUFS = meter.loudness.isFinite ? meter.loudness : nil
    peakDecibels = peak > 0 ? Units.decibels(amplitude: peak) : nil
  }
}

extension SessionRecord {
  /// The same with its loudness, measured if the session has none yet; unchanged if that is not
  /// possible.
  ///
  /// - Parameter isKept: Writes it into the session, so that it is measured once.
  public func withLoudness(_ folder: SessionFolder, isKept: Bool = false) -> SessionRecord {
    guard let outcome, outcome.loudnessLUFS == nil, outcome.peakDecibels != nil,
      let loudness = try? SessionLoudness(SessionParts(folder, self).mix())
    else { return self }
    var record = self
    record.outcome?.loudnessLUFS = loudness.loudnessLUFS
    // A session on a read-only disk is measured each time.
    if isKept { try? record.write(folder) }
    return record
  }
}
