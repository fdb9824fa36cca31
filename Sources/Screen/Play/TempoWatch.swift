// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Glibc
import Instrument
import Reports

/// Follows the tempo of what is played without a click, which a key counts twice or half as fast.
struct TempoWatch {
  /// As often is it looked for.
  private static let pauseSeconds = 2.0
  /// Older hits say nothing about it.
  private static let passageSeconds = 30.0
  /// The ways to count it, in the order of the key.
  private static let factors = [1, 2, 0.5]

  private var found: HeardTempo?
  /// The tempo that the player chose; nil for the likeliest.
  private var chosen: Double?
  private var factor = 1.0
  private var lookedSeconds = -Double.infinity
  private var lastHit: HitIdentity?

  /// Looks for it, if anything was hit since the last time.
  mutating func update(_ hits: [RecentPlaying.Hit], _ state: EngineState, atSeconds now: Double) {
    guard now - lookedSeconds >= Self.pauseSeconds, hits.last?.id != lastHit,
      let rateHz = state.devices?.rateHz
    else { return }
    (lookedSeconds, lastHit) = (now, hits.last?.id)
    let recent = hits.filter { $0.refused == nil && now - $0.seconds <= Self.passageSeconds }
    found = HeardTempo(
      recent.compactMap { hit in
        guard let sound = hit.sound, let frame = hit.startFrame else { return nil }
        return HeardTempo.Hit(
          seconds: Double(frame) / Double(rateHz), sound: sound, pad: state.plays(sound),
          velocity: hit.velocity)
      })
    // What comes out twice or half as fast the next time is still counted as the player chose.
    guard let found, let chosen else { return }
    factor =
      Self.factors.min {
        abs(log($0 * found.beatsPerMinute / chosen)) < abs(log($1 * found.beatsPerMinute / chosen))
      } ?? 1
    self.chosen = factor * found.beatsPerMinute
  }

  /// Counts it the next way; returns the answer to the key.
  mutating func countOtherwise() -> String {
    guard let found else { return "no tempo is heard yet: play some bars" }
    let next = (Self.factors.firstIndex(of: factor) ?? 0) + 1
    factor = Self.factors[next % Self.factors.count]
    chosen = factor * found.beatsPerMinute
    return text
  }

  /// "you play 96, or 64 (T: x2, /2)"; empty as long as no tempo is heard.
  var text: String {
    guard let found else { return "" }
    let others = [found.otherBeatsPerMinute, factor == 1 ? nil : found.beatsPerMinute]
    let counted = factor * found.beatsPerMinute
    let other = others.compactMap(\.self).map { $0.text(places: 0) }
      .first { $0 != counted.text(places: 0) }
    return "you play \(counted.text(places: 0))" + (other.map { ", or \($0)" } ?? "")
      + " (T: x2, /2)"
  }
}
