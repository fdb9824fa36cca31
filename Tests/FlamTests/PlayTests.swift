// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Instrument
import Simulation
import TestSupport
import Testing

/// Playing in real time by the clock: no sound card is needed, and none is found.
@Suite(.waiting) struct PlayTests {
  private let folder = TemporaryFolder()
  private let kit: String
  private var flam: Command { Command(in: folder) }
  private var sox: Sox { Sox(in: folder) }

  init() {
    kit = Tapping.writeKit(in: folder)
    folder.write(WaveFile.bytes(Tapping.take(count: 4).samples), to: "take.wav")
  }

  /// The program once it has printed its first hit.
  private func playing(_ arguments: [String]) throws -> Program.Running {
    let running = try flam.start(["play", "--kit", kit, "--json"] + arguments)
    try #require(eventually { !running.output.isEmpty })
    return running
  }

  @Test("a take is played as render renders it: the same hits and the same sound", .slow)
  func likeRender() throws {
    let rendered = try flam(
      "render", "take.wav", "rendered.wav", "--kit", kit, "--seed", "7", "--json")
    let played = try flam(
      "play", "--take", "take.wav", "--kit", kit, "--seed", "7", "--json", "--seconds", "1.4",
      "--record", "played.wav")
    #expect(played.exitCode == 0)
    #expect(try played.hits() == rendered.hits() && rendered.hits().count == 4)
    let sound = try (sox.read("rendered.wav")[0], sox.read("played.wav")[0])
    let shared = min(sound.0.count, sound.1.count)
    #expect(shared > 48_000 && sound.0.prefix(shared) == sound.1.prefix(shared))
  }

  @Test(
    "SIGINT and SIGTERM end it, the recording whole", .slow, arguments: [SIGINT, SIGTERM])
  func signals(signal: Int32) throws {
    let running = try playing(["--take", "take.wav", "--loop", "--record", "played.wav"])
    running.send(signal)
    try #require(eventually { running.hasEnded })
    let outcome = running.wait()
    #expect(outcome.hasExited && outcome.exitCode == 0)
    // The header gives as many frames of 8 bytes as the file holds.
    let frames = try #require(Int(sox.value("-s", "played.wav")))
    #expect(frames > 12_000 && folder.bytes("played.wav").count - 8 * frames < 128)
  }

  @Test(
    "a kit to be made is picked while playing: its progress is shown, the old one plays on",
    .slow
  )
  func madeKit() throws {
    let typed = """
      echo percussion
      for turn in {1..600}; do
        sleep 0.1
        if grep -q '"kit.loaded".*"percussion"' events; then break; fi
      done
      echo quit
      """
    let play = "$FLAM play --take take.wav --loop --kit '\(kit)' --json --events"
    let outcome = try flam.shell("touch events\n{ \(typed)\n} | \(play) > events")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    struct Event: Decodable {
      let event: String?
      let name: String?
      let share: Double?
    }
    let events = try String(decoding: folder.bytes("events"), as: UTF8.self).split(separator: "\n")
      .map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
    let loading = events.indices.filter {
      events[$0].event == "kit.loading" && events[$0].name == "percussion"
    }
    let shares = loading.compactMap { events[$0].share }
    #expect(shares == shares.sorted() && Set(shares).count > 5, "\(Set(shares).sorted())")
    let first = try #require(loading.first)
    let other = try #require(
      events.indices.first { events[$0].event == "kit" && events[$0].name == "percussion" })
    #expect(events[first..<other].contains { $0.event == "hit.begun" })
    #expect(!events.contains { $0.event == "kit.failed" })
  }

  @Test(
    "a backing is in the recording from its first click on, or heard only", .slow,
    arguments: [true, false])
  func backing(isRecorded: Bool) throws {
    folder.write(
      WaveFile.bytes([Float](repeating: 0.1, count: 44_100), rateHz: 44_100), to: "song.wav")
    folder.write(WaveFile.bytes([Float](repeating: 0, count: 48_000)), to: "silence.wav")
    let played = try flam.run(
      [
        "play", "--take", "silence.wav", "--kit", kit, "--seconds", "1", "--record", "played.wav",
        "--backing", "song.wav", "--backing-gain", "-6", "--count-in", "1", "--tempo", "400",
      ] + (isRecorded ? [] : ["--no-record-backing"]))
    #expect(played.exitCode == 0, "\(played.errors)")
    let sound = try sox.read("played.wav")[0]
    guard isRecorded else {
      #expect(sound.count > 40_000 && sound.allSatisfy { $0 == 0 })
      return
    }
    #expect(sound[..<500].contains { abs($0) > 0.2 })
    // Four clicks at 400 a minute take 0.6 s.
    #expect(sound[32_000..<40_000].allSatisfy { abs($0 - 0.0501) < 0.001 })
  }

  @Test("without a microphone a groove plays, and silence is heard in place of a take", .slow)
  func withoutMicrophone() throws {
    let played = try flam.run([
      "play", "--input", "none", "--kit", kit, "--pattern", "rock", "--seconds", "6", "--json",
      "--events", "--record", "played.wav",
    ])
    #expect(played.exitCode == 0, "\(played.errors)")
    #expect(played.errors.contains("No microphone is heard"))
    #expect(!played.errors.contains("bundled take") && !played.errors.contains("dead"))
    let lines = played.output.split(separator: "\n")
    #expect(
      lines.contains { $0.contains(#""event":"note""#) && $0.contains(#""source":"pattern""#) })
    #expect(!lines.contains { $0.contains(#""event":"hit"#) })
    #expect(try sox.read("played.wav")[0].contains { abs($0) > 0.01 })
    let sweep = try flam.run(["play", "--input", "none", "--sweep"])
    #expect(sweep.exitCode == 64 && sweep.errors.contains("--sweep goes with a microphone"))
  }

  @Test("--click clicks without a backing, 120 times a minute by default", .slow)
  func click() throws {
    folder.write(WaveFile.bytes([Float](repeating: 0, count: 67_200)), to: "silence.wav")
    for (options, beatFrames) in [([], 24_000), (["--tempo", "240"], 12_000)] {
      let played = try flam.run(
        [
          "play", "--take", "silence.wav", "--kit", kit, "--seconds", "1.4", "--record",
          "clicks.wav", "--force", "--click",
        ] + options)
      #expect(played.exitCode == 0, "\(played.errors)")
      let sound = try sox.read("clicks.wav")[0]
      var begins: [Int] = []
      var last = -10_000
      for (frame, sample) in sound.enumerated() where abs(sample) > 0.01 {
        if frame - last > 4000 { begins.append(frame) }
        last = frame
      }
      let distances = zip(begins, begins.dropFirst()).map { $1 - $0 }
      #expect(distances.count >= 1 && distances.allSatisfy { abs($0 - beatFrames) < 100 })
    }
    let both = try flam(
      "play", "--take", "take.wav", "--backing", "take.wav", "--click", "--count-in", "1",
      "--tempo", "96")
    #expect(both.exitCode == 64)
  }

  @Test("a count-in without a backing clicks its bars, and goes on with --click alone", .slow)
  func countIn() throws {
    folder.write(WaveFile.bytes([Float](repeating: 0, count: 124_800)), to: "silence.wav")
    for (options, count) in [([], 3), (["--click"], 9)] {
      let played = try flam.run(
        [
          "play", "--take", "silence.wav", "--kit", kit, "--seconds", "2.6", "--record",
          "clicks.wav", "--force", "--count-in", "1", "--tempo", "240", "--meter", "3/4",
        ] + options)
      #expect(played.exitCode == 0, "\(played.errors)")
      let sound = try sox.read("clicks.wav")[0]
      var clicks = 0
      var last = -10_000
      for (frame, sample) in sound.enumerated() where abs(sample) > 0.01 {
        if frame - last > 4000 { clicks += 1 }
        last = frame
      }
      #expect((count - 1...count + 1).contains(clicks) && (clicks == 3) == options.isEmpty)
    }
    #expect(try flam("play", "--take", "silence.wav", "--count-in", "1").exitCode == 64)
  }

  @Test(
    "a count-in may be long: it ends far ahead of the frames that the engine takes", .slow,
    arguments: [("4", "90"), ("2", "40"), ("8", "40")])
  func longCountIn(bars: String, tempo: String) throws {
    let played = try flam(
      "play", "--take", "take.wav", "--kit", kit, "--seconds", "1.2", "--count-in", bars,
      "--tempo", tempo)
    #expect(played.exitCode == 0, "\(played.errors)")
  }

  @Test(
    "a backing that is no sound, and options without one, are errors before anything plays", .slow)
  func noBacking() throws {
    #expect(try flam("play", "--take", "take.wav", "--backing", "none.wav").exitCode == 66)
    for option in ["--backing-loop", "--no-record-backing"] {
      #expect(try flam("play", "--take", "take.wav", option).exitCode == 64)
    }
    #expect(
      try flam("play", "--take", "take.wav", "--backing", "take.wav", "--count-in", "1").exitCode
        == 64)
  }

  @Test("a reader that goes away ends it, the recording whole", .slow)
  func readerGone() throws {
    let outcome = try flam.shell(
      "$FLAM play --take take.wav --loop --kit \(kit) --json --record played.wav 2>log | head -n 1;"
        + " echo ${PIPESTATUS[0]}")
    #expect(outcome.output.hasSuffix("\n0\n"))
    #expect(try (Int(sox.value("-s", "played.wav")) ?? 0) > 12_000)
  }

  @Test(
    "without devices it says so, plays a bundled take into session.wav, and reports the delay",
    .slow)
  func noDevice() throws {
    folder.write(text: "an earlier session", to: "session.wav")
    let outcome = try flam("play", "--seconds", "1", "--kit", kit)
    #expect(outcome.exitCode == 0)
    #expect(outcome.errorLines.first?.contains("There is no sound device") == true)
    #expect(outcome.errors.contains("You hear it afterwards in 'session-2.wav'"))
    #expect(outcome.errors.contains("ms from tap to sound") && !outcome.errors.contains("median"))
    #expect(outcome.output.contains("velocity") && outcome.output.split(separator: "\n").count > 1)
    #expect(try sox.value("-s", "session-2.wav") == "48000")
    #expect(folder.bytes("session.wav") == Array("an earlier session".utf8))
    // The bundled take can be repeated, too.
    #expect(try flam("play", "--loop", "--seconds", "0.2", "--kit", kit).exitCode == 0)
    #expect(try flam("play", "--loop", "--input", "nowhere").exitCode == 64)
  }

  @Test(
    "--rate converts the take, in tune and in time; hits are printed in frames of the take", .slow)
  func rate() throws {
    let outcome = try flam(
      "play", "--take", "take.wav", "--kit", kit, "--seconds", "0.9", "--json", "--record",
      "played.wav", "--rate", "44100")
    #expect(outcome.exitCode == 0 && outcome.errors.contains("converted from 48000 to 44100 Hz"))
    #expect(try sox.value("-r", "played.wav") == "44100")
    let rendered = try flam("render", "take.wav", "rendered.wav", "--kit", kit, "--json").hits()
    let hits = try outcome.hits()
    #expect(hits.count == 3)
    #expect(zip(hits, rendered).allSatisfy { abs($0.seconds - $1.seconds) < 0.001 })
    #expect(zip(hits, rendered).allSatisfy { abs($0.frame - $1.frame) < 48 })
  }

  @Test("keeps standard output for JSON alone", .slow)
  func json() throws {
    let outcome = try flam(
      "play", "--take", "take.wav", "--kit", kit, "--seconds", "0.9", "--json", "--record",
      "played.wav")
    #expect(try outcome.hits().count == 3)
    #expect(outcome.errors.contains("recorded played.wav"))
  }

  @Test("--meters prints levels up to 20 times a second, null if nothing was played", .slow)
  func meters() throws {
    struct Reported: Decodable {
      struct Meter: Decodable {
        let seconds, inputLoudness: Double
        let peakDecibels, heldPeakDecibels, rmsDecibels, momentaryLUFS: Double?
        let gainReductionDecibels: Double
        let clipsBeforeLimiter, clipsAfterLimiter: Int
        let correlation, balanceDecibels: Double?
        let bandDecibels: [Double?]
      }
      let meter: Meter
    }
    let outcome = try flam(
      "play", "--take", "take.wav", "--kit", kit, "--seconds", "0.9", "--json", "--meters",
      "--record", "played.wav", "--verbose")
    func lines(_ output: String) -> [Substring] {
      output.split(separator: "\n").filter { $0.contains("\"meter\"") }
    }
    func meter(_ line: Substring) throws -> Reported.Meter {
      try JSONDecoder().decode(Reported.self, from: Data(line.utf8)).meter
    }
    folder.write(WaveFile.bytes([Float](repeating: 0, count: 48_000)), to: "silence.wav")
    let silent = try flam(
      "play", "--take", "silence.wav", "--kit", kit, "--seconds", "0.3", "--json", "--meters")
    for line in lines(silent.output) {
      let shown = try meter(line)
      #expect(shown.peakDecibels == nil && shown.momentaryLUFS == nil)
      #expect(line.contains("\"rmsDecibels\":null") && line.contains("\"strongest\":null"))
      #expect(shown.correlation == nil && shown.bandDecibels.allSatisfy { $0 == nil })
    }
    #expect(!lines(silent.output).isEmpty)

    let reported = try lines(outcome.output).map(meter)
    #expect(reported.count <= 25, "\(reported.count) in 0.9 s")
    #expect(zip(reported, reported.dropFirst()).allSatisfy { $0.seconds <= $1.seconds })
    let last = try #require(reported.last)
    #expect(last.peakDecibels ?? 1 <= last.heldPeakDecibels ?? 0)
    #expect((reported.map(\.inputLoudness).max() ?? 0) > 1)
    #expect(reported.allSatisfy { (0...100).contains($0.inputLoudness) })
    #expect(reported.last?.rmsDecibels != nil && reported.last?.momentaryLUFS != nil)
    #expect(
      reported.contains { (-1...1).contains($0.correlation ?? 2) && $0.balanceDecibels != nil })
    #expect(reported.allSatisfy { $0.bandDecibels.count == 30 })
    #expect(outcome.output.contains("\"strongest\":{"))
    #expect(outcome.errors.contains("loudest: peak") && outcome.errors.contains("median"))
    #expect(try flam("play", "--meters").exitCode == 64)
  }

  @Test(
    "--events prints the life of each hit, by the identity of its line and of its session", .slow)
  func events() throws {
    struct Line: Decodable {
      let hit: Int
      let id: HitIdentity
      let source: HitSource
      let velocity: Float
    }
    struct Stroke: Decodable {
      struct Told: Decodable { let hit, number: Int }
      let told: Told?
    }
    let outcome = try flam(
      "play", "--take", "take.wav", "--kit", kit, "--seconds", "1.4", "--json", "--events",
      "--session")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    let (reported, hits) = (
      lines.filter { $0.contains("\"event\"") }, lines.filter { !$0.contains("\"event\"") }
    )
    let events = try reported.map {
      try JSONDecoder().decode(EngineEvent.self, from: Data($0.utf8))
    }
    let listed = try hits.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    let messages = events.compactMap { if case .hit(let message) = $0 { message } else { nil } }
    let settled = messages.filter { $0.turn == .settled }
    #expect(listed.map(\.id) == settled.map(\.id) && listed.count == 4)
    #expect(listed.map(\.velocity) == settled.map(\.velocity))
    #expect(listed.map(\.hit) == settled.map(\.hit))
    #expect(listed.allSatisfy { $0.source == .microphone })
    #expect(Set(listed.map(\.id)).isSubset(of: messages.filter { $0.turn == .begun }.map(\.id)))
    let names = Set(events.map(\.name))
    #expect(names.isSuperset(of: ["hit.begun", "hit.settled", "meters", "recording", "session"]))
    #expect(!names.contains("lost"))
    let session = try #require(
      FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/Music/Flam").first)
    let strokes = try String(
      contentsOfFile: "\(folder.path)/Music/Flam/\(session)/strokes.jsonl", encoding: .utf8)
    let kept = try strokes.split(separator: "\n").compactMap {
      try JSONDecoder().decode(Stroke.self, from: Data($0.utf8)).told
    }
    #expect(kept.map(\.number) == listed.map(\.hit) && kept.map(\.hit) == listed.map(\.id.number))
    #expect(try flam("play", "--events").exitCode == 64)
  }

  @Test("each hit shows how many voices sound, its own and earlier ones that still ring", .slow)
  func soundingVoices() throws {
    struct Reported: Decodable { let soundingVoices: Int }
    folder.write(WaveFile.bytes([Float](repeating: 0.01, count: 480_000)), to: "long.wav")
    let regions = [36, 38, 42].map { "<region> key=\($0) sample=long.wav" }
    let long = folder.write(
      text: (["<global> loop_mode=one_shot"] + regions).joined(separator: "\n"), to: "long.sfz")
    let outcome = try flam(
      "play", "--take", "take.wav", "--kit", long, "--json", "--record", "played.wav")
    let reported = try outcome.output.split(separator: "\n").map {
      try JSONDecoder().decode(Reported.self, from: Data($0.utf8)).soundingVoices
    }
    #expect(reported.count == 4 && reported.last == 4)
    #expect(reported.enumerated().allSatisfy { $1 > $0 })
  }

  @Test("a kit's name typed while it plays brings that kit, a wrong one leaves the old one", .slow)
  func changingKits() throws {
    folder.write(WaveFile.bytes([Float](repeating: 0.2, count: 4800)), to: "steady.wav")
    folder.write(
      text: [36, 38, 42].map { "<region> key=\($0) sample=steady.wav" }.joined(separator: "\n"),
      to: "steady.sfz")
    let outcome = try flam.shell(
      """
      mkfifo in; touch hits log
      $FLAM play --take take.wav --loop --kit \(kit) --json --record played.wav <in >hits 2>log &
      exec 3>in
      until_there hit hits
      echo nowhere >&3; until_there 'no command, drum or kit' log; echo steady.sfz >&3
      until_there 'is there' log; until_more 8; kill $!; wait $!
      code=$?; cat log >&2; cat hits; exit $code
      """)
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.contains("'nowhere' is no command, drum or kit"))
    #expect(outcome.errors.contains("The kit steady is there"))
    let left = try sox.read("played.wav")[0]
    func isSteady(_ samples: ArraySlice<Float>) -> Bool {
      let steady = zip(samples, samples.dropFirst()).filter { $0 > 0.01 && abs($0 - $1) < 1e-4 }
      return steady.count > 4000
    }
    #expect(!isSteady(left.prefix(14_400)) && isSteady(left.suffix(48_000)))
    #expect(try outcome.hits().count > 5)
  }

  @Test(
    "the mix is changed by typing, and shown; an unknown drum is reported with the known ones",
    .slow)
  func mixing() throws {
    let outcome = try flam.shell(
      """
      mkfifo in; touch hits log
      $FLAM play --take take.wav --loop --kit \(kit) --json --record played.wav <in >hits 2>log &
      exec 3>in
      until_there hit hits
      echo help >&3; until_there 'snare send' log
      echo 'snare -6' >&3; until_there 'snare: -6.0 dB' log
      echo 'kick pan -0.3' >&3; until_there 'kick: 0.0 dB, 30 % left' log
      echo 'mute gong' >&3; until_there "no drum 'gong'" log
      echo 'solo closed' >&3; until_there 'hihat-closed: 0.0 dB, solo' log
      echo 'unsolo' >&3; until_there 'all drums are heard' log
      echo 'master -inf' >&3; until_there 'master silent' log; until_more 4; kill $!; wait $!
      code=$?; cat log >&2; cat hits; exit $code
      """)
    #expect(outcome.exitCode == 0)
    for reported in [
      "snare: -6.0 dB", "kick: 0.0 dB, 30 % left", "no drum 'gong': ", "hihat-closed: 0.0 dB, solo",
      "all drums are heard", "master silent",
    ] { #expect(outcome.errors.contains(reported), "\(reported)") }
    let left = try sox.read("played.wav")[0]
    #expect(left.suffix(9600).allSatisfy { $0 == 0 } && left.contains { abs($0) > 0.01 })
  }

  @Test(
    "a kit too large for memory is streamed live; without a clock it takes what it needs",
    .slow)
  func tooLittleMemory() throws {
    folder.write(WaveFile.bytes([Float](repeating: 0.2, count: 1_200_000)), to: "long.wav")
    let long = folder.write(text: "<region> key=36 sample=long.wav", to: "long.sfz")
    let memory = ["--kit", long, "--sample-memory", "8"]
    let rendered = try flam.run(["render", "take.wav", "out.wav"] + memory)
    #expect(rendered.exitCode == 0)
    let played = try flam.run(
      ["play", "--take", "take.wav", "--json", "--session"] + memory)
    #expect(try played.exitCode == 0 && played.hits().count == 4)
    #expect(played.errors.contains("does not fit into 8 MB and is streamed"))
    #expect(!played.errors.contains("cut short"))
    let again = try flam.run(["replay", "last", "again.wav", "--sample-memory", "8"])
    #expect(again.exitCode == 0 && again.errors.contains("the same bits"), "\(again.errors)")
    let range = try flam("play", "--sample-memory", "1")
    #expect(range.exitCode == 64 && range.errors.contains("8..."))
  }

  @Test("a device that is requested by name must exist")
  func namedDevice() throws {
    for option in ["--device", "--input", "--output"] {
      let outcome = try flam("play", option, "hw:CARD=Nowhere", "--record", "played.wav")
      #expect(outcome.exitCode == 69 && outcome.errorLines.count == 1)
      #expect(outcome.errors.contains("hw:CARD=Nowhere"))
    }
    #expect(folder.bytes("played.wav").isEmpty)
  }

  @Test("records over nothing without --force, and never over its take")
  func overwriting() throws {
    let before = folder.bytes("take.wav")
    let exists = try flam("play", "--record", "take.wav")
    let same = try flam("play", "--take", "take.wav", "--record", "./take.wav", "--force")
    let nowhere = try flam("play", "--take", "take.wav", "--record", "nowhere/played.wav")
    #expect(exists.exitCode == 73 && same.exitCode == 73 && nowhere.exitCode == 73)
    #expect(folder.bytes("take.wav") == before)
  }
}
