// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Looping
import Reports
import Storage
import TextScreen

/// The loop in words and as a strip.
enum LoopText {
  /// A strip has no more places.
  private static let mostCells = 32

  /// "overdub, 2 bars at 104 beats a minute, 3 layers".
  static func summary(_ loop: EngineEvent.Looped) -> String {
    let source = loop.source == .microphone ? ", of the microphone" : ""
    let remote = loop.remote.map { ", \($0.sound ?? "") is its pedal" } ?? ""
    let locked = source + (loop.isLocked ? ", locked" : "") + remote
    guard let grid = loop.grid else { return stage(loop) + locked }
    let tempo = grid.beatsPerMinute.text(places: 1)
    return "\(stage(loop)), \(length(grid)) at \(tempo) beats a minute, "
      + CountText.of(loop.layers.count, "layer") + locked
  }

  /// "the loop is in 'groove': loop.mid, loop.musicxml, loop.txt, layer-1.wav".
  static func saved(_ saved: EngineEvent.LoopSaved) -> String {
    let isSoundOnly = !saved.files.contains { $0.hasSuffix(".mid") }
    let missing = saved.missingPads.map(\.printable).joined(separator: ", ")
    return "the loop is in '\(saved.path.printable)': \(saved.files.joined(separator: ", "))"
      + (isSoundOnly ? "; it has no notes, so there is no MIDI, MusicXML or tab of it" : "")
      + (missing.isEmpty ? "" : "; the kit has no \(missing): those notes are silent in the WAVs")
  }

  /// What it does.
  static func stage(_ loop: EngineEvent.Looped) -> String {
    switch loop.stage {
    case .empty: "no loop"
    case .armed: "armed: your first hit starts it"
    case .countIn: "count-in"
    case .recording where loop.source == .microphone: "recording the microphone"
    case .recording: "recording, " + CountText.of(loop.takeNotes, "hit")
    case .overdubbing: "overdub"
    case .playing: "playing"
    case .stopped: "stopped"
    }
  }

  /// What a layer has: "12 notes", "microphone".
  static func content(_ layer: EngineEvent.Looped.Layer) -> String {
    let isSound = layer.stretches != nil || layer.notes == 0
    return isSound ? "microphone" : CountText.of(layer.notes, "note")
  }

  /// "2 bars", or "3 beats".
  private static func length(_ grid: LoopGrid) -> String {
    let bar = grid.meter.beatsPerBar
    return grid.beats % bar == 0
      ? CountText.of(grid.beats / bar, "bar") : CountText.of(grid.beats, "beat")
  }

  /// The loop in a line: what it does, its length, where it stands, its layers.
  static func strip(_ loop: EngineEvent.Looped, frame: Int) -> TextLine {
    var line = TextLine("  LOOP ")
    let isHot = [.armed, .countIn, .recording, .overdubbing].contains(loop.stage)
    line.add(stage(loop), isHot ? .bad : loop.stage == .playing ? .good : .faint)
    if loop.source == .microphone { line.add("  MIC", .warning) }
    if loop.isLocked { line.add("  LOCKED", .warning) }
    guard let grid = loop.grid else {
      if loop.stage == .recording { line.add("  O closes it", .faint) }
      return line
    }
    line.add("  \(length(grid)) ♩ \(grid.beatsPerMinute.text(places: 0))  ")
    add(grid, isPlaying: loop.stage != .stopped, frame: frame, to: &line)
    if loop.settings.isMuted { line.add(" MUTED", .bad) }
    for layer in loop.layers {
      line.add(" \(layer.number)", sounds(layer.number, loop) ? .good : .faint)
    }
    if loop.settings.quantise > 0 {
      line.add("  q \(Int((100 * loop.settings.quantise).rounded())) %", .faint)
    }
    line.add("  G: more", .faint)
    return line
  }

  /// A layer is heard.
  static func sounds(_ number: Int, _ loop: EngineEvent.Looped) -> Bool {
    let settings = loop.settings
    let solos = loop.layers.filter { settings.soloLayers.contains($0.number) }
    return !settings.isMuted && !settings.mutedLayers.contains(number)
      && (solos.isEmpty || solos.contains { $0.number == number })
  }

  /// A place a beat, or fewer in long loops; the one that sounds now is bright.
  private static func add(_ grid: LoopGrid, isPlaying: Bool, frame: Int, to line: inout TextLine) {
    let beatsPerCell = (grid.beats + mostCells - 1) / mostCells
    let cells = (grid.beats + beatsPerCell - 1) / beatsPerCell
    let cycle = grid.cycle(atFrame: frame)
    let share = Double(frame - grid.start(ofCycle: cycle)) / Double(max(1, grid.cycleFrames))
    let present = isPlaying ? Int(share * Double(grid.beats)) / beatsPerCell : -1
    for cell in 0..<cells {
      let isBar = cell * beatsPerCell % grid.meter.beatsPerBar == 0
      if cell > 0, isBar { line.add("|", .faint) }
      line.add(cell == present ? "●" : "·", cell == present ? .struck : .faint)
    }
    line.add(" ")
  }
}
