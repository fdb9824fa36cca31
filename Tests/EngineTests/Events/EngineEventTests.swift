// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Looping
import Sequencing
import TestSupport
import Testing

@testable import Engine

@Suite(.simulated) struct EngineEventTests {
  private static func hit(_ turn: HitEventKind, sound: Int?) -> EngineEvent {
    var hit = Hit(
      number: 7, onsetFrame: 48_000, peakAmplitude: 0.5,
      first: Decision(
        frame: 48_100, sound: sound, confidence: 0.9, velocity: 0.7, peakDecibels: -6,
        brightnessOctaves: 10))
    hit.startFrame = sound == nil ? nil : 48_200
    hit.refusal = sound == nil ? .unknownSound : nil
    hit.thresholdDecibels = -40
    return .hit(HitMessage(HitEvent(turn, hit, atFrame: 48_100), sounds: ["kick"]))
  }

  private static var looper: Looper {
    var looper = Looper(sampleRateHz: 48_000)
    try? looper.perform(.arm(LoopSetup(beatsPerMinute: 97, bars: 1)), atFrame: 0)
    looper.hear(HeardNote(id: 1, pad: "kick", velocity: 1, frame: 1000))
    _ = looper.advance(to: 200_000)
    try? looper.perform(.mute(true, layer: 1), atFrame: 200_000)
    return looper
  }

  private static let events: [EngineEvent] =
    HitEventKind.allCases.flatMap { [hit($0, sound: 0), hit($0, sound: nil)] } + [
      .xrun(
        EngineEvent.Xrun(
          number: 2, side: .playback, frame: 640, milliseconds: 1.5, cause: .system,
          workMilliseconds: 0.5, heldUpMilliseconds: 1.25)),
      .device(EngineEvent.Device(.lost, devices: ["hw:1"], reason: "it was unplugged")),
      .device(EngineEvent.Device(.periodChanged, periodFrames: 128)),
      .panic(EngineEvent.Panic()), .panic(EngineEvent.Panic(frame: 960)),
      .started, .ended(EngineEvent.Ended()), .ended(EngineEvent.Ended(reason: "unplugged")),
      .note(
        EngineEvent.Note(
          id: HitIdentity(3, from: .midi), action: .on, pad: "crash", place: 4, midiNote: 49,
          velocity: 0.5, startFrame: 960, askedFrame: 640)),
      .load(
        EngineEvent.Load(
          medianShare: 0.25, worstShare: 0.5, slackMilliseconds: 2,
          danger: EngineEvent.Load.Danger(
            cause: .work, workMilliseconds: 1, heldUpMilliseconds: 0.5))),
      .devices(
        EngineEvent.Devices(
          input: "hw:1", output: nil, rateHz: 48_000, periodFrames: 64, takeRateHz: 44_100,
          notes: ["there is no loudspeaker"])),
      .profile(
        EngineEvent.Profile(
          sounds: ["kick"], isGuess: true, certainty: .fast, velocityCurve: .exp1,
          hearing: HearingControls())),
      .kitLoading(EngineEvent.KitLoading(name: "house", share: 0.5)),
      .kitLoaded(
        EngineEvent.KitLoaded(
          name: "house", seconds: 0.5, isStreamed: true, memoryMegabytes: 64, faults: ["silent"])),
      .kitFailed(EngineEvent.KitFailed(name: "house", reason: "it is not there")),
      .delay(EngineEvent.Delay(milliseconds: nil, budgetMilliseconds: 23, deviceMeasuredOn: nil)),
      .backing(EngineEvent.Backing(.removed)),
      .backing(EngineEvent.Backing(.begun, path: "song.wav", frame: 960)),
      .pattern(EngineEvent.Pattern(.begun, path: "a.txt", title: "A", bars: 2, frame: 960)),
      .pattern(EngineEvent.Pattern(.bar, path: "a.txt", title: "A", bars: 2, frame: 960, bar: 2)),
      .tempo(EngineEvent.Tempo(frame: 96, PlayedTempo())),
      .looped(EngineEvent.Looped(looper)), .loopLayer(looper.lanes[0]),
      .loopSaved(
        EngineEvent.LoopSaved(
          path: "groove", files: ["loop.mid", "layer-1.wav"], missingPads: ["cowbell"])),
      .learning(EngineEvent.Learning(sound: "kick")), .learning(.farFromProfile),
      .lesson(EngineEvent.Lesson(sound: "snare", pad: nil, isHolding: true).next(.ended)),
      .lesson(
        EngineEvent.Lesson(sound: "snare", pad: "clap", isHolding: false)
          .asking(.softly, count: 2).hearing(1, peakDecibels: -9)),
      .kit(EngineEvent.Kit(name: "house", path: nil)),
      .kit(EngineEvent.Kit(name: "house", path: "/kits/house.sfz")),
      .mix(CommandEffect(.strip(StripChange(drum: "snare")), frame: 960)),
      .mix(CommandEffect(.bus(BusChange(.master, .gain, 0)), frame: 960)),
      .mix(CommandEffect(.endSolo, frame: 960)),
      .effect(EngineEvent.Effect(frame: 9, SlotChange(.room, slot: 1, EffectSetting(.lowpass)))),
      .effect(EngineEvent.Effect(frame: 9, SlotChange(.room, slot: 1, nil))),
      .hearing(CommandEffect(EngineCommand.Hearing(strictness: .strict), frame: 10)),
      .hearing(
        CommandEffect(EngineCommand.Hearing(sound: "kick", thresholdDecibels: -30), frame: 10)),
      .meters(EngineEvent.Meters(Snapshot())),
      .recording(EngineEvent.Kept(.begun, path: "groove.wav")),
      .session(EngineEvent.Kept(.closed, path: "groove", detail: "whole")),
      .failed(
        EngineEvent.Failed(
          .stopBacking, atFrame: 960, EngineError("stop", reason: "nothing", advice: "start"))),
      .lost(EngineEvent.Lost(count: 3)),
    ]

  @Test("each event is read back as it was written", arguments: events)
  func readBack(event: EngineEvent) throws {
    let data = try JSONEncoder().encode(event)
    #expect(try JSONDecoder().decode(EngineEvent.self, from: data) == event)
  }

  @Test("a hit is one flat object, its identity a text, no sound a null")
  func hit() throws {
    func read(_ event: EngineEvent) throws -> [String: Any] {
      let data = try JSONEncoder().encode(event)
      return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
    let begun = try read(Self.hit(.begun, sound: 0))
    #expect(begun["event"] as? String == "hit.begun" && begun["id"] as? String == "7")
    #expect(begun["sound"] as? String == "kick" && begun["source"] as? String == "microphone")
    #expect(begun["frame"] as? Int == 48_100 && begun["onsetFrame"] as? Int == 48_000)
    #expect(begun["startFrame"] as? Int == 48_200 + Instrument.outputLatencyFrames)
    #expect(begun["hit"] == nil && begun["refused"] == nil)
    let settled = try read(Self.hit(.settled, sound: nil))
    #expect(settled["hit"] as? Int == 7 && settled["sound"] is NSNull)
    #expect(settled["refused"] as? String == "unknownSound" && settled["startFrame"] == nil)
  }

  @Test(
    "other text is an error",
    arguments: [
      #"{"event":"hit.eaten","id":"1"}"#, #"{"event":"party"}"#, #"{"number":1}"#,
      #"{"event":"hit.begun","id":"-1","frame":1,"onsetFrame":1,"velocity":1,"confidence":1}"#,
    ])
  func broken(line: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(EngineEvent.self, from: Data(line.utf8))
    }
  }

  @Test("input frames are counted at the rate of the take, others stay")
  func counted() {
    guard
      case .hit(let message) = Self.hit(.begun, sound: 0).counted(atHz: 44_100, heardAtHz: 48_000)
    else { return }
    #expect(
      message.onsetFrame == 44_100 && message.startFrame == 48_200 + Instrument.outputLatencyFrames)
    let mix = EngineEvent.mix(CommandEffect(.endSolo, frame: 960))
    #expect(mix.counted(atHz: 44_100, heardAtHz: 48_000) == mix)
  }
}
