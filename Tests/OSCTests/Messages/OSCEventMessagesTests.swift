// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Instrument
import Testing

@testable import OSC

/// The messages that subscribers receive.
@Suite struct OSCEventMessagesTests {
  private func hit(_ turn: HitEventKind, sound: Int? = 0) -> EngineEvent {
    let decision = Decision(
      frame: 10, sound: sound, confidence: 0.75, velocity: 0.5, peakDecibels: -10,
      brightnessOctaves: 8)
    let hit = Hit(number: 7, onsetFrame: 5, peakAmplitude: 0.1, first: decision)
    return .hit(HitMessage(HitEvent(turn, hit, atFrame: 10), sounds: ["kick"]))
  }

  @Test("a hit has one identity from its beginning to its end")
  func hits() {
    for turn in ["begun", "revised", "settled"] {
      #expect(
        OSCEventMessages.messages(hit(HitEventKind(rawValue: turn) ?? .refused)) == [
          OSCMessage("/flam/hit/\(turn)", .text("7"), .text("kick"), .float(0.5), .float(0.75))
        ])
    }
    #expect(
      OSCEventMessages.messages(hit(.withdrawn)) == [OSCMessage("/flam/hit/withdrawn", .text("7"))])
    #expect(OSCEventMessages.messages(hit(.refused)) == [])
    #expect(OSCEventMessages.messages(hit(.begun, sound: nil)).first?.arguments[1] == .text(""))
  }

  @Test("the settings of a board's pads are sent, pad by pad")
  func triggers() {
    let pads = ["A0", "A1"].map {
      EngineEvent.Port.Trigger(
        input: $0, plays: "kick", sensitivity: 50, thresholdPercent: 2.5, curve: .log1,
        maskMilliseconds: 8, crosstalkPercent: 30, scanMilliseconds: 2, retriggerMilliseconds: 10)
    }
    let port = EngineEvent.Port(.board, "uno", .connected, triggers: pads)
    #expect(
      OSCEventMessages.messages(.port(port)).map(\.arguments)
        == ["A0", "A1"].map {
          [
            .text($0), .text("kick"), .float(50), .float(2.5), .text("log1"), .float(8), .float(30),
            .float(2), .float(10),
          ]
        })
    #expect(OSCEventMessages.messages(.port(EngineEvent.Port(.midi, "pad", .connected))) == [])
  }

  @Test("changes are sent as the messages that request them")
  func feedback() {
    var change = StripChange(drum: "snare")
    (change[.gain], change[.mute]) = (0.5, 1)
    #expect(
      OSCEventMessages.messages(.mix(CommandEffect(.strip(change), frame: 0))) == [
        OSCMessage("/flam/strip/gain", .text("snare"), .float(0.5)),
        OSCMessage("/flam/strip/mute", .text("snare"), .int(1)),
      ])
    #expect(
      OSCEventMessages.messages(
        .mix(CommandEffect(.bus(BusChange(.room, .gain, 2)), frame: 0))) == [
          OSCMessage("/flam/bus/gain", .text("room"), .float(2))
        ])
    #expect(
      OSCEventMessages.messages(.mix(CommandEffect(.endSolo, frame: 0))) == [
        OSCMessage("/flam/strip/unsolo")
      ])
    var setting = EffectSetting(.highpass)
    (setting["cutoff"], setting["q"], setting.isBypassed) = (80, 2, true)
    #expect(
      [setting, nil].map {
        OSCEventMessages.messages(
          .effect(EngineEvent.Effect(frame: 0, SlotChange(.room, slot: 3, $0))))
      } == [
        [
          OSCMessage(
            "/flam/effect", .text("room"), .int(3), .text("highpass"), .int(1), .text("cutoff"),
            .float(80), .text("q"), .float(2))
        ], [OSCMessage("/flam/effect", .text("room"), .int(3), .text(""), .int(0))],
      ])
    let row = Modulation(.place, .pad("snare"), slot: 2, "mix", amount: -0.5)
    #expect(
      [row, nil].map {
        OSCEventMessages.messages(
          .modulation(CommandEffect(EngineCommand.Modulate(row: 4, $0), frame: 0)))
      } == [
        [
          OSCMessage(
            "/flam/modulation", .int(4), .text("place"), .text("snare"), .int(2), .text("mix"),
            .float(-0.5))
        ],
        [
          OSCMessage(
            "/flam/modulation", .int(4), .text(""), .text(""), .int(0), .text(""), .float(0))
        ],
      ])
  }

  @Test("each step of a lesson is sent in one message, whose types never change")
  func lesson() throws {
    let whole = try JSONDecoder().decode(
      EngineEvent.Lesson.self,
      from: Data(
        #"{"step":"heard","sound":"rim\u001B","pad":"snare","isHolding":false,"manner":"softly","count":4,"heard":2,"decibels":-12.5}"#
          .utf8))
    #expect(
      OSCEventMessages.messages(.lesson(whole)) == [
        OSCMessage(
          "/flam/lesson", .text("heard"), .text("rim\u{FFFD}"), .text("snare"), .text("softly"),
          .int(4), .int(2), .int(0), .float(-12.5), .text(""))
      ])
    let begun = EngineEvent.Lesson(sound: "rim", pad: nil, isHolding: true)
    #expect(
      OSCEventMessages.messages(.lesson(begun)) == [
        OSCMessage(
          "/flam/lesson", .text("begun"), .text("rim"), .text(""), .text(""), .int(0), .int(0),
          .int(0), .float(-120), .text(""))
      ])
  }

  @Test("how the output sounds is sent in two messages, whose types never change")
  func spectrum() throws {
    func messages(_ json: String) throws -> [OSCMessage] {
      OSCEventMessages.messages(
        try JSONDecoder().decode(OutputSpectrum.self, from: Data(json.utf8)))
    }
    let bass = """
      {"correlation":0.5,"balanceDecibels":-6,"bands":[{"hertz":25},{"hertz":31.5,"decibels":-12}],
       "strongest":{"hertz":61.5,"note":"B1","cents":-6.5,"decibels":-12}}
      """
    #expect(
      try messages(bass) == [
        OSCMessage("/flam/sound", .float(0.5), .float(-6), .float(61.5), .text("B1"), .float(-6.5)),
        OSCMessage("/flam/spectrum", .float(-120), .float(-12)),
      ])
    #expect(
      try messages(#"{"bands":[]}"#) == [
        OSCMessage("/flam/sound", .float(0), .float(0), .float(0), .text(""), .float(0)),
        OSCMessage("/flam/spectrum"),
      ])
  }

  @Test("no path of the disk is sent, and no control of a terminal")
  func text() {
    #expect(
      OSCEventMessages.messages(.recording(EngineEvent.Kept(.begun, path: "/home/me/a.wav"))) == [
        OSCMessage("/flam/record", .text("begun"))
      ])
    #expect(
      OSCEventMessages.messages(.kit(EngineEvent.Kit(name: "/home/me/kit\u{1B}[2J\n", path: nil)))
        == [
          OSCMessage("/flam/kit", .text("kit\u{FFFD}[2J\u{FFFD}"))
        ])
    #expect(
      OSCEventMessages.error("/flam/kit", "cannot read '/home/me/kit.sfz': gone")
        == OSCMessage("/flam/error", .text("/flam/kit"), .text("cannot read 'kit.sfz': gone")))
  }
}
