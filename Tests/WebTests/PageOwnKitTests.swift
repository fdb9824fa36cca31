// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KitMaking
import Simulation
import Storage
import TestSupport
import Testing

@testable import Web

/// Kits of the player's own sounds on a page: the files on the disk say what was done.
@Suite(.simulated) struct PageOwnKitTests {
  private let shown: ShownPage
  private let page: PageCaller
  private let place: OwnKitPlace

  /// A kit with two kicks, of 0.4 s and a soft one of 0.2 s, and a snare.
  init() throws {
    shown = try ShownPage(ownKit: "mouth")
    place = try OwnKitPlace("\(shown.folder.path)/kits/mouth")
    try OwnKit.change(
      [
        (.kick, .set([Self.tone(seconds: 0.4, 0.8), Self.tone(seconds: 0.2, 0.1)])),
        (.snare, .set([Self.tone(seconds: 0.1, 0.5)])),
      ], of: place)
    page = try #require(shown.page())
  }

  private static func tone(seconds: Double, _ amplitude: Float) -> OwnSound {
    let samples = (0..<Int(48_000 * seconds)).map { frame in
      amplitude * Float(sin(Double(frame) * 0.1) * exp(-Double(frame) / 4000))
    }
    return OwnSound(samples: samples, sampleRateHz: 48_000)
  }

  private var kicks: [OwnSound] {
    get throws { try OwnKit.found(at: place).pad(.kick).sounds }
  }

  private func reply(_ question: String) throws -> [String: Any] {
    page.say(question)
    return try #require(page.message("reply"))
  }

  private func result(_ question: String) throws -> [String: Any] {
    let reply = try reply(question)
    #expect(reply["problem"] == nil, "\(question): \(reply)")
    return try #require(reply["result"] as? [String: Any])
  }

  private func fetched(_ question: String) throws -> String {
    let file = try #require(try result(question)["file"] as? String)
    let caller = try #require(PageCaller(port: shown.port))
    caller.send("GET \(file) HTTP/1.1\r\nHost: localhost:\(shown.port)\r\n\(shown.cookie)\r\n")
    let answer = caller.answer()
    return String(answer[try #require(answer.firstRange(of: "\r\n\r\n")).upperBound...])
  }

  private func change(_ rest: String) throws -> [String: Any] {
    try result("{\"ask\":\"changeOwn\",\"name\":\"mouth\",\"pad\":\"kick\",\(rest)}")
  }

  @Test("its pads are listed, and each sound has its velocities, its length and a waveform")
  func waves() throws {
    let kit = try result(#"{"ask":"ownKit","name":"mouth"}"#)
    #expect(kit["isOwn"] as? Bool == true)
    let pads = try #require(kit["pads"] as? [[String: Any]])
    #expect(pads.map { $0["pad"] as? String } == ["kick", "snare"])
    #expect(pads.map { $0["sounds"] as? Int } == [2, 1])
    let text = try fetched(#"{"ask":"ownPad","name":"mouth","pad":"kick"}"#)
    let pad = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let sounds = try #require(pad?["sounds"] as? [[String: Any]])
    #expect(sounds.map { $0["seconds"] as? Double } == [0.2, 0.4])
    let waves = sounds.compactMap { $0["wave"] as? [Int] }
    #expect(waves.map(\.count) == [600, 600])
    #expect(waves[1].max() ?? 0 > 80 && waves[1].min() ?? 0 < -60 && waves[0].max() ?? 0 < 15)
    let velocities = sounds.compactMap { $0["velocities"] as? [Int] }
    #expect(velocities[0][0] == 1 && velocities[1][1] == 127)
    #expect(try result(#"{"ask":"ownKit","name":"flam"}"#)["isOwn"] as? Bool == false)
  }

  @Test("a sound can be heard")
  func heard() throws {
    let sound = try fetched(#"{"ask":"hearOwn","name":"mouth","pad":"kick","sound":2}"#)
    #expect(sound.hasPrefix("fLaC"))
  }

  @Test("a part is kept, backwards, louder, higher, removed: and undo brings back the last")
  func changes() throws {
    let before = try kicks
    #expect(
      try change(#""sound":2,"change":"part","from":0.01,"to":0.11"#)["sound"] as? Int == 2)
    #expect(try kicks[1].samples.count == 4800)
    #expect(try result(#"{"ask":"undoOwn","name":"mouth"}"#)["isOwn"] as? Bool == true)
    #expect(try kicks == before)
    _ = try change(#""sound":2,"change":"reverse""#)
    #expect(try kicks[1].samples == before[1].samples.reversed())
    _ = try change(#""sound":2,"change":"reverse""#)
    // The soft one becomes the louder of the two, so its number changes.
    #expect(try change(#""sound":1,"change":"normalise""#)["sound"] as? Int == 2)
    #expect(try kicks.map(\.samples.count) == [19_200, 9600])
    #expect(try abs(kicks[1].peak - 0.891) < 0.001)
    _ = try change(#""sound":1,"change":"pitch","semitones":12"#)
    #expect(try kicks[0].samples.count == 9600)
    _ = try change(#""sound":1,"change":"remove""#)
    #expect(try kicks.count == 1)
    _ = try change(#""sound":1,"change":"remove""#)
    #expect(try OwnKit.found(at: place).roles == [.snare])
  }

  @Test(
    "other kits, other names, other files and wrong numbers are refused, and nothing changes",
    .slow,
    arguments: [
      (#""name":"flam","pad":"kick","sound":1,"change":"reverse""#, "did not make it"),
      (#""name":"../mouth","pad":"kick","sound":1,"change":"reverse""#, "none of that name"),
      (#""name":"mouth/","pad":"kick","sound":1,"change":"reverse""#, "none of that name"),
      (#""name":"mouth","pad":"../snare","sound":1,"change":"reverse""#, "no pad has that name"),
      (#""name":"mouth","pad":"kick","sound":3,"change":"reverse""#, "there is no sound 3"),
      (#""name":"mouth","pad":"kick","sound":0,"change":"remove""#, "there is no sound 0"),
      (#""name":"mouth","pad":"clap","sound":1,"change":"reverse""#, "no sounds of 'clap'"),
      (#""name":"mouth","pad":"kick","change":"remove""#, "no number"),
      (#""name":"mouth","pad":"kick","change":"pitch","semitones":25"#, "out of its range"),
      (
        #""name":"mouth","pad":"kick","change":"part","from":0.2,"to":0.2"#, "the part is too short"
      ),
      (#""name":"mouth","pad":"kick","change":"part","from":-1,"to":2"#, "the part is too short"),
    ])
  func refused(question: String, reason: String) throws {
    let before = try kicks
    let problem = try reply("{\"ask\":\"changeOwn\",\(question)}")["problem"] as? String
    #expect(problem?.contains(reason) == true, "\(problem ?? "")")
    #expect(problem?.contains(shown.folder.path) == false)
    #expect(try kicks == before)
  }

  @Test(
    "a kit whose text or links lead out of its folder gives nothing away",
    arguments: [true, false])
  func outside(isLink: Bool) throws {
    let secret = "\(shown.folder.path)/secret.flac"
    let own = "\(place.folder)/kick/kick-01.flac"
    try FileManager.default.moveItem(atPath: own, toPath: secret)
    if isLink {
      try FileManager.default.createSymbolicLink(atPath: own, withDestinationPath: secret)
    } else {
      let text = try String(contentsOfFile: place.textPath, encoding: .utf8)
      try text.replacing("sample=kick/kick-01.flac", with: "sample=../../secret.flac")
        .write(toFile: place.textPath, atomically: true, encoding: .utf8)
    }
    for question in [
      #"{"ask":"ownPad","name":"mouth","pad":"kick"}"#,
      #"{"ask":"hearOwn","name":"mouth","pad":"kick","sound":1}"#,
      #"{"ask":"changeOwn","name":"mouth","pad":"kick","sound":1,"change":"reverse"}"#,
    ] {
      let problem = try reply(question)["problem"] as? String
      #expect(problem?.contains("not in the kit's folder") == true, "\(question)")
    }
    #expect(FileManager.default.fileExists(atPath: secret))
  }

  @Test("a kit of the same place that Flam did not make is not changed, and neither is it undone")
  func foreign() throws {
    try "<region> sample=kick/kick-01.flac".write(
      toFile: place.textPath, atomically: true, encoding: .utf8)
    #expect(try result(#"{"ask":"ownKit","name":"mouth"}"#)["isOwn"] as? Bool == false)
    for question in [
      #"{"ask":"changeOwn","name":"mouth","pad":"kick","change":"reverse"}"#,
      #"{"ask":"undoOwn","name":"mouth"}"#,
    ] {
      let problem = try reply(question)["problem"] as? String
      #expect(problem?.contains("not made by Flam") == true)
    }
  }
}
