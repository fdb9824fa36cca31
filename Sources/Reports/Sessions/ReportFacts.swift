// SPDX-License-Identifier: GPL-3.0-or-later
import Charts
import FoundationEssentials
import Sessions

/// The settings and the course of a session, as a table.
struct ReportFacts {
  /// The table as HTML.
  let table: String

  init(_ folder: SessionFolder, _ record: SessionRecord) {
    let settings = record.settings
    let devices = record.devices
    var rows = [
      ["begun", record.startedAt.formatted(.iso8601)],
      ["kit", "\(record.kit.name) (\(record.kit.path))"],
      ["kit's SHA-256", record.kit.hash],
      ["sounds", record.isGeneralProfile ? "low, middle and high ones" : "learned: profile.json"],
      ["heard on", devices.input ?? "nothing"],
      ["played on", devices.output ?? "nothing: into files"],
      [
        "stream",
        "\(record.sampleRateHz) Hz, \(devices.periodCount) periods of \(devices.periodFrames) frames",
      ],
      ["certainty", settings.certainty.rawValue],
      ["velocity curve", record.velocityCurve.rawValue],
      ["gain", "\(settings.gainDecibels.text(places: 1)) dB"],
      ["voices", "\(settings.voiceCount)"],
      ["seed", "\(settings.seed)"],
    ]
    if let monitor = settings.monitorDecibels {
      rows.append(["microphone played along", "\(monitor.text(places: 1)) dB"])
    }
    if let outcome = record.outcome {
      rows.append(["late hits", outcome.lateHits.map(String.init) ?? "?"])
      rows.append([
        "pops",
        outcome.pops.map { $0 == 0 ? "none: the sound never broke off" : "\($0)" } ?? "?",
      ])
      rows.append(["frames that the disk was too slow for", "\(outcome.lostFrames)"])
      if let failure = outcome.failure {
        rows.append(["recording ended before the playing", failure])
      }
      rows.append([
        "played again bit for bit",
        outcome.notReplayable.map { "no, \($0)" } ?? "flam replay \"\(folder.name)\" again.wav",
      ])
    } else {
      rows.append(["still being played", "what is here was kept until now"])
    }
    table = WebPage.table(rows).replacing("<table>", with: "<table class=\"facts\">")
  }
}
