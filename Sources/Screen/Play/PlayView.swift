// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Instrument
import Profiles
import Reports
import Storage
import TextScreen

/// The screen while playing: it depends only on the engine's state and on the events of the last
/// moments.
struct PlayView {
  /// Rows and columns that it needs.
  static let leastSize = (rows: 16, columns: 60)
  private static let meterRows = 6
  /// So many of these are the trace.
  private static let traceRows = 2
  private static let meterColumns = 30
  private static let audibleLimitingDecibels: Float = 1

  let state: EngineState
  let snapshot: Snapshot
  let recent: RecentPlaying
  /// Since playing began.
  let seconds: Double
  /// Pops matter: they are heard, or input is lost, because there is a device.
  let arePopsShown: Bool
  let tiles: [PadTile]
  let columns: Int
  /// The tempo of what is played without a click; empty for none.
  var heardTempo = ""
  /// Messages stand above the view's own.
  var hasMessages = false
  /// How the output sounds, in place of the trace; nil if that is not shown.
  var spectrum: OutputSpectrum?

  /// Names of the kit and the profile, the recording; the delay and pops.
  var header: TextLine {
    var left = TextLine(" FLAM", .title)
    left.add("  kit ")
    left.add(
      short(state.loading?.name ?? state.kit?.name ?? "")
        + (state.loading.map { " \(Int(100 * $0.share)) %" } ?? ""), .title)
    if let profile = state.profile {
      left.add(profile.isGuess ? "  built-in guess" : "  sounds ")
      if !profile.isGuess { left.add(short(profile.name ?? "yours"), .title) }
    }
    if let since = recent.recordingSince, state.session != nil || !state.recordings.isEmpty {
      left.add("  ● REC \(MinutesText.of(seconds - since))", .bad)
    }
    var right = TextLine()
    if let delay = state.delay {
      let isLong = (delay.milliseconds ?? 0) > delay.budgetMilliseconds
      right.add(
        delay.milliseconds.map { "\($0.text(places: 1)) ms" } ?? "delay ?",
        isLong ? .warning : .good)
      right.add(" of \(delay.budgetMilliseconds.text(places: 0))", .faint)
    }
    if arePopsShown {
      right.add(
        state.xruns == 0 ? "  no pops" : "  " + CountText.of(state.xruns, "pop"),
        state.xruns == 0 ? .good : .warning)
    }
    right.add(" ")
    return .spread(left, right, columns: columns)
  }

  /// A name that leaves room for the text after it.
  private func short(_ name: String) -> String { String(name.printable.prefix(columns / 4)) }

  /// Tiles, meters, the trace, the tempo and the last hits, in this many rows.
  func playing(rows room: Int) -> [TextLine] {
    let perRow = PadTileView.tilesPerRow(columns)
    let wanted = (tiles.count + perRow - 1) / perRow
    let meterRows = Self.meterRows + (spectrum == nil ? 0 : SpectrumView.leastRows - Self.traceRows)
    let tileRows = max(1, min(wanted, (room - meterRows) / PadTileView.rowsPerTile))
    let view = PadTileView(tiles: tiles, seconds: seconds, columns: columns)
    var lines = view.lines(tileRows: tileRows)
    let picture =
      spectrum.map { spectrum in
        let rows = room - lines.count - Self.meterRows + Self.traceRows
        return SpectrumView(spectrum: spectrum, columns: columns)
          .lines(rows: max(SpectrumView.leastRows, min(SpectrumView.mostRows, rows)))
      } ?? trace
    lines += [microphone, output] + picture + [tempo, loop]
    let rest = max(0, room - lines.count)
    lines += recent.hits.suffix(rest).reversed().map(text)
    return Array(lines.prefix(room))
  }

  /// The loop; an empty line without one.
  private var loop: TextLine {
    guard let loop = state.loop, loop.stage != .empty else { return TextLine() }
    return LoopText.strip(loop, frame: snapshot.frame)
  }

  private var microphone: TextLine {
    let level = Units.decibels(amplitude: snapshot.inputPeak)
    let threshold = recent.hits.last { $0.thresholdDecibels != nil }?.thresholdDecibels
    var line = TextLine("  MIC ")
    line.add(ScreenBars.level(level, threshold: threshold, width: Self.meterColumns))
    line.add(" \(Self.decibels(level))  ")
    line.add(microphoneText.text, microphoneText.style)
    if let hearing = state.hearing {
      line.add("  sensitivity \(hearing.sensitivity.text(places: 0))", .faint)
    }
    if threshold != nil { line.add("  | threshold", .faint) }
    return line
  }

  /// How hard the last hits came in.
  private var microphoneText: (text: String, style: TextStyle) {
    guard let peak = recent.hits.suffix(8).compactMap(\.peakDecibels).max() else {
      return ("hit something", .faint)
    }
    switch WorkingLevel(hardestDecibels: peak).verdict {
    case .clipped: return ("clipped: turn it down", .bad)
    case .muchTooSoft: return ("faint: go nearer", .warning)
    default: return ("good", .good)
    }
  }

  private var output: TextLine {
    let level = Units.decibels(amplitude: snapshot.output.peak)
    var line = TextLine("  OUT ")
    line.add(ScreenBars.level(level, width: Self.meterColumns))
    line.add(" \(Self.decibels(level))  ")
    let reduction = -Units.decibels(amplitude: snapshot.output.gainReduction)
    if snapshot.output.clipsAfterLimiter > 0 {
      line.add("CLIPPED \(snapshot.output.clipsAfterLimiter)", .bad)
    } else if reduction < -Self.audibleLimitingDecibels {
      line.add("limiter \(reduction.text(places: 0)) dB", .warning)
    }
    if state.bus(.drums).isMuted { line.add("MUTED  M brings drums back", .bad) }
    return line
  }

  /// The level of the last seconds, and below it the outcome of each hit.
  private var trace: [TextLine] {
    let shown = recent.trace.suffix(max(0, columns - 8))
    var levels = TextLine("      ")
    levels.add(String(shown.map { ScreenBars.height($0.decibels) }), .level)
    var marks = TextLine("      ")
    for column in shown {
      switch column.mark {
      case .none: marks.add(" ")
      case .answered: marks.add("●", .good)
      case .corrected: marks.add("c", .warning)
      case .refused: marks.add("×", .faint)
      }
    }
    return [levels, marks]
  }

  private var tempo: TextLine {
    guard let tempo = state.tempo else { return TextLine() }
    var line = TextLine("  ♩ \(tempo.beatsPerMinute.text(places: 0))  \(tempo.meter)  ")
    if let pattern = state.pattern, pattern.change == .begun {
      line.add("\(short(pattern.title))  ", .good)
      if let bar = state.patternBar?.bar(atFrame: snapshot.frame) {
        line.add("bar \(bar) of \(pattern.bars)  ")
      }
      line.add("J ends it   ", .faint)
    }
    guard tempo.isClicking else {
      line.add("click off", .faint)
      if !heardTempo.isEmpty { line.add("   " + heardTempo) }
      return line
    }
    let place = state.clock.position(atFrame: snapshot.frame).map { Int(4 * $0.beat) }
    for beat in 0..<tempo.meter.beatsPerBar {
      line.add("\(beat + 1) ", place.map { $0 / 4 } == beat ? .struck : .faint)
      for quarter in 1..<4 {
        line.add("· ", place == 4 * beat + quarter ? .struck : .faint)
      }
    }
    line.add("  " + ClickLateness(lateHits).text)
    return line
  }

  /// By how much the last hits came after the nearest sixteenth: their drums, without the delay.
  private var lateHits: [(sound: String, milliseconds: Double)] {
    guard let delay = state.delay?.milliseconds else { return [] }
    let delayFrames = delay * Double(state.clock.sampleRateHz) / 1000
    return recent.hits.compactMap { hit in
      guard hit.refused == nil, let sound = hit.sound, let frame = hit.startFrame else {
        return nil
      }
      return state.clock.secondsLate(atFrame: Double(frame) - delayFrames, stepsPerBeat: 4)
        .map { (short(sound), 1000 * $0) }
    }
  }

  /// A hit: its time, its sound, how sure, how hard, and its outcome.
  private func text(_ hit: RecentPlaying.Hit) -> TextLine {
    var line = TextLine("  \((seconds - hit.seconds).text(places: 1, width: 5)) s ago  ", .faint)
    line.add(short(HitText.name(hit.sound, refused: hit.refused)).padded(to: 14))
    line.add(" \(Int(100 * hit.confidence)) %".padded(toRight: 6) + "  ")
    line.add(
      ScreenBars.share(
        hit.velocity, width: 10, style: .level, letters: ("▮", "▯")))
    if let peak = hit.peakDecibels { line.add(" \(Self.decibels(peak))") }
    if let refused = hit.refused {
      let reason = HitText.reason(refused, marginDecibels: hit.marginDecibels)
      line.add("  not answered: \(reason)", .warning)
    } else if let first = hit.first {
      line.add("  corrected from \(short(first))", .warning)
    }
    return line
  }

  /// The worst problem, with the key that solves it; else the last hit.
  var message: TextLine {
    if !state.awayDevices.isEmpty {
      let names = state.awayDevices.joined(separator: ", ").printable
      return TextLine("  \(names) is gone; playing goes on once it is back", .bad)
    }
    if snapshot.output.clipsAfterLimiter > 0 {
      return TextLine("  The output clips.  X: turn the master down in the mixer", .bad)
    }
    if let prompt = state.lesson.flatMap(LessonText.prompt) {
      return TextLine("  " + prompt, .warning)
    }
    if recent.isDead, hearsMicrophone {
      return TextLine("  The microphone is dead: nothing comes in.  I picks another", .bad)
    }
    if let hit = recent.hits.last, hit.refused == .tooSoft {
      return TextLine("  Too soft to be answered.  + answers softer hits", .warning)
    }
    if let hit = recent.hits.last, hit.refused == nil, let sound = hit.sound,
      hit.confidence < PadTileView.sureConfidence
    {
      return TextLine("  Unsure: was that \(sound.printable)?  L teaches a sound again", .warning)
    }
    if state.profile?.isGuess == true {
      return TextLine("  Built-in guess, rough.  L teaches sounds of your own", .faint)
    }
    return isWell ? TextLine("  All is well", .faint) : TextLine()
  }

  private var hearsMicrophone: Bool { state.devices?.hearsMicrophone == true }

  /// Nothing on the screen says otherwise.
  private var isWell: Bool {
    let isInTime =
      (state.delay?.milliseconds ?? 0) <= (state.delay?.budgetMilliseconds ?? .infinity)
    return !hasMessages && state.xruns == 0 && isInTime && !state.bus(.drums).isMuted
      && !(recent.isDead && hearsMicrophone) && microphoneText.style != .bad
      && microphoneText.style != .warning
  }

  /// "-14 dB": five letters before the unit.
  private static func decibels(_ level: Float) -> String {
    level.isFinite ? "\(level.text(places: 0, width: 4)) dB" : "   - dB"
  }
}
