// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import DSP

/// Why no hit was heard in a sound file, as far as its level tells.
enum UnheardTake {
  /// Above it, 12 dB over full scale, nothing is a sound that a microphone heard.
  private static let loudest: Float = 4
  /// Below it, -80 dBFS, nothing stands out of the noise of a converter.
  private static let softest: Float = 1e-4

  /// Tells of the file at `path`; nothing where its level is not to blame.
  static func tell(path: String) {
    guard let peak = peak(path), let reason = reason(peak: peak) else { return }
    Terminal.tell("no hit was heard in '\(path)': \(reason)")
  }

  /// Why nothing is heard where the largest sample is so large; nil where that is no reason.
  static func reason(peak: Float) -> String? {
    let level = Units.decibels(amplitude: peak).text(places: 0)
    if peak == 0 { return "it is silent, all of its samples are 0; record it anew" }
    if peak > loudest {
      return
        "it goes up to \(level) dB over full scale, where nothing stands out; sox IN OUT norm -3 mends that"
    }
    if peak < softest {
      return "it is very soft, at most \(level) dBFS; record it louder, or try: sox IN OUT norm -3"
    }
    return nil
  }

  /// The largest sample of all channels; nil where the file cannot be read.
  private static func peak(_ path: String) -> Float? {
    guard var reader = try? SoundFileReader(path: path) else { return nil }
    var block = [Float](repeating: 0, count: 4096 * reader.channelCount)
    var peak: Float = 0
    while true {
      var span = block.mutableSpan
      guard let count = try? reader.read(into: &span), count > 0 else { return peak }
      for sample in block[..<(count * reader.channelCount)] where sample.isFinite {
        peak = max(peak, abs(sample))
      }
    }
  }
}
