// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Instrument
import Realtime
import Sequencing

/// Sends an engine various commands, by a seed.
struct SimulatedPlayer {
  private var dice: SeededGenerator
  private var looper: SimulatedLooper
  private let kits: [String]
  private let folder: String
  private let number: Int
  private var recordings = 0
  /// The note that was struck last, and a frame by which it has begun.
  private var lastNote: (id: HitIdentity, frame: Int)?
  private static let pads = [
    "kick", "snare", "hihat-closed", "hihat-open", "crash", "ride", "clap",
  ]

  init(seed: UInt64, kits: [String], folder: String, number: Int) {
    dice = SeededGenerator(seed: seed)
    looper = SimulatedLooper(seed: ~seed)
    (self.kits, self.folder, self.number) = (kits, folder, number)
  }

  /// How soon a note without a frame must begin.
  private static let beginFrames = 4000

  /// Asks until the time is up.
  mutating func play(
    _ engine: Engine, seconds: Double,
    reported: (EngineCommand, _ isDone: Bool, _ note: HitIdentity?) -> Void
  ) {
    let end = MonotonicClock.now + .seconds(seconds)
    while MonotonicClock.now < end, engine.isRunning {
      let command = command(engine)
      var isDone = true
      var note: HitIdentity?
      do {
        let ahead = chance(4) == 0 ? engine.snapshot.frame + chance(9000) : nil
        if let ahead, !command.isNote {
          try engine.perform(command, atFrame: ahead)
        } else {
          note = try engine.perform(command)
        }
      } catch {
        isDone = false
      }
      if case .noteOn(let struck) = command, let note {
        lastNote = (note, struck.frame ?? engine.snapshot.frame + Self.beginFrames)
      }
      reported(command, isDone, note)
      if let loop = looper.command(engine) {
        let isDone = (try? engine.perform(loop)) != nil
        reported(loop, isDone, nil)
      }
      MonotonicClock.sleep(microseconds: [0, 300, 5000, 60_000][chance(4)])
    }
  }

  private mutating func chance(_ bound: Int) -> Int { Int(dice.next() % UInt64(bound)) }
  private mutating func pad() -> String { Self.pads[chance(Self.pads.count)] }

  private mutating func command(_ engine: Engine) -> EngineCommand {
    switch chance(30) {
    case 0..<9:
      return .noteOn(
        EngineCommand.NoteOn(
          pad: pad(), velocity: Float(1 + chance(100)) / 100,
          source: [.key, .midi, .osc, .page][chance(4)],
          frame: chance(2) == 0 ? nil : engine.snapshot.frame + chance(20_000)))
    case 9:
      if chance(4) == 0 { return .panic(EngineCommand.Panic(source: .osc)) }
      guard let note = lastNote, chance(2) == 0 else {
        return .choke(EngineCommand.Choke(pad: pad(), source: .osc))
      }
      lastNote = nil
      return .noteOff(EngineCommand.NoteOff(id: note.id, frame: note.frame + chance(2000)))
    case 10...13:
      var strip = StripChange(drum: pad())
      switch chance(4) {
      case 0: strip[.gain] = Float(chance(20)) / 10
      case 1: strip[.pan] = Float(chance(21)) / 10 - 1
      case 2:
        let sent = chance(10)
        strip[sent % 2 == 0 ? .send : .delay] = Float(sent) / 10
      default: strip[.solo] = (chance(2) == 0) ? 1 : 0
      }
      return .strip(strip)
    case 14: return .endSolo
    case 15:
      return .bus(
        EngineCommand.Bus([.drums, .room, .master][chance(3)], .gain, Float(chance(20)) / 10))
    case 16:
      return .tempo(
        EngineCommand.Tempo(
          beatsPerMinute: Double(60 + chance(200)), isClicking: chance(2) == 0))
    case 17: return .hearing(EngineCommand.Hearing(sensitivity: Float(chance(101))))
    case 18:
      return .hearing(EngineCommand.Hearing(strictness: Strictness.allCases[chance(3)]))
    case 19:
      return .hearing(EngineCommand.Hearing(certainty: Certainty.allCases[chance(4)]))
    case 20:
      let sounds = engine.state.profile?.sounds ?? []
      return .soundPad(
        EngineCommand.SoundPad(
          sound: sounds.isEmpty ? "low" : sounds[chance(sounds.count)],
          pad: chance(4) == 0 ? nil : pad()))
    case 21, 22: return .kit(EngineCommand.Kit(name: kits[chance(kits.count)]))
    case 23:
      recordings += 1
      return .record(
        EngineCommand.Record(path: "\(folder)/extra-\(number)-\(recordings).wav"))
    case 24: return .endRecording
    case 25: return .session(EngineCommand.Session())
    case 26: return .endSession
    case 27: return .hearing(EngineCommand.Hearing(adapts: chance(2) == 0))
    default: return .undo
    }
  }
}
