// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import DSP
import Instrument
import Profiles
import Realtime
import Sequencing
import Sessions

/// A take that is played live as two devices of their own might: heard and played apart, in blocks
/// of any length, on clocks that drift, while kits and the mixer change.
package struct RandomSession {
  private static let take = StruckSounds.take(
    StruckSounds.middle, amplitudes: [0.5, 0.2, 0.7, 0.1, 0.4, 0.6, 0.3, 0.7, 0.2, 0.5, 0.4, 0.6],
    spacingSeconds: 0.15,
    background: 3e-4
  ).samples

  /// Drums that can take over, complete or a part of them, including the first ones.
  private static let kits = (0..<5).map { number in
    TestKit.kit(
      ([.kick, .snare, .hihatClosed, .crash] as [PadRole]).enumerated().map { index, role in
        func sounds(_ layer: Int) -> [[SIMD2<Float>]] {
          (0..<3).map { variation in
            TestKit.noise(
              frameCount: 4800, seed: UInt64(100 * number + 10 * index + 3 * layer + variation))
          }
        }
        var drum = TestKit.Drum(layers: [sounds(0), sounds(1)])
        drum.velocityGains = TestKit.proportional
        (drum.chokeGroup, drum.chokes) = (index % 2, index % 2)
        drum.role = role
        drum.note = role.generalMIDINote
        drum.zone.releaseSeconds = index == 1 ? 0.02 : nil
        drum.pan = 0
        return drum
      }, in: SampleMemory(blockCount: 512), isWhole: number > 1)
  }

  /// A profile that can take over from the built-in guess, which it does in part resemble: one of
  /// its sounds is the same by name and drum, one by name only.
  private static let taught = Profile(
    sounds: [
      (Profile.general.sounds[0].name, Profile.general.sounds[0].role, StruckSounds.middle),
      (Profile.general.sounds[1].name, .crash, StruckSounds.low),
    ].map { name, role, sound in
      Profile.SoundClass(name: name, role: role, examples: StruckSounds.examples(sound, count: 5))
    }, noiseDecibels: -80)

  /// How drums return from loudspeakers.
  private static let echo = {
    let probe = EchoProbe(sampleRateHz: 48_000)
    return probe.path(heard: probe.samples.map { 0.1 * ($0.x + $0.y) })
  }()

  /// Names of the sounds of both, by their numbers.
  package static let sounds = SoundTable([.general, taught]).names

  /// The output, interleaved stereo.
  package private(set) var output: [Float] = []
  /// The hits as reported.
  package private(set) var hits: [HitLine] = []
  /// The changes and notes meanwhile.
  package private(set) var journal: [JournalEntry] = []
  /// Changes of the mixer that came too late for their frames.
  package private(set) var lateMixChanges = 0
  /// Changes of hearing that came too late for their frames.
  package private(set) var lateHearingChanges = 0
  /// The events of its voices, and how the microphone in the mix was limited.
  package private(set) var strokes: [VoiceEvent] = []
  package private(set) var returns: [Float] = []
  /// Its beginning in the output.
  package private(set) var beginning = (input: 0, output: 0)
  private var runs: [LoopCallRun] = []

  /// Its performance; one that does not listen gets strokes from elsewhere. If it `monitors`, the
  /// microphone is in the mix.
  package static func performance(
    isListening: Bool = true, monitors: Bool = true, _ performanceLog: PerformanceLog? = nil,
    subscriber: @escaping Performance.Subscriber = { _, _ in }
  ) -> Performance {
    var settings = InstrumentSettings()
    settings.feedback = isListening ? FeedbackSettings() : nil
    settings.monitorDecibels = monitors ? -20 : nil
    return Performance(
      kit: kits[4], profile: .general, settings: settings, performanceLog: performanceLog,
      notes: NoteExchange(), laterProfiles: isListening ? [] : [taught], subscriber: subscriber)
  }

  /// Plays live; the seed decides all.
  ///
  /// - Parameters:
  ///   - firstFrame: The input frame from which on it is kept; then the microphone is not heard
  ///     with the drums.
  ///   - changesPads: Whether sounds are given other pads meanwhile.
  package init(seed: UInt64, from firstFrame: Int = 0, changesPads: Bool = true) {
    let history = PerformanceHistory(sampleRateHz: 48_000)
    var journal: [JournalEntry] = []
    let performance = Self.performance(
      isListening: true, monitors: firstFrame == 0, history.performanceLog,
      subscriber: { entry, _ in journal.append(entry) })
    let number = history.begin()
    var blocks = RandomBlocks(seed: seed)
    var changing = SeededGenerator(seed: seed + 1000)
    var heard = 0
    while heard < Self.take.count {
      blocks.advance()
      Self.change(
        performance, &changing, monitors: firstFrame == 0, changesPads: changesPads)
      let isKept = heard >= firstFrame
      if let inputFrames = blocks.inputFrames {
        var block = Array(Self.take[heard..<min(Self.take.count, heard + inputFrames)])
        block += [Float](repeating: 0, count: inputFrames - block.count)
        performance.audioSide.hear(block, frameCount: inputFrames, timeline: blocks.timeline)
        heard += inputFrames
      }
      if let outputFrames = blocks.outputFrames {
        var block = [Float](repeating: 0, count: 2 * outputFrames)
        performance.audioSide.play(into: &block, frameCount: outputFrames)
        output += block
      }
      history.audioSide.append(
        LoopCall(
          inputFrames: blocks.inputFrames, outputFrames: blocks.outputFrames,
          timeline: blocks.timeline, arrivedDrums: performance.audioSide.arrivedDrumsCount,
          isDrumWaiting: performance.audioSide.isDrumWaiting, journal: isKept ? number : 0))
      hits += performance.newHits()
      performance.takeNotes()
      take(history.next(of: number, isLast: false))
    }
    take(history.next(of: number, isLast: true))
    beginning =
      history.span(of: number).map { ($0.input.lowerBound, $0.output.lowerBound) } ?? (0, 0)
    self.journal = journal
    lateMixChanges = performance.snapshot.lateMixChanges
    lateHearingChanges = performance.snapshot.lateHearingChanges
  }

  private mutating func take(_ passage: PerformanceHistory.Passage) {
    strokes += passage.strokes
    returns += passage.returns
    runs += passage.runs
  }

  private static func change(
    _ performance: Performance, _ generator: inout SeededGenerator, monitors: Bool,
    changesPads: Bool
  ) {
    func chance(_ range: ClosedRange<Int>) -> Int {
      range.lowerBound + Int(generator.next() % UInt64(range.count))
    }
    func hear(_ change: EngineCommand.Hearing) { performance.take(.hearing(change)) }
    switch chance(0...150) {
    case 0...2:
      let kit = chance(0...3)
      _ = performance.change(
        to: kits[kit], from: KitPart(name: "", path: "\(kit)", detail: .whole))
    case 3...4:
      var strip = StripChange(drum: "drum \(chance(0...3))")
      strip[.gain] = Float(chance(0...20)) / 10
      let sent = chance(0...3)
      strip[.send] = Float(sent) / 10
      strip[.delay] = Float(3 - sent) / 10
      strip[.solo] = (chance(0...3) == 0) ? 1 : 0
      performance.take(.strip(strip))
    case 5: performance.take(.endSolo)
    case 6: performance.take(.bus(BusChange(.drums, .gain, Float(chance(5...20)) / 10)))
    case 28...29: changeRack(performance, chance)
    case 30...31: changeMatrix(performance)
    case 7: hear(EngineCommand.Hearing(sensitivity: Float(chance(30...100))))
    case 8: hear(EngineCommand.Hearing(strictness: Strictness.allCases[chance(0...2)]))
    case 9: hear(EngineCommand.Hearing(adapts: chance(0...1) == 0))
    case 10...11:
      let decibels = chance(0...3) == 0 ? nil : Float(chance(-60...(-6)))
      let sound = performance.profileSounds[chance(0...performance.profileSounds.count - 1)]
      hear(EngineCommand.Hearing(sound: sound, thresholdDecibels: decibels))
    case 12: hear(EngineCommand.Hearing(certainty: Certainty.allCases[chance(0...3)]))
    case 13: hear(EngineCommand.Hearing(velocityCurve: VelocityCurve.allCases[chance(0...7)]))
    case 14 where monitors:
      performance.take(.bus(BusChange(.microphone, .gain, Float(chance(0...4)) / 8)))
    case 15:
      let beatsPerMinute = Double(chance(60...400))
      performance.take(
        .tempo(
          EngineCommand.Tempo(beatsPerMinute: beatsPerMinute, isClicking: chance(0...3) > 0)))
    case 26...27 where changesPads:
      let sounds = performance.profileSounds
      let pads: [String?] = [
        nil, "drum \(chance(0...4))", "drum 0 + drum \(chance(1...3))", "snare / drum 3 / kick",
        "kick, snare + crash from velocity 0.4", "crash / snare, drum 0 brighter than 900 Hz",
      ]
      let pad = pads[chance(0...pads.count - 1)]
      let sound = sounds[chance(0...sounds.count - 1)]
      performance.take(.soundPad(EngineCommand.SoundPad(sound: sound, pad: pad)))
    case 16...22: note(performance, chance)
    case 25: performance.expectReturn(along: echo)
    case 23...24:
      let isTaught = chance(0...2) > 0
      performance.change(to: isTaught ? taught : .general, number: isTaught ? 2 : nil)
    default: break
    }
  }

  /// An effect that comes, goes, or changes.
  private static func changeRack(
    _ performance: Performance, _ chance: (ClosedRange<Int>) -> Int
  ) {
    let places = RackPlace.buses + (0...3).map { RackPlace.pad("drum \($0)") }
    let (bus, slot) = (places[chance(0...places.count - 1)], chance(1...3))
    let effects = Effect.allCases.filter { $0.source?.isNeeded != true }
    let effect = effects[chance(0...effects.count - 1)]
    /// One of an effect's values, anywhere in its range.
    func values(of effect: Effect) -> [String: Float] {
      let parameters = effect.parameters
      let parameter = parameters[chance(0...parameters.count - 1)]
      let value = parameter.scale.value(
        atShare: Float(chance(0...100)) / 100, gain: parameter.scale.range.lowerBound)
      return [parameter.name: value]
    }
    let isBypassed = chance(0...3) == 0
    if chance(0...3) == 0 {
      performance.take(.removeEffect(EngineCommand.RemoveEffect(bus, slot: slot)))
    } else if let held = performance.rack(of: bus)[slot]?.effect {
      performance.take(
        .setEffect(EngineCommand.SetEffect(bus, slot: slot, values: values(of: held))))
      performance.take(
        .bypassEffect(EngineCommand.BypassEffect(bus, slot: slot, isBypassed: isBypassed)))
    } else {
      performance.take(
        .insertEffect(
          EngineCommand.InsertEffect(
            bus, effect, slot: slot, values: values(of: effect), isBypassed: isBypassed)))
    }
  }

  /// A note from outside: struck at once or later, on any of the pads, at any pitch, ended or
  /// choked.
  private static func note(_ performance: Performance, _ chance: (ClosedRange<Int>) -> Int) {
    let later = performance.snapshot.frame + chance(-100...4000)
    let pads = performance.pads(named: "drum \(chance(0...3))")
    guard var pad = pads.first else { return }
    let number = chance(1...50)
    let id = HitIdentity(number, from: number % 4 == 0 ? .loop : .key)
    let action: NoteEvent.Action
    switch chance(0...9) {
    case 0: action = .off
    case 1: action = .choke(pad)
    case 2: action = .silence
    default:
      let percent = chance(1...100)
      pad.key = percent % 2 == 0 ? Float(percent) : nil
      action = .on(pad, velocity: Float(percent) / 100)
    }
    _ = performance.send(NoteEvent(action, id: id, atFrame: later))
  }

  /// Plays it again, in silence until it begins.
  ///
  /// - Parameters:
  ///   - write: Receives what is played, interleaved stereo.
  ///   - report: Receives each hit.
  package func play(
    through replay: Replay, write: (UnsafeBufferPointer<Float>) -> Void, report: (HitLine) -> Void
  ) {
    var place = 0
    replay.run(
      runs, heardFrames: .max, journal: journal,
      EffectResources(
        kit: { Int($0.path).map { Self.kits[$0] } },
        profile: { replay.performance.makeReady($0.number == nil ? .general : Self.taught) }),
      read: { block in
        for frame in block.indices {
          let isHeard = place >= beginning.input && place < Self.take.count
          block[frame] = isHeard ? Self.take[place] : 0
          place += 1
        }
      }, write: write, report: report)
  }

  /// Played again in pieces of a size it is the same, bit for bit.
  package func isSame(inPiecesOf periodFrames: Int) -> Bool {
    var again: [Float] = []
    var reported: [String] = []
    play(
      through: Replay(Self.performance(), periodFrames: periodFrames), write: { again += $0 },
      report: { reported.append($0.jsonLine) })
    return again == output && reported == hits.map(\.jsonLine)
  }
}
