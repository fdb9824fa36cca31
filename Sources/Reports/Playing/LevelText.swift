// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// How loud it was, as the end of playing shows it.
package struct LevelText {
  private var highestPeak: Float = 0
  private var loudest = -Float.infinity

  package init() {}

  /// The highest peak so far in dBFS; nil for silence.
  var peakDecibels: Float? { highestPeak > 0 ? Units.decibels(amplitude: highestPeak) : nil }

  /// Takes in the meter values.
  package mutating func update(_ snapshot: Snapshot) {
    highestPeak = max(highestPeak, snapshot.output.heldPeak)
    loudest = max(loudest, snapshot.output.momentaryLoudness)
  }

  /// The outcome; nil if nothing was played.
  package func summary(_ snapshot: Snapshot) -> String? {
    guard let peakDecibels else { return nil }
    let clips = snapshot.output.clipsBeforeLimiter
    let limited =
      clips > 0 ? "; without the limiter it would have clipped \(CountText.of(clips, "time"))" : ""
    return
      "loudest: peak \(peakDecibels.text(places: 1)) dBFS, \(loudest.text(places: 1)) LUFS\(limited)"
  }
}

/// The scale of 0...100 on which the microphone is shown.
package enum Loudness {
  /// 100 · 10^(dB/20): 100 is full scale, and 0 silence.
  package static func scale(amplitude: Float) -> Float { 100 * min(1, amplitude) }
}

/// How many there are of something, as people say it.
package enum CountText {
  /// "1 pop", "2 pops".
  package static func of(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
