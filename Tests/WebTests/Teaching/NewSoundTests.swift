// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Engine
import Foundation
import KitMaking
import Profiles
import Simulation
import TestSupport
import Testing

@testable import Web

/// Sounds that a page teaches while a take is heard over and over.
@Suite(.simulated) struct NewSoundTests {
  private let folder = TemporaryFolder()

  private func shown() throws -> ShownPage {
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: StruckSounds.dynamics(count: 12), spacingSeconds: 0.4)
    let path = folder.path + "/take.wav"
    var file = try SoundFileWriter(path: path, sampleRateHz: 48_000, channelCount: 1)
    try take.samples.withUnsafeBufferPointer { try file.write($0) }
    try file.commit()
    return try ShownPage(hearing: path)
  }

  private func ask(_ page: PageCaller, _ question: String) throws -> [String: Any] {
    page.say(question)
    return try #require(page.message("reply"))
  }

  /// The steps that the page receives until the lesson is over.
  private func steps(_ page: PageCaller) throws -> [String] {
    var steps: [String] = []
    while steps.last != "ended" {
      steps.append(try #require(page.message("lesson", seconds: 40)?["step"] as? String))
    }
    return steps
  }

  @Test(
    "a sound is taught while the playing waits, drafted, kept as a profile, and played with", .slow)
  func taught() throws {
    let shown = try shown()
    defer { shown.server.stop() }
    try shown.engine.start()
    let page = try #require(shown.page())
    #expect(
      try ask(page, #"{"ask":"teach","sound":"clack","plays":"cowbell","ref":1}"#)["problem"] == nil
    )
    #expect(
      try ask(page, #"{"ask":"teach","sound":"other","ref":2}"#)["problem"] as? String == """
        cannot teach the sound 'other': another one is being taught; end that first
        """)
    let heard = try steps(page)
    #expect(heard.drop { ["begun", "quiet"].contains($0) }.prefix(2) == ["background", "hard"])
    #expect(heard.count { $0 == "heard" } >= 12 && heard.suffix(2) == ["taught", "ended"])
    let frame = shown.engine.snapshot.frame
    #expect(eventually { shown.engine.snapshot.frame > frame }, "the playing goes on")
    let draft = try #require(
      try ask(page, #"{"ask":"draft","isBeside":false,"ref":3}"#)["result"] as? [String: Any])
    let sounds = try #require(draft["sounds"] as? [[String: Any]])
    #expect(sounds.map { $0["name"] as? String } == ["clack"] && draft["apart"] != nil)
    let bad = try ask(page, #"{"ask":"keepProfile","name":"../me","ref":4}"#)
    #expect((bad["problem"] as? String)?.contains("its name is that of a file") == true)
    let kept = try ask(page, #"{"ask":"keepProfile","name":"me","ref":5}"#)
    let profile = try ProfileLocator(environment: ["XDG_CONFIG_HOME": shown.folder.path])
      .profile("me")
    #expect(profile.sounds.map(\.name) == ["clack"])
    #expect(profile.sounds[0].choice.rule?.description == "cowbell")
    // The engine of this test looks for profiles elsewhere.
    let problem = try #require(kept["problem"] as? String)
    #expect(problem.contains("play with the profile 'me': it is saved, but"))
    shown.engine.stop()
  }

  @Test(
    "a kit is made of the taught sounds; wrong names are refused, and nothing is written", .slow)
  func kit() throws {
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: StruckSounds.dynamics(count: 12), spacingSeconds: 0.4)
    let path = folder.path + "/take.wav"
    var file = try SoundFileWriter(path: path, sampleRateHz: 48_000, channelCount: 1)
    try take.samples.withUnsafeBufferPointer { try file.write($0) }
    try file.commit()
    let shown = try ShownPage(hearing: path, ownKit: "mouth")
    defer { shown.server.stop() }
    try shown.engine.start()
    let page = try #require(shown.page())
    func problem(_ name: String) throws -> String? {
      try ask(page, "{\"ask\":\"makeOwn\",\"name\":\"\(name)\"}")["problem"] as? String
    }
    #expect(try problem("mouth")?.contains("no sound was taught") == true)
    for sound in [#""sound":"hi-hat""#, #""sound":"tick","plays":"cowbell""#] {
      #expect(try ask(page, "{\"ask\":\"teach\",\(sound)}")["problem"] == nil)
      _ = try steps(page)
    }
    #expect(try problem("../mouth")?.contains("its name is that of a file") == true)
    #expect(try problem(" ")?.contains("it has no name") == true)
    #expect(try problem("flam")?.contains("the name of another kit") == true)
    let place = try OwnKitPlace("\(shown.folder.path)/kits/mouth")
    #expect(try OwnKit(at: place) == nil)
    let made = try ask(page, #"{"ask":"makeOwn","name":"mouth"}"#)["result"] as? [String: Any]
    #expect(made?["pads"] as? [String] == ["hihat-closed", "cowbell"])
    let kit = try OwnKit.found(at: place)
    #expect(kit.roles.count == 2 && kit.count(of: .hihatClosed) >= 10)
    let sounds = try kit.pad(.hihatClosed).sounds
    #expect(abs((sounds.map(\.peak).max() ?? 0) - 0.891) < 0.001)
    #expect(sounds.allSatisfy { $0.seconds < 0.5 })
    #expect(try ask(page, #"{"ask":"teach","sound":"clack"}"#)["problem"] == nil)
    _ = try steps(page)
    #expect(try problem("mouth")?.contains("'clack' is no drum's name") == true)
    shown.engine.stop()
  }

  @Test("a lesson ends with its page, and the playing goes on", .slow)
  func left() throws {
    let shown = try shown()
    defer { shown.server.stop() }
    try shown.engine.start()
    do {
      let page = try #require(shown.page())
      page.say(#"{"ask":"teach","sound":"clack"}"#)
      #expect(page.message("lesson")?["step"] as? String == "begun")
      #expect(throws: EngineError.self) { try shown.engine.holdForLesson(of: "clap") }
    }
    #expect(eventually { (try? shown.engine.holdForLesson(of: "clap").end()) != nil })
    shown.engine.stop()
  }
}
