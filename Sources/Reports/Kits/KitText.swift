// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits

/// A kit as lines for people.
package struct KitText {
  package let plan: KitPlan

  package init(plan: KitPlan) { self.plan = plan }

  /// Letters of a line; what does not fit is in `flam kits check`.
  private static let mostLetters = 200

  /// The first problems that are heard, a line each, and that there is more to know.
  ///
  /// - Parameter whole: What has them.
  package static func faults(_ problems: [KitProblem], of whole: String = "kit") -> [String] {
    faults(problems.filter(\.isAudible).map { "\($0)" }, of: whole)
  }

  /// The same of problems in words.
  package static func faults(_ faults: [String], of whole: String = "kit") -> [String] {
    let more = faults.count - 3
    return faults.prefix(3).map { fault in
      "\(whole): "
        + (fault.count > mostLetters ? fault.prefix(mostLetters - 1) + "…" : fault)
    }
      + (more > 0 ? ["\(whole): and \(more) more; 'flam kits check' lists them"] : [])
  }

  /// Its content.
  package var contents: [String] {
    let pads = plan.pads.map { pad in
      [
        pad.role.name.padded(to: 12), (pad.note.map(String.init) ?? "-").padded(toRight: 4),
        "\(pad.layers.count)".padded(toRight: 7), "\(pad.hits.count)".padded(toRight: 11),
        "  \(pad.name)",
      ].joined()
    }
    let microphones =
      plan.microphones.isEmpty
      ? [] : ["", "microphones: \(plan.microphones.joined(separator: ", "))"]
    let faults = Self.faults(plan.problems)
    let end = faults.isEmpty ? [] : [""] + faults
    return head + ["", "role        note layers variations  name"] + pads + microphones + reach
      + end
  }

  /// Where to get more kits.
  package static func packages(_ packages: [KitPackage]) -> [String] {
    guard !packages.isEmpty else { return [] }
    return [
      "", "More kits: sudo apt install \(packages.map(\.name).joined(separator: " "))",
    ] + packages.map { "  \($0.name.padded(to: 17))  \($0.contents)" }
  }

  /// Its faults, and how it will be played.
  package var verdict: [String] {
    let verdict = KitVerdict(plan)
    let nameWidth = min(32, verdict.pads.map(\.name.count).max() ?? 0)
    let pads = zip(verdict.pads, plan.pads).map { pad, own -> String in
      let loudness = own.loudnessDecibels
      return [
        String(pad.name.prefix(nameWidth)).padded(to: nameWidth + 1),
        "\(pad.layers)".padded(toRight: 6), "\(pad.variations)".padded(toRight: 11),
        pad.hiddenLatency.medianMilliseconds.text(places: 2, width: 8),
        pad.hiddenLatency.worstMilliseconds.text(places: 2, width: 8),
        pad.playedLatency.worstMilliseconds.text(places: 2, width: 8),
        pad.loudnessDecibels == nil
          ? "       silent"
          : "\(Double(loudness[1]).text(places: 0, width: 6)) …\(Double(loudness[127]).text(places: 0, width: 4)) ",
        Double(pad.kitStepDecibels).text(places: 1, width: 7),
        Double(pad.playedStepDecibels).text(places: 1, width: 7),
      ].joined()
    }
    let titles = [
      "".padded(to: nameWidth + 18) + "      hidden, ms  played    loudness   step, dB",
      "pad".padded(to: nameWidth + 1)
        + "layers variations  median   worst      ms      dBFS       kit played",
    ]
    let totals = [
      "",
      "hidden latency: median \(verdict.hiddenLatency.medianMilliseconds.text(places: 2)) ms, worst "
        + "\(verdict.hiddenLatency.worstMilliseconds.text(places: 2)) ms; played: median "
        + "\(verdict.playedLatency.medianMilliseconds.text(places: 2)) ms, worst "
        + "\(verdict.playedLatency.worstMilliseconds.text(places: 2)) ms",
      "largest step between layers: \(Double(verdict.kitStepDecibels).text(places: 1)) dB; played, between "
        + "neighbouring velocities: \(Double(verdict.playedStepDecibels).text(places: 1)) dB",
    ]
    return head + [""] + titles + pads + totals + reach + problems
  }

  private var head: [String] {
    let dynamics =
      switch plan.dynamics {
      case .recorded: "soft hits are recorded soft"
      case .normalised: "velocity makes the difference in loudness"
      }
    return [
      "\(plan.name) (\(plan.format.rawValue)): \(plan.pads.count) pads, "
        + "\(plan.pads.map(\.layers.count).reduce(0, +)) layers, "
        + "\(plan.pads.map(\.hits.count).reduce(0, +)) variations; \(dynamics)",
      "licence: \(plan.credits.licence ?? "unknown; ask whoever made it before you pass it on")",
      "by: \(plan.credits.author ?? "unknown")",
      "sample memory: \(plan.megabytes(sampleRateHz: 48_000).text(places: 0)) MB at 48 kHz",
      plan.gainDecibels == 0
        ? "kit gain: none; it plays as its makers left it"
        : "kit gain: \(Double(plan.gainDecibels).text(places: 1)) dB makes it as loud as other kits",
    ]
  }

  /// Pads that no sound plays by itself, and drums that are missing from the kit.
  private var reach: [String] {
    let reaches = plan.reaches
    let unplayed = plan.pads.indices.filter { reaches[$0].roles.isEmpty }.map { plan.pads[$0].name }
    let lacking = plan.pads.indices.flatMap { pad in
      reaches[pad].standsInFor.map { "\($0.name) (\(plan.pads[pad].name))" }
    }
    var lines: [String] = []
    if !unplayed.isEmpty {
      lines += ["", "No sound plays these by itself. Type 'SOUND plays PAD' while playing:"]
      lines += Self.wrapped(unplayed)
    }
    if !lacking.isEmpty { lines += ["", "Drums that it lacks (what answers):"] }
    return lines + Self.wrapped(lacking)
  }

  /// Words between commas in lines that fit a terminal.
  private static func wrapped(_ words: [String]) -> [String] {
    var lines: [String] = []
    for (place, word) in words.enumerated() {
      let text = word + (place == words.count - 1 ? "" : ",")
      if let last = lines.last, last.count + 1 + text.count <= 78 {
        lines[lines.count - 1] = "\(last) \(text)"
      } else {
        lines.append("  \(text)")
      }
    }
    return lines
  }

  private var problems: [String] {
    let faults = plan.problems.filter(\.isFault)
    let remarks = plan.problems.filter { !$0.isFault }
    var lines = ["", faults.isEmpty ? "No fault." : "Faults:"]
    lines += faults.map { "  \($0)" }
    if !remarks.isEmpty { lines += ["Good to know:"] + remarks.map { "  \($0)" } }
    return lines
  }
}
