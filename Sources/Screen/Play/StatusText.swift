// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Instrument
import Reports
import Storage

/// The state while playing, in a line of 80 columns: the worst problem, or the kit if there is
/// none, then the levels, the delay, pops and the recording.
struct StatusText {
  private static let barWidth = 5
  /// The bar begins here, in dBFS.
  private static let leastDecibels: Float = -60
  /// The limiter is shown if it turns down by more, in decibels.
  private static let audibleLimitingDecibels: Float = 1
  /// The load is shown from here on, as a share of a block.
  private static let highLoad = 0.5
  /// The first part has this many letters, so that the rest stays in its place.
  private static let firstLetters = 15

  let state: EngineState
  let snapshot: Snapshot
  /// Pops matter: they are heard, or input is lost, because there is a device.
  let arePopsShown: Bool

  var description: String {
    let first = String((clipping ?? load ?? limiting ?? loading ?? kit).prefix(Self.firstLetters))
    return
      ([first.padded(to: Self.firstLetters), microphone, output]
      + [delay, pops, recording].compactMap(\.self)).joined(separator: "  ")
  }

  private var clipping: String? {
    let clips = snapshot.output.clipsAfterLimiter
    return clips > 0 ? "CLIPPED \(Self.count(clips))" : nil
  }

  private var limiting: String? {
    let decibels = Units.decibels(amplitude: snapshot.output.gainReduction)
    return decibels > Self.audibleLimitingDecibels
      ? "limiter -\(decibels.text(places: 0)) dB" : nil
  }

  private var load: String? {
    guard let share = state.load?.worstShare, share > Self.highLoad else { return nil }
    return "load \((100 * share).text(places: 0)) %"
  }

  private var loading: String? {
    state.loading.map { "loading \(Int(100 * $0.share)) %" }
  }

  private var kit: String {
    (state.kit?.name ?? "").printable
  }

  private var microphone: String { "mic \(Self.meter(snapshot.inputPeak))" }

  private var output: String { "out \(Self.meter(snapshot.output.peak))" }

  private var delay: String? {
    guard let delay = state.delay else { return nil }
    return delay.milliseconds.map { "\($0.text(places: 1)) ms" } ?? "delay ?"
  }

  private var pops: String? {
    guard arePopsShown else { return nil }
    return state.xruns == 0 ? "no pops" : CountText.of(state.xruns, "pop")
  }

  private var recording: String? {
    state.recordings.isEmpty && state.session == nil ? nil : "● rec"
  }

  /// "▮▮▮▯▯  -20 dB": as wide for every level.
  private static func meter(_ amplitude: Float) -> String {
    let level = Units.decibels(amplitude: amplitude)
    let filled = Int(Float(barWidth) * max(0, min(1, 1 - level / leastDecibels)))
    let bar =
      String(repeating: "▮", count: filled) + String(repeating: "▯", count: barWidth - filled)
    return "\(bar) \(level.text(places: 0, width: 4)) dB"
  }

  /// At most four letters: 10 000 and more are "10k".
  private static func count(_ number: Int) -> String {
    number < 10_000 ? "\(number)" : number < 1_000_000 ? "\(number / 1000)k" : "1M+"
  }
}
