// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import SoundFonts
import Storage

/// Notes of General MIDI SoundFonts beside FluidSynth's: pitch, loudness over velocity and key, sides, loops, and what a voice
/// costs.
struct InstrumentsBenchmark {
  static let sampleRateHz = 48_000
  private static let heldFrames = 150 * 64
  private static let releasedFrames = 50 * 64
  /// Keys below this one have so few periods in that time that they are held four times as long.
  private static let slowKeys = 24
  private static let fonts = [
    "TimGM6mb", "FluidR3_GM", "opl3-soundfont", "Black_Pearl_4_LV2", "Red_Zeppelin_4_LV2",
  ].map { "/usr/share/sounds/sf2/\($0).sf2" }

  let isQuick: Bool

  func run() -> Bool {
    let found = Self.fonts.filter { access($0, R_OK) == 0 }
    guard !found.isEmpty else {
      print("instruments: no SoundFont is there: apt install timgm6mb-soundfont; nothing measured")
      return false
    }
    var isMet = true
    for (place, path) in found.enumerated() where place == 0 || !isQuick {
      do {
        let font = try SoundFont(RegularFile.bytes(path), path: path)
        if !compare(font, path: path) { isMet = false }
      } catch {
        print("instruments: \(error)")
        isMet = false
      }
    }
    return isMet
  }

  private func compare(_ font: SoundFont, path: String) -> Bool {
    print("instruments of \(path):")
    guard let peer = FontPeer(font: path, sampleRateHz: Self.sampleRateHz) else {
      print("  FluidSynth is not there: apt install libfluidsynth3")
      return false
    }
    let player = FontPlayer(font, sampleRateHz: Self.sampleRateHz)
    let pitch = PitchDistance()
    var keys = NoteTally()
    var hits = NoteTally()
    let presets = (0..<128).map { (program: $0, bank: 0) } + [(program: 0, bank: 128)]
    for preset in presets where font.zones(program: preset.program, bank: preset.bank) != nil {
      for key in stride(from: 0, through: 127, by: isQuick ? 16 : 1) {
        keys.take(note(preset, key + (isQuick ? preset.program % 16 : 0), 100), player, peer, pitch)
      }
      guard !isQuick || preset.program % 8 == 0 else { continue }
      for key in isQuick ? [60] : [36, 48, 60, 72, 84] {
        for velocity in [1, 8, 16, 32, 48, 64, 80, 96, 112, 127] {
          hits.take(note(preset, key, velocity), player, peer, pitch)
        }
      }
    }
    let isSounding = keys.reportSounding()
    let isInTune = keys.report("keys at velocity 100")
    let isEven = hits.report("velocities from 1 to 127")
    let isRound = LoopTrial(font, sampleRateHz: Self.sampleRateHz).run(isQuick: isQuick)
    let isCheap = VoiceCost(font: font, path: path, isQuick: isQuick).run()
    return isSounding && isInTune && isEven && isRound && isCheap
  }

  private func note(_ preset: (program: Int, bank: Int), _ key: Int, _ velocity: Int) -> PlayedNote
  {
    PlayedNote(
      preset: preset, key: min(127, key), velocity: velocity,
      heldFrames: key < Self.slowKeys ? 4 * Self.heldFrames : Self.heldFrames,
      releasedFrames: Self.releasedFrames)
  }
}

/// What many notes are beside FluidSynth's.
struct NoteTally {
  /// How far pitch and level may be from FluidSynth's.
  private static let mostCents = 1.0
  private static let mostDecibels = 1.0

  private struct Entry {
    let note: PlayedNote
    let distance: NoteDistance

    var name: String {
      let preset = note.preset
      return
        "program \(preset.program + 1)\(preset.bank > 0 ? " of bank \(preset.bank)" : "")"
        + ", key \(note.key), velocity \(note.velocity)"
    }
  }

  private var entries: [Entry] = []

  mutating func take(
    _ note: PlayedNote, _ player: FontPlayer, _ peer: FontPeer, _ pitch: borrowing PitchDistance
  ) {
    guard let ours = player.sound(note), let theirs = peer.sound(note) else { return }
    entries.append(Entry(note: note, distance: NoteDistance(ours, theirs, pitch)))
  }

  /// All notes sound, be they ever so soft by themselves.
  func reportSounding() -> Bool {
    let silent = entries.filter { $0.distance.level <= NoteDistance.silentDecibels }
    let theirs = entries.filter { $0.distance.peerLevel <= NoteDistance.silentDecibels }
    print(
      "  \(entries.count) notes, \(silent.count) silent (\(theirs.count) in FluidSynth), "
        + "target 0: \(silent.isEmpty ? "met" : "MISSED")")
    for entry in silent.prefix(4) { print("    silent: \(entry.name)") }
    return silent.isEmpty
  }

  /// Prints how far pitch, level and side are from FluidSynth's where that sounds.
  func report(_ name: String) -> Bool {
    let heard = entries.filter { $0.distance.peerLevel > NoteDistance.heardDecibels }
    print("  \(name), \(heard.count) notes that FluidSynth plays:")
    let isLoud = line(
      "level", "dB", heard.map { ($0, $0.distance.louder) },
      most: Self.mostDecibels)
    let isPlaced = line(
      "side", "dB", heard.compactMap { entry in entry.distance.side.map { (entry, $0) } },
      most: Self.mostDecibels)
    let isInTune = line(
      "pitch", "cents", heard.compactMap { entry in entry.distance.cents.map { (entry, $0) } },
      most: Self.mostCents)
    return isLoud && isPlaced && isInTune
  }

  private func line(
    _ name: String, _ unit: String, _ values: [(entry: Entry, value: Double)], most: Double
  ) -> Bool {
    let beyond = values.filter { abs($0.value) > most }.sorted { abs($0.value) > abs($1.value) }
    let middle = values.map { abs($0.value) }.sorted()
    guard let largest = middle.last else {
      print("    \(name): nothing to compare")
      return true
    }
    print(
      "    \(name): \(twoDecimals(middle[middle.count / 2])) \(unit) off in the middle, "
        + "\(twoDecimals(largest)) at most, of \(values.count); beyond \(twoDecimals(most)): "
        + "\(beyond.count): \(beyond.isEmpty ? "met" : "MISSED")")
    for (entry, value) in beyond.prefix(6) {
      print("      \(twoDecimals(value)) \(unit): \(entry.name)")
    }
    return beyond.isEmpty
  }

  private func twoDecimals(_ value: Double) -> String {
    let hundredths = Int((abs(value) * 100).rounded())
    let digits = hundredths % 100
    return "\(value < 0 ? "-" : "")\(hundredths / 100).\(digits < 10 ? "0" : "")\(digits)"
  }
}
