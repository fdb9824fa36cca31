// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Notation

/// Clicks that count in.
public struct CountIn: Codable, Sendable, Equatable {
  private static let clickSeconds = 0.03
  private static let (oneHz, beatHz) = (1760.0, 1320.0)
  private static let amplitude = 0.3

  /// Bars of clicks.
  public let bars: Int
  /// How many beats a bar has; each bar's first one is higher.
  public let meter: Meter
  /// Beats of the meter.
  public let beatsPerMinute: Double

  /// So many bars at a tempo.
  public init(bars: Int, meter: Meter, beatsPerMinute: Double) {
    self.bars = bars
    self.meter = meter
    self.beatsPerMinute = beatsPerMinute
  }

  /// All of it, up to where the first bar begins that is played.
  func frames(sampleRateHz: Int) -> [BackingFrame] {
    let beatFrames = 60 / beatsPerMinute * Double(sampleRateHz)
    let beats = bars * meter.beatsPerBar
    var frames = [BackingFrame](
      repeating: BackingFrame(left: 0, right: 0), count: Int((Double(beats) * beatFrames).rounded())
    )
    for beat in 0..<beats {
      let first = Int((Double(beat) * beatFrames).rounded())
      let frequency = beat % meter.beatsPerBar == 0 ? Self.oneHz : Self.beatHz
      for frame in 0..<min(Int(Self.clickSeconds * Double(sampleRateHz)), frames.count - first) {
        let seconds = Double(frame) / Double(sampleRateHz)
        let value =
          Self.amplitude * exp(-seconds * 150) * sin(2 * .pi * frequency * seconds)
        frames[first + frame] = BackingFrame(left: Float(value), right: Float(value))
      }
    }
    return frames
  }
}
