// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Profiles

/// What was heard around a moment, what each part of the hearing said to it, and the one thing to
/// do.
package struct MomentText: Encodable {
  /// The moment.
  let seconds: Double
  /// What was heard near it, in order.
  let heard: [HitLine]
  /// The room there; nil if the moment was not reached.
  let level: MomentLevel?
  private let nearest: HitLine?
  private let before: HitLine?
  private let controls: HearingControls

  /// - Parameters:
  ///   - all: All that was heard, also far from the moment.
  ///   - controls: How it was heard.
  package init(
    seconds: Double, all: [HitLine], level: MomentLevel?, controls: HearingControls
  ) {
    (self.seconds, self.level, self.controls) = (seconds, level, controls)
    let all = all.sorted { $0.frame < $1.frame }
    func distance(_ hit: HitLine) -> Double { abs(hit.seconds - seconds) }
    heard = all.filter { distance($0) <= MomentMeter.reachSeconds }
    nearest = all.min { distance($0) < distance($1) }
    before = all.last { $0.refused == nil && $0.seconds <= seconds - MomentMeter.reachSeconds }
  }

  /// The lines to print.
  package var lines: [String] {
    guard !heard.isEmpty else { return [nothing] }
    return heard.indices.flatMap { index in
      [sentence(heard[index], before: heard[..<index].last { $0.refused == nil } ?? before)]
        + stages(heard[index]).map { "  " + $0 }
    }
  }

  private var nothing: String {
    let time = "\(seconds.text(places: 3)) s"
    let reach = Int(1000 * MomentMeter.reachSeconds)
    var text = "Nothing was heard within \(reach) ms of \(time)."
    if let level {
      let room = "The room was at \(level.roomDecibels.text(places: 0)) dBFS"
      text +=
        level.riseMarginDecibels > 0
        ? " \(room), and its loudest sound lacked "
          + "\(HitText.decibels(level.riseMarginDecibels)) to be heard as a hit. "
          + RefusalText(controls: controls).cure(.faint, marginDecibels: nil, sound: nil)
        : " \(room), and nothing in it began like a hit."
    }
    if let nearest { text += " The nearest sound began at \(Self.time(nearest))." }
    return text
  }

  /// "The stroke at 12.302 s was 6 dB under your threshold of -34 dBFS. Raise the sensitivity: …"
  private func sentence(_ hit: HitLine, before: HitLine?) -> String {
    let time = Self.time(hit)
    guard let refusal = hit.refused else {
      return "The hit at \(time) was answered: \(hit.sound ?? "none of your sounds")."
    }
    let lacked = HitText.decibels(hit.marginDecibels ?? 0)
    let text: String
    switch refusal {
    case .tooSoft:
      let threshold = hit.thresholdDecibels.map { " of \($0.text(places: 0)) dBFS" } ?? ""
      text = "The stroke at \(time) was \(lacked) under your threshold\(threshold)."
    case .unknownSound: text = "The hit at \(time) is none of your sounds."
    case .notAStroke: text = "The sound at \(time) was taken for a noise, not for a stroke."
    case .precursor:
      text =
        "The sound at \(time) was the touch before a stroke, "
        + "and \(lacked) softer than a grace note."
    case .masked:
      text =
        before.map {
          "The sound at \(time) came \(Self.milliseconds($0, hit)) ms after the hit at "
            + "\(Self.time($0)), which still sounded, and lacked \(lacked) to stand out from it."
        } ?? "The sound at \(time) lacked \(lacked) to stand out from a stroke that still sounded."
    case .faint: text = "The faint sound at \(time) lacked \(lacked) to be heard as a hit."
    }
    let cure = RefusalText(controls: controls).cure(
      refusal, marginDecibels: hit.marginDecibels, sound: hit.sound)
    return "\(text) \(cure)"
  }

  /// What each part of the hearing said, with its number.
  private func stages(_ hit: HitLine) -> [String] {
    var stages = ["peak: \(hit.peakDecibels.text(places: 1)) dBFS"]
    if let threshold = hit.thresholdDecibels {
      let over = hit.peakDecibels - threshold
      stages[0] +=
        ", \(abs(over).text(places: 0)) dB \(over < 0 ? "under" : "over") the threshold of "
        + "\(threshold.text(places: 0))"
    }
    if let judgement = hit.judgement {
      let margin = judgement.marginLogOdds
      stages.append(
        "stroke or noise: log-odds \(judgement.logOdds.text(places: 1)), "
          + "\(abs(margin).text(places: 1)) \(margin > 0 ? "under" : "over") the least of "
          + judgement.leastLogOdds.text(places: 1))
    }
    let sounds = hit.decisions.filter { $0.confidence > 0 }.map { decision in
      let milliseconds = 1000 * Double(decision.frame - hit.frame) / rateHz(hit)
      return "\(decision.sound ?? "none of yours") \(Int(100 * decision.confidence)) % "
        + "after \(milliseconds.text(places: 1)) ms"
    }
    if !sounds.isEmpty { stages.append("sound: " + sounds.joined(separator: ", ")) }
    return stages
  }

  /// Frames in a second of the input.
  private func rateHz(_ hit: HitLine) -> Double {
    hit.seconds > 0 ? Double(hit.frame) / hit.seconds : 48_000
  }

  private static func time(_ hit: HitLine) -> String { "\(hit.seconds.text(places: 3)) s" }

  private static func milliseconds(_ earlier: HitLine, _ hit: HitLine) -> String {
    (1000 * (hit.seconds - earlier.seconds)).text(places: 0)
  }

  private enum CodingKeys: String, CodingKey {
    case seconds, roomDecibels, riseMarginDecibels, heard, text
  }

  package func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(seconds, forKey: .seconds)
    try container.encodeIfPresent(level?.roomDecibels, forKey: .roomDecibels)
    try container.encodeIfPresent(level?.riseMarginDecibels, forKey: .riseMarginDecibels)
    try container.encode(heard, forKey: .heard)
    try container.encode(lines.joined(separator: "\n"), forKey: .text)
  }
}
