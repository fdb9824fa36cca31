// SPDX-License-Identifier: GPL-3.0-or-later
import Charts
import DSP
import FoundationEssentials
import Notation
import Sessions

/// A session as a page.
package struct SessionReport {
  /// A hit as it is drawn.
  package struct Mark {
    let seconds: Double
    let velocity: Double
    /// Index into ``SessionReport/sounds``.
    let sound: Int
    /// Later than its step.
    let lateMilliseconds: Double
  }

  package let folder: SessionFolder
  package let hits: SessionHits
  package let grid: BeatGrid
  let sheet: Sheet
  /// How early or late it was played.
  package let practice: PracticeTiming
  /// The sounds as a sheet has them, the highest first.
  let sounds: [String]
  let marks: [Mark]
  /// The outline of the mix; nil if its recording cannot be read.
  let outline: SoundOutline?

  package init(_ folder: SessionFolder, _ hits: SessionHits, grid: BeatGrid) {
    self.folder = folder
    self.hits = hits
    self.grid = grid
    let notes = hits.notes
    let sheet = Sheet(notes, on: grid, title: folder.name)
    self.sheet = sheet
    practice = PracticeTiming(sheet, notes)
    let sounds = sheet.lines.map(\.sound)
    self.sounds = sounds
    marks = notes.map { note in
      Mark(
        seconds: note.seconds, velocity: Double(note.velocity),
        sound: sounds.firstIndex(of: note.sound) ?? 0,
        lateMilliseconds: 1000 * grid.lateSeconds(note.seconds))
    }
    let length = hits.record.outcome?.seconds ?? notes.last?.seconds ?? 0
    outline = try? SoundOutline(
      hits.parts.mix(), partSeconds: 1 / TimelineFigure.pixelsPerSecond(length))
  }

  /// The page.
  package var html: String {
    var page = WebPage(title: "\(folder.name) - Flam")
    page.add("<h1>\(WebPage.escaped(folder.name))</h1>\(tiles)")
    if !marks.isEmpty {
      page.section("At a glance", SessionOverview(self).html)
      let timeline = TimelineFigure(self)
      page.section("What was played", legend + timeline.sound)
      page.section(
        grid.isClick ? "Against the click" : "Against the beat",
        "<p><b>\(WebPage.escaped(timing)) \(WebPage.escaped(practice.text)).</b></p>"
          + PracticeFigure(practice).html + bySound + beats + timeline.lateness)
      page.section("How it is spread", "<div class=\"small\">\(histograms)</div>")
      page.section(
        "Drum tab",
        "<pre>\(WebPage.escaped(DrumTab(sheet).description))</pre>"
          + "<p>\(WebPage.escaped(DrumTab.legend))</p>")
    } else {
      page.section("What was played", "<p>No hit was heard.</p>")
    }
    if let note = hits.parts.warning(for: hits.record) {
      page.add("<p>\(WebPage.escaped(note)).</p>")
    }
    page.section("Played with", ReportFacts(folder, hits.record).table)
    return page.html
  }

  private var tiles: String {
    let outcome = hits.record.outcome
    let seconds = outcome?.seconds ?? outline?.seconds ?? 0
    let whole = Int(seconds)
    let entries: [(String, String)] = [
      ("\(whole / 60):" + (whole % 60 < 10 ? "0" : "") + "\(whole % 60)", "length"),
      ("\(hits.hits.count)", "hits"),
      (
        grid.isTempoGuessed ? "?" : grid.beatsPerMinute.text(places: 1),
        "beats a minute, \(grid.meter)" + (grid.isClick ? ", the click's" : "")
      ),
      (outcome?.latencyMilliseconds.map { "\($0.text(places: 1)) ms" } ?? "?", "tap to sound"),
      (outcome?.loudnessLUFS.map { "\($0.text(places: 1)) LUFS" } ?? "?", "loudness"),
      (peak.map { "\($0.text(places: 1)) dBFS" } ?? "silence", "peak"),
      (outcome?.pops.map(String.init) ?? "?", "pops"),
    ]
    return "<div class=\"tiles\">"
      + entries.map { "<div><b>\($0.0)</b><span>\($0.1)</span></div>" }.joined() + "</div>"
  }

  private var peak: Float? {
    hits.record.outcome?.peakDecibels
      ?? outline.flatMap { $0.peak > 0 ? Units.decibels(amplitude: $0.peak) : nil }
  }

  private var legend: String {
    let entries = sounds.enumerated().map { index, sound in
      var drawing = WebDrawing(width: 14, height: 14, name: sound)
      drawing.mark(
        Self.shape(index), at: Point(7, 7), radius: 5, style: Self.style(index))
      let count = marks.count { $0.sound == index }
      return "<li>\(drawing.svg)\(WebPage.escaped(sound)) (\(count))</li>"
    }
    return "<ul class=\"legend\">\(entries.joined())</ul>"
  }

  /// How early or late the hits were, in a sentence.
  package var timing: String { SheetText(sheet, hits.notes).timing + "." }

  private var beats: String {
    "<p>Above the line: late, below: early, in ms. "
      + (grid.isClick
        ? "The beats are the click's."
        : grid.isSteady ? "The beats are even." : "The beats follow the player.") + "</p>"
  }

  private var bySound: String {
    func row(_ name: String, _ late: PracticeTiming.Lateness, _ velocities: [Double]) -> [String] {
      [
        name, "\(late.hits)", late.side, "\(late.meanMilliseconds.text(places: 1)) ms",
        "\(late.spreadMilliseconds.text(places: 1)) ms",
        late.driftMillisecondsPerMinute.map { "\($0.text(places: 1)) ms" } ?? "",
        (velocities.reduce(0, +) / Double(max(1, velocities.count))).text(places: 2),
      ]
    }
    let rows = practice.sounds.enumerated().map { index, sound in
      row(sound.sound, sound.lateness, marks.filter { $0.sound == index }.map(\.velocity))
    }
    let all = practice.all.map { [row("all", $0, marks.map(\.velocity))] } ?? []
    return WebPage.table(
      head: ["", "hits", "median", "late (mean)", "spread", "later a minute", "velocity (mean)"],
      rows + all)
  }

  private var histograms: String {
    var figures = [
      HistogramFigure(
        "Velocity", unit: "", values: marks.map(\.velocity), bins: 20, range: 0...1
      ).html,
      HistogramFigure(
        "Late (early) against the step", unit: "ms", values: marks.map(\.lateMilliseconds),
        bins: 24
      ).html,
    ]
    let delays = tapToSound
    if !delays.isEmpty {
      figures.append(HistogramFigure("Tap to sound", unit: "ms", values: delays, bins: 24).html)
    }
    return figures.joined()
  }

  /// From each hit to its drum in milliseconds: their differences are exact, their middle was
  /// measured while playing.
  private var tapToSound: [Double] {
    let delays = hits.hits.compactMap { hit in
      hit.startFrame.map { Double($0 - hit.frame) * 1000 / Double(hits.record.sampleRateHz) }
    }
    let middle = delays.sorted().dropFirst(delays.count / 2).first ?? 0
    return delays.map { $0 - middle + (hits.record.outcome?.latencyMilliseconds ?? middle) }
  }

  static func style(_ sound: Int) -> String { "c\(sound % WebPage.colourCount)" }

  static func shape(_ sound: Int) -> WebDrawing.Shape {
    WebDrawing.Shape(rawValue: sound % WebDrawing.Shape.allCases.count) ?? .circle
  }
}
