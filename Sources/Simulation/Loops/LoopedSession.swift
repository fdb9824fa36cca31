// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Foundation
import Instrument
import Kits
import Looping
import Profiles
import Realtime
import Sessions
import SoundFiles

/// A session in which a loop is recorded, added to and changed in any way, decided by a seed, while hits are heard; kept, and
/// played again.
public struct LoopedSession {
  /// What came of it.
  public struct Outcome: Sendable {
    /// Hits that were heard.
    public var hits = 0
    /// Notes that the loop played.
    public var notes = 0
    /// Commands that were carried out.
    public var commands = 0
    /// Why it cannot be played again; nil if it can.
    public var fault: String?
    /// It is the same bits when it is played again.
    public var isSame = false
  }

  private static let rateHz = 48_000
  /// Beats of half a second, as the take has them.
  private static let beatFrames = 24_000

  private var dice: SeededGenerator
  private let folder = TemporaryFolder()
  private let minutes: Double

  /// A session of so many minutes.
  public init(minutes: Double, seed: UInt64) {
    (self.minutes, dice) = (minutes, SeededGenerator(seed: seed))
  }

  /// Plays it, in a world of its own, and plays it again.
  public mutating func run() throws -> Outcome {
    let path = folder.path
    let kits = try (0..<2).map { try SimulatedKits.write("kit\($0)", seed: $0, in: path) }
    let session = SessionFolder(path: path + "/session")
    var setup = EngineSetup(profile: .general, memory: SampleMemory(megabytes: 64))
    setup.input = .take(path: try take(), channels: .mean, isLooped: true)
    setup.output = .nothing
    setup.kit = kits[0]
    setup.keepsJournal = true
    setup.journal = { try SimulatedPlaying.keeper($0, in: session) }
    var outcome = Outcome()
    try World().run {
      let engine = try Engine(setup)
      let events = engine.events.subscribe(capacity: 1 << 20) { event in
        if case .note(let note) = event { return note.source == .loop && note.action == .on }
        return false
      }
      try engine.start()
      play(engine, kits, &outcome)
      engine.stop()
      engine.finish()
      let report = engine.report()
      (outcome.hits, outcome.notes) = (report.snapshot.hits, events.take().events.count)
      outcome.fault = try report.sessions.first.flatMap { try $0.notReplayable.get() }
    }
    outcome.isSame = try isSame(session)
    return outcome
  }

  /// Eight beats; one is missing.
  private mutating func take() throws -> String {
    var samples = Signal.taps(count: 8 * Self.beatFrames, everyFrames: Self.beatFrames / 2)
    let rest = Int(dice.next() % 7) * Self.beatFrames
    for frame in rest..<rest + Self.beatFrames { samples[frame] = 0 }
    let path = folder.path + "/take.wav"
    var file = try SoundFileWriter(path: path, sampleRateHz: Self.rateHz, channelCount: 1)
    try samples.withUnsafeBufferPointer { try file.write($0) }
    try file.commit()
    return path
  }

  private mutating func play(_ engine: Engine, _ kits: [String], _ outcome: inout Outcome) {
    while engine.snapshot.frame < Int(60 * minutes * Double(Self.rateHz)), engine.isRunning {
      let command = command(engine, kits)
      do {
        try engine.perform(command)
        outcome.commands += 1
      } catch {
        // Nothing is there that it could change, or all is locked.
      }
      MonotonicClock.sleep(microseconds: [40_000, 500_000, 1_900_000, 3_900_000][chance(4)])
    }
  }

  private mutating func chance(_ bound: Int) -> Int { Int(dice.next() % UInt64(bound)) }

  private mutating func command(_ engine: Engine, _ kits: [String]) -> EngineCommand {
    let layers = engine.state.loop?.layers.map(\.number) ?? []
    let layer = layers.isEmpty ? nil : layers[chance(layers.count)]
    if engine.state.loop?.isLocked == true, chance(3) == 0 { return .loop(.lock(false)) }
    switch chance(27) {
    case 0..<7: return .loop(.record)
    case 7: return .loop(.undo)
    case 8: return .loop(.redo)
    case 9: return .loop(chance(3) == 0 ? .clear : .pause)
    case 10: return .loop(.mute(nil, layer: layer))
    case 11: return .loop(.solo(nil, layer: layer ?? 1))
    case 12: return .loop(chance(2) == 0 ? .half : .double)
    case 13: return .loop(.bars(1 + chance(4)))
    case 14: return .loop(.quantise(Double(chance(5)) / 4))
    case 15: return .loop(.swing(chance(2) == 0 ? nil : 0.62))
    case 16: return .loop(.humanise(Double(chance(3)) / 2, seed: UInt64(chance(100))))
    case 17: return .loop(.lock(true))
    case 18: return .kit(EngineCommand.Kit(name: kits[chance(2)]))
    case 19: return .loop(.arm(LoopSetup(beatsPerMinute: 120, bars: 2, countInBars: chance(2))))
    case 24: return .bus(BusChange(.loops, .gain, Float(chance(3)) / 2))
    case 25:
      return .insertEffect(EngineCommand.InsertEffect(.loops, [.delay, .compress][chance(2)]))
    case 26: return .removeEffect(EngineCommand.RemoveEffect(.loops, slot: 1 + chance(2)))
    default:
      return .noteOn(
        EngineCommand.NoteOn(pad: ["crash", "clap", "ride"][chance(3)], velocity: 0.5))
    }
  }

  private func isSame(_ session: SessionFolder) throws -> Bool {
    let replay = try SessionReplay(session, hearsAgain: false)
    let memory = SampleMemory(megabytes: 64)
    let kit = try KitLoader.load(
      path: replay.record.kit.path, sampleRateHz: Self.rateHz,
      adjustments: replay.record.kit.adjustments, into: memory
    ).kit
    var mix = try SoundFileReader(path: session.mixPath)
    var frames = 0
    var isSame = true
    try replay.run(
      kit: kit, profile: nil, playing: nil, periodFrames: 441,
      laterKit: { part in
        try KitLoader.part(
          part.detail, ofKit: part.path, sampleRateHz: Self.rateHz,
          adjustments: KitAdjustments(gain: part.gain), into: memory,
          struckAt: replay.choices(of: part), gainDecibels: part.gainDecibels)
      },
      write: { samples in
        var kept = [Float](repeating: 0, count: samples.count)
        var span = kept.mutableSpan
        let count = try mix.read(into: &span)
        frames += count
        isSame = isSame && 2 * count == samples.count && kept.elementsEqual(samples)
      },
      report: { _ in })
    return isSame && frames == mix.frameCount
  }
}
