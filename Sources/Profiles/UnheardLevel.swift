// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Why no hit was heard in a sound, as far as its level shows.
public struct UnheardLevel: Sendable, Equatable {
  /// Above it, 12 dB over full scale, nothing is a sound that a microphone heard.
  private static let loudest: Float = 4
  /// Below it, -80 dBFS, nothing stands out of the noise of a converter.
  private static let softest: Float = 1e-4
  /// From here on a sample is at full scale.
  private static let fullScale: Float = 0.999
  /// Of a sound that has such a share of its samples at full scale, the level does not rise with a hit.
  private static let clippedShare = 0.1

  /// The largest sample so far.
  public private(set) var peak: Float = 0
  private var count = 0
  private var clippedCount = 0

  /// Of nothing so far.
  public init() {}

  /// Looks at more of the sound; what is no number counts as 0.
  public mutating func add(_ samples: some Collection<Float>) {
    count += samples.count
    for sample in samples where sample.isFinite {
      peak = max(peak, abs(sample))
      if abs(sample) >= Self.fullScale { clippedCount += 1 }
    }
  }

  private var level: Int { Int(Units.decibels(amplitude: peak).rounded()) }
  private var isClipped: Bool {
    Double(clippedCount) > Self.clippedShare * Double(count)
  }

  /// What its level is to blame for; nil for nothing.
  public var fault: String? {
    if peak == 0 { return "it is silent: all samples are 0" }
    if peak > Self.loudest {
      return "it goes up to \(level) dB over full scale, where nothing stands out"
    }
    if isClipped {
      let percent = Int((100 * Double(clippedCount) / Double(count)).rounded())
      return "it is far too loud: \(percent) % of its samples are clipped at full scale"
    }
    return peak < Self.softest ? "it is very soft, at most \(level) dBFS" : nil
  }

  /// Why nothing was heard.
  public var reason: String {
    fault ?? "nothing stands out of its background; its peak is \(level) dBFS"
  }

  /// What to do.
  public var advice: String {
    if peak == 0 { return "record it again, and check that the microphone is on" }
    if peak > Self.loudest { return "sox IN OUT norm -3 mends that" }
    if isClipped { return "record it again with less gain: clipped sound is lost" }
    if peak < Self.softest { return "record it louder, or try: sox IN OUT norm -3" }
    return "record it again, nearer, with a pause before the first hit"
  }
}
