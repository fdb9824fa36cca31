// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// Levels as a person sees them while playing, and what is left to say of them at the end.
struct LevelText {
  private static let barWidth = 5
  /// The bar begins here, in dBFS.
  private static let leastDecibels: Float = -60

  private var highestPeak: Float = 0
  private var loudest = -Float.infinity

  /// The highest peak so far in dBFS; nil for silence.
  var peakDecibels: Float? { highestPeak > 0 ? Units.decibels(amplitude: highestPeak) : nil }

  /// Takes in where the meters stand.
  mutating func update(_ snapshot: Snapshot) {
    highestPeak = max(highestPeak, snapshot.output.heldPeak)
    loudest = max(loudest, snapshot.output.momentaryLoudness)
  }

  /// All meters, in places that stay: what is worst news comes first, so that 79 letters hold it whatever follows.
  func line(_ snapshot: Snapshot) -> String {
    let output = snapshot.output
    let loudness = Loudness.scale(amplitude: snapshot.inputPeak)
    return "clip \(count(output.clipsBeforeLimiter))+\(count(output.clipsAfterLimiter))"
      + " lim \(decibels(1 / output.gainReduction)) max \(decibels(output.heldPeak))"
      + " in \(bar(snapshot.inputPeak)) \(loudness.text(places: 0, width: 3))"
      + " out \(bar(output.peak)) \(decibels(output.peak))"
      + " rms \(decibels(output.rootMeanSquare)) LUFS \(number(output.momentaryLoudness))"
  }

  /// At most four letters: 10 000 and more are "10k".
  private func count(_ number: Int) -> String {
    number < 10_000 ? "\(number)" : number < 1_000_000 ? "\(number / 1000)k" : "1M+"
  }

  /// What came of it; nil where nothing was played.
  func summary(_ snapshot: Snapshot) -> String? {
    guard let peakDecibels else { return nil }
    let clips = snapshot.output.clipsBeforeLimiter
    let limited =
      clips > 0 ? "; without the limiter it would have clipped \(CountText.of(clips, "time"))" : ""
    return
      "loudest: peak \(peakDecibels.text(places: 1)) dBFS, \(loudest.text(places: 1)) LUFS\(limited)"
  }

  private func bar(_ amplitude: Float) -> String {
    let level = Units.decibels(amplitude: amplitude)
    let share = max(0, min(1, 1 - level / Self.leastDecibels))
    let filled = Int(Float(Self.barWidth) * share)
    return String(repeating: "▮", count: filled)
      + String(repeating: "▯", count: Self.barWidth - filled)
  }

  private func decibels(_ amplitude: Float) -> String {
    number(Units.decibels(amplitude: amplitude))
  }

  private func number(_ decibels: Float) -> String { decibels.text(places: 0, width: 4) }
}

/// The scale of 0...100 on which the microphone is shown.
enum Loudness {
  /// 100 · 10^(dB/20): 100 is full scale, and 0 silence.
  static func scale(amplitude: Float) -> Float { 100 * min(1, amplitude) }
}
