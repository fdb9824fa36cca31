// SPDX-License-Identifier: GPL-3.0-or-later
import Charts
import Sessions

/// A session at a glance: its outcome in a few sentences, and all of it in one picture as wide as
/// the page.
struct SessionOverview {
  private static let width = 1040.0
  private static let margin = 120.0
  private static let waveHeight = 70.0
  private static let laneHeight = 24.0
  private static let mostLetters = 15

  private let report: SessionReport
  private let across: Scale

  init(_ report: SessionReport) {
    self.report = report
    let seconds = max(report.outline?.seconds ?? 0, (report.marks.last?.seconds ?? 0) + 0.2)
    across = Scale(0...max(0.1, seconds), first: Self.margin, last: Self.width - 8)
  }

  /// The sentences and the picture.
  var html: String {
    let items = sentences.map { "<li>\(WebPage.escaped($0))</li>" }.joined()
    return
      "<ul class=\"glance\">\(items)</ul><figure class=\"fit\"><div class=\"wide\">\(picture)</div></figure>"
  }

  /// Problems first.
  private var sentences: [String] {
    [trouble, report.timing, dynamics].compactMap(\.self)
  }

  private var trouble: String? {
    guard let outcome = report.hits.record.outcome else { return nil }
    var troubles: [String] = []
    if let pops = outcome.pops, pops > 0 {
      troubles.append("\(CountText.of(pops, "pop")): the sound broke off; 'flam doctor' shows why")
    }
    if let late = outcome.lateHits, late > 0 {
      troubles.append("\(CountText.of(late, "drum")) came late")
    }
    if outcome.lostFrames > 0 {
      troubles.append("the disk was too slow, and some sound is missing")
    }
    if let failure = outcome.failure { troubles.append("the recording ended early: \(failure)") }
    return troubles.isEmpty
      ? "No pop, and no drum came late." : troubles.joined(separator: "; ") + "."
  }

  /// How hard the sounds were played, in the order of their velocities.
  private var dynamics: String? {
    let means = report.sounds.indices.compactMap { sound -> (name: String, velocity: Double)? in
      let own = report.marks.filter { $0.sound == sound }.map(\.velocity)
      guard !own.isEmpty else { return nil }
      return (report.sounds[sound], own.reduce(0, +) / Double(own.count))
    }.sorted { $0.velocity > $1.velocity }
    guard let hardest = means.first, let softest = means.last, means.count > 1 else { return nil }
    return
      "Played hardest: \(hardest.name), velocity \(hardest.velocity.text(places: 2)) on average; softest: "
      + "\(softest.name), \(softest.velocity.text(places: 2))."
  }

  /// As much of a name as fits before its lane.
  private static func short(_ name: String) -> String {
    name.count <= mostLetters ? name : name.prefix(mostLetters - 1) + "…"
  }

  /// The sound, and under it a lane for each kind of hit: a line a hit, as high as it is hard.
  private var picture: String {
    let lanes = Double(report.sounds.count)
    let floor = 8 + Self.waveHeight + lanes * Self.laneHeight
    var drawing = WebDrawing(
      width: Self.width, height: floor + 24,
      name: "The whole session: its sound, and each kind of hit")
    if let outline = report.outline {
      let points = outline.points(
        across: across, middle: 8 + Self.waveHeight / 2, reach: Self.waveHeight / 2,
        atMost: Int(Self.width))
      if !points.isEmpty { drawing.area(through: points, style: "wave") }
    }
    for (sound, name) in report.sounds.enumerated() {
      let base = 8 + Self.waveHeight + Double(sound + 1) * Self.laneHeight
      drawing.line(from: Point(Self.margin, base), to: Point(Self.width - 8, base), style: "grid")
      drawing.text(Self.short(name), at: Point(Self.margin - 8, base - 5), anchor: .end)
      for mark in report.marks where mark.sound == sound {
        let x = across.position(mark.seconds)
        drawing.line(
          from: Point(x, base), to: Point(x, base - 3 - (Self.laneHeight - 6) * mark.velocity),
          style: "hit \(SessionReport.style(sound))")
      }
    }
    for seconds in across.ticks(count: 10) {
      drawing.label(
        "\(seconds.text(places: seconds == seconds.rounded() ? 0 : 1)) s",
        at: Point(across.position(seconds), floor + 17))
    }
    return drawing.svg
  }
}
