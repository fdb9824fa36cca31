// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import DSP
import Foundation
import Instrument
import Kits
import Profiles
import Realtime
import Sequencing
import Simulation
import Synchronization
import TestSupport
import Testing

@testable import Engine

@Suite(.simulated) struct EngineTests {
  /// Unlike a thump and a knock, and surely struck.
  private static let foreign = StruckSounds.Sound(
    frequencyHz: 5000, decaySeconds: 0.03, noise: 0.5)

  private static func strip(gain: Float) -> StripChange {
    var strip = StripChange(drum: "kick")
    strip[.gain] = gain
    return strip
  }

  @Test(
    "a late subscriber sees the sum of all events, and both are correct", .slow, arguments: 1...4)
  func state(seed: UInt64) throws {
    let hub = EventHub()
    let early = hub.subscribe(capacity: 10_000)
    let silent = try SilentEngine(events: hub) { $0.settings.monitorDecibels = -12 }
    let engine = silent.engine
    var generator = SeededGenerator(seed: seed)
    func chance(_ range: ClosedRange<Int>) -> Int {
      range.lowerBound + Int(generator.next() % UInt64(range.count))
    }
    let names = try #require(engine.state.kit?.pads.map(\.name))
    for step in 0..<200 {
      let name = names[chance(0...(names.count - 1))]
      let command: EngineCommand
      switch chance(0...11) {
      case 0...2:
        var strip = StripChange(drum: name)
        strip[.gain] = Float(chance(0...20)) / 10
        strip[.pan] = Float(chance(-10...10)) / 10
        strip[.solo] = (chance(0...2) == 0) ? 1 : 0
        command = .strip(strip)
      case 3: command = .endSolo
      case 4:
        command = .bus(
          EngineCommand.Bus(
            [MixBus.drums, .room, .microphone, .master][chance(0...3)],
            .gain, Float(chance(0...20)) / 10))
      case 5: command = .hearing(EngineCommand.Hearing(sensitivity: Float(chance(0...100))))
      case 6:
        command = .hearing(
          EngineCommand.Hearing(strictness: Strictness.allCases[chance(0...2)]))
      case 7:
        let sounds = try #require(engine.state.profile?.sounds)
        command = .hearing(
          EngineCommand.Hearing(
            sound: sounds[chance(0...(sounds.count - 1))],
            thresholdDecibels: chance(0...2) == 0 ? nil : Float(chance(-90...0))))
      case 8:
        command = .hearing(
          EngineCommand.Hearing(certainty: Certainty.allCases[chance(0...3)]))
      case 9:
        command = .hearing(
          EngineCommand.Hearing(velocityCurve: VelocityCurve.allCases[chance(0...7)]))
      case 10:
        command = .tempo(
          EngineCommand.Tempo(
            beatsPerMinute: chance(0...1) == 0 ? nil : Double(chance(20...500)),
            meter: chance(0...1) == 0 ? nil : Meter("\(chance(1...9))/8"),
            isClicking: chance(0...1) == 0))
      default: command = .hearing(EngineCommand.Hearing(adapts: chance(0...1) == 0))
      }
      let written = try JSONEncoder().encode(command)
      try engine.perform(JSONDecoder().decode(EngineCommand.self, from: written))
      guard step == 100 else { continue }
      let (known, late) = hub.join()
      #expect(known == engine.state && late.take().events.isEmpty)
    }
    var reported = EngineState()
    for event in early.take().events { reported.apply(event) }
    let state = engine.state
    #expect(reported == state)
    engine.control.withLock { control in
      let performance = control.live.performance
      #expect(state.kit?.pads.map(\.strip) == performance.strips)
      #expect(state.hearing == performance.hearing)
      #expect(state.profile?.certainty == performance.certainty)
      #expect(state.tempo?.beatsPerMinute == performance.tempo.beatsPerMinute)
      #expect(state.tempo?.meter == performance.tempo.meter)
      #expect(state.tempo?.isClicking == performance.tempo.isClicking)
      #expect(state.profile?.velocityCurve == performance.velocityCurve)
      for bus in MixBus.allCases {
        #expect(state.buses[bus.rawValue] == performance.strip(of: bus))
      }
    }
    let data = try JSONEncoder().encode(state)
    #expect(try JSONDecoder().decode(EngineState.self, from: data) == state)
  }

  @Test("strokes that are far from the profile are reported once", .slow)
  func far() throws {
    let folder = TemporaryFolder()
    let take = StruckSounds.take(
      Self.foreign, amplitudes: [Float](repeating: 0.4, count: 10), spacingSeconds: 0.4, seed: 5)
    let path = "\(folder.path)/foreign.wav"
    var file = try SoundFileWriter(
      path: path, sampleRateHz: 48_000, channelCount: 1, isOverwriting: false)
    try take.samples.withUnsafeBufferPointer { try file.write($0) }
    try file.commit()
    let own = [StruckSounds.low, StruckSounds.middle]
    let profile = Profile(
      sounds: own.enumerated().map { index, sound in
        Profile.SoundClass(
          name: "\(index)", role: .other,
          examples: StruckSounds.examples(sound, count: 10, seed: UInt64(index + 1)))
      }, noiseDecibels: -80)
    let silent = try SilentEngine {
      $0.profile = profile
      $0.input = .take(path: path, channels: .mean, isLooped: true)
    }
    let subscription = silent.engine.events.subscribe(capacity: 10_000)
    try silent.engine.start()
    var reported: [EngineEvent] = []
    func collect() {
      reported += subscription.take().events.filter {
        if case .learning = $0 { true } else { false }
      }
    }
    #expect(
      eventually {
        collect()
        return !reported.isEmpty
      })
    #expect(reported == [.learning(.farFromProfile)])
    MonotonicClock.sleep(microseconds: 300_000)
    silent.engine.stop()
    collect()
    #expect(reported.count == 1)
  }

  @Test("a track is loaded, begins, ends and begins anew while it plays; the state shows it", .slow)
  func backing() throws {
    let silent = try SilentEngine()
    let engine = silent.engine
    let subscription = engine.events.subscribe(capacity: 10_000)
    try engine.start()
    let path = try #require(KitLocator().takes.last)
    let load = EngineCommand.loadBacking(
      EngineCommand.Backing(path: path, gainDecibels: -6, isLooped: true))
    #expect(
      try JSONDecoder().decode(EngineCommand.self, from: JSONEncoder().encode(load)) == load)
    try engine.perform(load)
    #expect(engine.state.backing == nil)
    for _ in 0..<2 {
      try engine.perform(.startBacking)
      #expect(engine.state.backing == path)
      try engine.perform(.stopBacking)
      #expect(engine.state.backing == nil)
    }
    engine.stop()
    let changes = subscription.take().events.compactMap {
      if case .backing(let backing) = $0 { backing.change } else { nil }
    }
    #expect(changes == [.loaded, .begun, .ended, .begun, .ended])
  }

  @Test(
    "a note is struck on its frame while hits are heard, each with an identity of its own", .slow)
  func note() throws {
    let silent = try SilentEngine {
      $0.input = .take(
        path: try #require(KitLocator().takes.last), channels: .mean, isLooped: false)
    }
    let engine = silent.engine
    let subscription = engine.events.subscribe(capacity: 10_000)
    let ids = try (0..<8).map { number in
      try engine.perform(
        .noteOn(
          EngineCommand.NoteOn(
            pad: "crash", velocity: 0.5, source: .midi, frame: 24_000 + 3000 * number)))
    }
    try engine.start()
    let atOnce = try engine.perform(
      .noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 1, source: .key)))
    #expect(eventually { engine.state.notes == 9 && engine.state.hits >= 2 })
    engine.stop()
    var (notes, hits): ([EngineEvent.Note], [HitMessage]) = ([], [])
    for event in subscription.take().events {
      if case .note(let note) = event { notes.append(note) }
      if case .hit(let hit) = event { hits.append(hit) }
    }
    let crashes = notes.filter { $0.pad == "crash" }
    #expect(crashes.map(\.id) == ids)
    #expect(crashes.map(\.startFrame) == (0..<8).map { 24_000 + 3000 * $0 })
    #expect(crashes.allSatisfy { $0.source == .midi && $0.velocity == 0.5 && $0.midiNote == 49 })
    let kick = try #require(notes.first { $0.pad == "kick" })
    #expect(kick.id == atOnce && kick.startFrame == kick.askedFrame)
    #expect(
      Set(notes.map(\.id)).count == 9 && Set(notes.map(\.id)).isDisjoint(with: hits.map(\.id)))
  }

  @Test("a recording begins and ends while it plays, and is whole", .slow)
  func record() throws {
    let folder = TemporaryFolder()
    let silent = try SilentEngine()
    let engine = silent.engine
    let subscription = engine.events.subscribe(capacity: 10_000)
    try engine.start()
    let path = folder.path + "/take.wav"
    try engine.perform(.record(EngineCommand.Record(path: path)))
    #expect(engine.state.recordings == [path])
    try engine.perform(.noteOn(EngineCommand.NoteOn(pad: "snare", velocity: 1)))
    #expect(throws: EngineError.self) {
      try engine.perform(.record(EngineCommand.Record(path: folder.path + "/other.wav")))
    }
    MonotonicClock.sleep(microseconds: 300_000)
    try engine.perform(.endRecording)
    #expect(eventually { engine.state.recordings.isEmpty })
    try engine.perform(.noteOn(EngineCommand.NoteOn(pad: "snare", velocity: 1)))
    engine.stop()
    let samples = try Take(path: path).samples
    #expect(samples.count > 9600 && samples.count < 96_000)
    #expect((samples.map { abs($0) }.max() ?? 0) > 0.05)
    let states = subscription.take().events.compactMap { event in
      if case .recording(let kept) = event { kept.state } else { nil }
    }
    #expect(states == [.begun, .closed])
  }

  @Test(
    "an impossible command is an error with its reason and what to do, and changes nothing", .slow)
  func errors() throws {
    let engine = try SilentEngine().engine
    let before = engine.state
    let wrong: [(EngineCommand, String)] = [
      (.noteOn(EngineCommand.NoteOn(pad: "gong", velocity: 1)), "no drum 'gong'"),
      (.noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 2)), "velocity"),
      (.noteOn(EngineCommand.NoteOn(pad: "kick", velocity: .nan)), "velocity"),
      (.noteOn(EngineCommand.NoteOn(pad: "kick", key: 127.5, velocity: 1)), "key is 127.5"),
      (.noteOn(EngineCommand.NoteOn(pad: "kick", key: .nan, velocity: 1)), "key"),
      (.noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 1, source: .microphone)), "outside"),
      (.noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 1, frame: .min)), "no frame"),
      (.noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 1, frame: .max)), "no frame"),
      (
        .noteOn(
          EngineCommand.NoteOn(pad: "kick", velocity: 1, id: HitIdentity(1, from: .midi))),
        "not of its source"
      ),
      (.strip(Self.strip(gain: .infinity)), "inf is no gain"),
      (.strip(Self.strip(gain: -1)), "is no gain"),
      (.choke(EngineCommand.Choke(pad: "gong")), "no drum"),
      (.strip(StripChange(drum: "gong")), "no drum"),
      (.startBacking, "no backing is loaded"), (.stopBacking, "nothing is played along"),
      (.loadBacking(EngineCommand.Backing(path: "/no/such/song.wav")), "No such file"),
      (.bus(EngineCommand.Bus(.backing, .gain, 17)), "no gain"),
      (.tempo(EngineCommand.Tempo(beatsPerMinute: 19)), "no tempo"),
      (.tempo(EngineCommand.Tempo(beatsPerMinute: 501)), "no tempo"),
      (.bus(EngineCommand.Bus(.master, .gain, -1)), "no gain"),
      (.hearing(EngineCommand.Hearing()), "one of"),
      (.hearing(EngineCommand.Hearing(sensitivity: 101)), "no sensitivity"),
      (.hearing(EngineCommand.Hearing(sound: "gong", learnHits: 4)), "no sound"),
      (.hearing(EngineCommand.Hearing(sound: "kick", learnHits: -1)), "teach no sound"),
      (.hearing(EngineCommand.Hearing(sound: "kick", learnHits: 101)), "teach no sound"),
      (.kit(EngineCommand.Kit(name: "no such kit")), "no such file"),
      (.period(EngineCommand.Period(frames: 1)), "no device has a period of"),
      (.endRecording, "no recording was begun"),
      (.record(EngineCommand.Record(path: "/no/such/folder/a.wav")), "No such file"),
    ]
    for (command, reason) in wrong {
      do {
        try engine.perform(command)
        Issue.record("\(command) was carried out")
      } catch {
        #expect(error.reason.contains(reason) && !error.advice.isEmpty, "\(error)")
      }
    }
    #expect(engine.state == before)
  }

  @Test("a subscriber that never takes, and one that is gone, delay nothing", .slow)
  func slow() throws {
    let hub = EventHub()
    let dead = hub.subscribe(capacity: 2)
    _ = hub.subscribe()
    let live = hub.subscribe(capacity: 10_000)
    let engine = try SilentEngine(events: hub).engine
    try engine.start()
    for _ in 0..<50 {
      try engine.perform(.noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 0.3)))
    }
    #expect(eventually { engine.state.notes == 50 })
    engine.stop()
    let batch = live.take()
    #expect(batch.lostCount == 0)
    let (heard, lost) = (batch.events.count, dead.take())
    #expect(lost.events.count == 2 && lost.lostCount == heard - 2)
  }

  @Test("it starts once, ends once, reports both, and does nothing more after that", .slow)
  func life() throws {
    let hub = EventHub()
    let subscription = hub.subscribe(capacity: 10_000)
    let engine = try SilentEngine(events: hub).engine
    try engine.start()
    #expect(throws: EngineError.self) { try engine.start() }
    try engine.perform(.quit)
    #expect(eventually { !engine.state.isPlaying })
    #expect(engine.stop() == .stopped && engine.stop() == .stopped)
    #expect(throws: EngineError.self) {
      try engine.perform(.noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 1)))
    }
    engine.finish()
    #expect(engine.report().snapshot.hits == 0)
    let names = subscription.take().events.map(\.name)
    #expect(names.count { $0 == "started" } == 1 && names.count { $0 == "ended" } == 1)
  }

  @Test(
    "the kit that plays is not loaded anew, and comes back at once while another is loaded", .slow)
  func sameKit() throws {
    let engine = try SilentEngine { $0.kit = nil }.engine
    let subscription = engine.events.subscribe(capacity: 10_000)
    try engine.start()
    #expect(
      eventually { (engine.state.meters?.frame ?? 0) > 0 && engine.state.kit?.isWhole == true })
    _ = subscription.take()
    try engine.perform(.kit(EngineCommand.Kit(name: "flam")))
    let folder = TemporaryFolder()
    let path = try SilentEngine.otherKit(in: folder.path)
    try engine.perform(.kit(EngineCommand.Kit(name: path)))
    try engine.perform(.kit(EngineCommand.Kit(name: "flam")))
    let frame = engine.snapshot.frame
    #expect(eventually { engine.snapshot.frame > frame + 24_000 })
    engine.stop()
    let kits = subscription.take().events.compactMap { event -> EngineEvent.Kit? in
      if case .kit(let kit) = event { kit } else { nil }
    }
    #expect(kits.isEmpty && engine.state.kit?.path != path, "\(kits.map(\.path))")
  }

  @Test("a board's pad is set by the part that serves the board, and refused without one", .slow)
  func trigger() throws {
    let engine = try SilentEngine().engine
    let change = EngineCommand.Trigger(input: "A0", sensitivity: 60)
    #expect {
      try engine.perform(.trigger(change))
    } throws: {
      "\($0)".contains("no board plays")
    }
    engine.setTriggers { asked throws(EngineError) in
      throw EngineError("set", reason: "\(asked == change)", advice: "")
    }
    #expect {
      try engine.perform(.trigger(change))
    } throws: {
      "\($0)".contains("true")
    }
    #expect {
      try engine.perform(.trigger(change), atFrame: 48_000)
    } throws: {
      "\($0)".contains("a board is set at once")
    }
  }

  @Test("the earlier setting of a board's pad is brought back, a slider's steps as one", .slow)
  func undoneTrigger() throws {
    let engine = try SilentEngine().engine
    func connect(_ mask: Double, _ scan: Double) {
      let pad = EngineEvent.Port.Trigger(
        input: "A0", plays: "kick", sensitivity: 50, thresholdPercent: 2.4, curve: .linear,
        maskMilliseconds: mask, crosstalkPercent: 30, scanMilliseconds: scan,
        retriggerMilliseconds: 10)
      engine.publish(EngineEvent.Port(.board, "uno", .connected, triggers: [pad]))
    }
    connect(8, 2)
    let asked = Mutex<[EngineCommand.Trigger]>([])
    engine.setTriggers { change in asked.withLock { $0.append(change) } }
    try engine.perform(.trigger(EngineCommand.Trigger(input: "a0", scanMilliseconds: 3)))
    connect(8, 3)
    for mask in [9.0, 10, 11] {
      try engine.perform(.trigger(EngineCommand.Trigger(input: "A0", maskMilliseconds: mask)))
      connect(mask, 3)
    }
    asked.withLock { $0 = [] }
    try engine.perform(.undo)
    try engine.perform(.undo)
    #expect(
      asked.withLock { $0 } == [
        EngineCommand.Trigger(input: "A0", maskMilliseconds: 8),
        EngineCommand.Trigger(input: "A0", scanMilliseconds: 2),
      ])
    #expect { try engine.perform(.undo) } throws: { "\($0)".contains("nothing left to undo") }
  }

  @Test("a kit that another replaces before its frame is reported as failed", .slow)
  func replacedKit() throws {
    let hub = EventHub()
    let subscription = hub.subscribe(capacity: 10_000)
    let folder = TemporaryFolder()
    let silent = try SilentEngine(events: hub)
    let engine = silent.engine
    try engine.start()
    #expect(eventually { (engine.state.meters?.frame ?? 0) > 0 })
    let (first, second) = (
      try SilentEngine.otherKit("first", in: folder.path),
      try SilentEngine.otherKit("second", in: folder.path)
    )
    let frame = (engine.state.meters?.frame ?? 0) + 5 * 48_000
    try engine.perform(.kit(EngineCommand.Kit(name: first)), atFrame: frame)
    try engine.perform(.kit(EngineCommand.Kit(name: second)), atFrame: frame)
    var failed: [EngineEvent.KitFailed] = []
    _ = eventually {
      failed += subscription.take().events.compactMap {
        if case .kitFailed(let message) = $0 { message } else { nil }
      }
      return !failed.isEmpty
    }
    engine.stop()
    engine.finish()
    #expect(failed.map(\.name) == [first])
    #expect(failed.first?.reason.contains("before its frame, \(frame),") == true)
  }

  @Test("a note far ahead does not keep a kit from taking over", .slow)
  func ahead() throws {
    let engine = try SilentEngine().engine
    try engine.start()
    #expect(eventually { (engine.state.meters?.frame ?? 0) > 0 })
    for number in 0..<300 {
      try engine.perform(
        .noteOn(
          EngineCommand.NoteOn(pad: "crash", velocity: 0.1, frame: 400_000 + 200 * number)))
    }
    let subscription = engine.events.subscribe(capacity: 10_000)
    // Kits of one drum are loaded long before the note, also on a busy machine.
    let folder = TemporaryFolder()
    var file = try SoundFileWriter(
      path: "\(folder.path)/crash.wav", sampleRateHz: 48_000, channelCount: 1,
      isOverwriting: false)
    try Signal.noise(count: 4800, amplitude: 0.5).withUnsafeBufferPointer { try file.write($0) }
    try file.commit()
    for name in ["first", "second"] {
      let path = folder.write(text: "<region> key=49 sample=crash.wav", to: "\(name).sfz")
      try engine.perform(.kit(EngineCommand.Kit(name: path)))
      var isThere = false
      #expect(
        eventually {
          isThere = isThere || subscription.take().events.contains { $0.name == "kit.loaded" }
          return isThere
        })
    }
    #expect(
      eventually {
        engine.control.withLock { !$0.live.performance.isChangingKit } || engine.state.notes > 0
      })
    #expect(engine.control.withLock { !$0.live.performance.isChangingKit })
    engine.stop()
  }
}
