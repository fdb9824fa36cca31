// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// What `flam play` records, by format, and its messages if that fails.
@Suite(.waiting) struct RecordingTests {
  private let folder = TemporaryFolder()
  private let kit: String
  private var flam: Command { Command(in: folder) }
  private var sox: Sox { Sox(in: folder) }
  /// The content of a file of 300 kB, of two channels of floats.
  private static let framesOfLimit = 300 * 1024 / 8
  /// Half a second and a block may not be safe yet when that limit comes: they are in the other
  /// place.
  private static let fewestFramesHere = framesOfLimit - 24_000 - 2 * 4096

  init() {
    kit = Tapping.writeKit(in: folder)
    folder.write(WaveFile.bytes(Tapping.take(count: 4).samples), to: "take.wav")
  }

  private func arguments(_ options: [String]) -> [String] {
    ["play", "--take", "take.wav", "--kit", kit, "--seconds", "1"] + options
  }

  @Test("records WAV, FLAC and OGG by name, of the requested bits", .slow)
  func formats() throws {
    let cases: [(name: String, bits: String?, reported: String)] = [
      ("a.wav", "24", "24"), ("b.wav", "16", "16"), ("c.flac", nil, "24"), ("d.flac", "16", "16"),
      ("e.ogg", nil, "0"),
    ]
    let running = try cases.map { name, bits, _ in
      try flam.start(arguments(["--record", name] + (bits.map { ["--bits", $0] } ?? [])))
    }
    for ((name, _, reported), running) in zip(cases, running) {
      #expect(running.wait().exitCode == 0)
      #expect(try sox.value("-b", name) == reported && sox.value("-c", name) == "2")
      #expect(try (Int(sox.value("-s", name)) ?? 0) >= 48_000)
      #expect(try sox.read(name)[0].contains { abs($0) > 0.01 })
    }
  }

  @Test(
    "bits that no format has are wrong usage, reported before anything is played", .slow,
    arguments: [
      ["--record", "a.mp3"], ["--record", "a.flac", "--bits", "float"],
      ["--record", "a.ogg", "--bits", "16"], ["--else", "there"], ["--session", "--bits", "16"],
    ])
  func usage(options: [String]) throws {
    let outcome = try flam.run(arguments(options))
    #expect(outcome.exitCode == 64 && !outcome.errors.contains("hits"))
  }

  @Test(
    "if the place of a recording fails it is reported at once, and the rest is in the other", .slow)
  func other() throws {
    let outcome = try flam.shell(
      """
      mkdir there; ulimit -f 300
      env --default-signal=XFSZ $FLAM play --take take.wav --loop --kit \(kit) --seconds 3 --record here.wav --else there
      """)
    // A limit of 300 kB holds 0.8 s of floats, and the other place too: playing goes on all the same.
    #expect(outcome.exitCode == 74)
    #expect(outcome.errors.contains("It goes on in 'there/here.wav', nothing is lost"))
    #expect(outcome.errors.contains("recording stopped, playing goes on"))
    #expect(outcome.errors.contains("File too large"))
    let frames = try ["here.wav", "there/here.wav"].map { Int(try sox.value("-s", $0)) ?? 0 }
    #expect(frames[0] > Self.fewestFramesHere && frames[1] > Self.framesOfLimit - 2 * 4096)
  }

  @Test("a session whose place fails goes on in a folder of the same name in the other", .slow)
  func otherSession() throws {
    let outcome = try flam.shell(
      """
      mkdir there; ulimit -f 300
      env --default-signal=XFSZ $FLAM play --take take.wav --loop --kit \(kit) --seconds 1.1 --record-to here --else there
      """)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("It goes on in 'there/"))
    // The input takes half as much, and is whole.
    #expect(outcome.errors.contains("plays it again"))
    let here = try #require(
      FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/here").first)
    let frames = try ["here", "there"].map {
      Int(try sox.value("-s", "\($0)/\(here)/mix.wav")) ?? 0
    }
    #expect(frames[0] > Self.fewestFramesHere && frames[0] + frames[1] >= 52_800)
    // It is one session, whichever folder is named.
    let mix = try ["here", "there"].flatMap { try sox.read("\($0)/\(here)/mix.wav")[0] }
    for place in ["here", "there"] {
      let again = try flam("replay", "\(place)/\(here)", "again.wav", "--force")
      #expect(again.exitCode == 0 && again.errors.contains("and then in '"), "\(again.errors)")
      #expect(try sox.read("again.wav")[0] == mix)
      let report = try flam("report", "\(place)/\(here)", "a.html", "--force")
      #expect(report.exitCode == 0 && report.errors.contains("is taken as one"))
    }
    #expect(try flam("sessions", "--in", "there").output.contains(" 0:01 "))
    _ = try flam.shell("mv here elsewhere")
    let end = try flam("replay", "there/\(here)", "again.wav", "--force")
    #expect(end.exitCode == 66 && end.errors.contains("only the end of a session that began in"))
    let beginning = try flam("report", "elsewhere/\(here)", "a.html", "--force")
    #expect(beginning.exitCode == 0 && beginning.errors.contains("is taken as one"))
    _ = try flam.shell("rm -r there")
    let alone = try flam("report", "elsewhere/\(here)", "a.html", "--force")
    #expect(alone.errors.contains("s of its session: the rest lies in another folder"))
  }

  @Test("parts are recorded with the mix, each as long, and their sum sounds like it", .slow)
  func stems() throws {
    let outcome = try flam.run(arguments(["--record", "a.wav", "--stems"]))
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let mix = try sox.read("a.wav")[0]
    var sum = [Float](repeating: 0, count: mix.count)
    for name in ["kick", "snare", "hihat-closed", "room", "delay", "monitor"] {
      let part = try sox.read("a-\(name).wav")[0]
      #expect(part.count == mix.count)
      for (index, sample) in part.enumerated() where index < sum.count { sum[index] += sample }
    }
    #expect(zip(mix, sum).allSatisfy { abs($0 - $1) < 1e-3 } && mix.contains { abs($0) > 0.01 })
    let (heard, take) = try (sox.read("a-microphone.wav"), sox.read("take.wav"))
    #expect(heard.count == 1 && heard[0].prefix(9600) == take[0].prefix(9600))
    let again = try flam.run(arguments(["--record", "b.wav", "--stems"]))
    #expect(again.exitCode == 0)
    unlink("\(folder.path)/b.wav")
    #expect(try flam.run(arguments(["--record", "b.wav", "--stems"])).exitCode == 73)
    #expect(folder.bytes("b.wav").isEmpty)
  }

  @Test(
    "a broken-off recording in the place of a new one is offered for repair", .slow)
  func offer() throws {
    folder.write(WaveFile.bytes([Float](repeating: 0.1, count: 4800)).dropLast(400), to: "a.wav")
    let outcome = try flam.run(arguments(["--record", "a.wav"]))
    #expect(outcome.exitCode == 73 && outcome.errors.contains("flam repair 'a.wav' makes it whole"))
    let over = try flam.run(arguments(["--record", "a.wav", "--force"]))
    #expect(over.exitCode == 0 && over.errors.contains("cut off, which flam repair makes whole"))
    _ = try flam.run(arguments(["--record-to", "kept"]))
    let session = try #require(
      FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/kept").first)
    let mix = "kept/\(session)/mix.wav"
    folder.write(folder.bytes(mix).dropLast(4000), to: mix)
    let again = try flam.run(arguments(["--record-to", "kept"]))
    #expect(again.exitCode == 0 && again.errors.contains("flam repair 'kept/\(session)' makes"))
    #expect(try flam("repair", "kept/\(session)").output.contains("made whole"))
    #expect(try !flam.run(arguments(["--record-to", "kept"])).errors.contains("flam repair"))
  }

  @Test("killed while it plays, a recording of any format has all that was on the disk", .slow)
  func killed() throws {
    let names = ["a.wav", "b.flac", "c.ogg"]
    let running = try names.map { name in
      try flam.start([
        "play", "--take", "take.wav", "--loop", "--kit", kit, "--record", name, "--json",
      ])
    }
    for (name, running) in zip(names, running) {
      func seconds() -> Double {
        ((try? sox.read(name))?.first.map { Double($0.count) } ?? 0) / 48_000
      }
      #expect(eventually { seconds() >= 1 })
      let before = seconds()
      running.send(SIGKILL)
      _ = running.wait()
      #expect(seconds() >= before)
      #expect(try flam("repair", name).exitCode == 0)
      #expect(seconds() >= before)
    }
  }
}
