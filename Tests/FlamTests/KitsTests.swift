// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

@Suite(.waiting) struct KitsTests {
  private struct Kit: Decodable {
    struct Pad: Decodable {
      let role: String
      let note: Int?
      let layers: Int
      let variations: Int
    }
    struct Problem: Decodable {
      let isFault: Bool
      let file: String?
      let line: Int?
      let message: String
    }
    let name: String
    let format: String
    let pads: [Pad]
    let licence: String?
    let problems: [Problem]
  }

  let folder = TemporaryFolder()

  private func decoded(_ text: String) throws -> Kit {
    try JSONDecoder().decode(Kit.self, from: Data(text.utf8))
  }

  @Test("kits are listed, the bundled one first")
  func list() throws {
    let outcome = try Command(in: folder)("kits")
    #expect(outcome.exitCode == 0 && outcome.output.hasPrefix("flam "))
  }

  @Test("kits that are made when first played are distinguished from those on disk")
  func madeKits() throws {
    struct Line: Decodable {
      let name: String
      let made: Bool
    }
    let lines = try Command(in: folder)("kits", "list", "--json").output.split(separator: "\n").map
    {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    let unmade = lines.filter { !$0.made }.map(\.name)
    #expect(unmade == ["brushes", "electro", "percussion"])
    #expect(lines.first?.made == true)
    #expect(try Command(in: folder)("kits").output.contains("made where it is first played"))
  }

  @Test("show lists the content of a kit, for people and as one object", .slow)
  func show() throws {
    let text = try Command(in: folder)("kits", "show", "flam")
    #expect(text.exitCode == 0 && text.output.contains("CC0"))
    let object = try Command(in: folder)("kits", "show", "flam", "--json")
    let kit = try decoded(object.output)
    #expect(kit.name == "flam" && kit.format == "SFZ" && kit.problems.isEmpty)
    let kick = try #require(kit.pads.first { $0.role == "kick" })
    #expect(kick.note == 36 && kick.layers >= 4 && kick.variations >= 16)
  }

  @Test("each pad shows what strikes it; the second of a role is struck only by its name", .slow)
  func reach() throws {
    let shown = try Command(in: folder)("kits", "show", "flam", "--json")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any])
    let pads = try #require(object["pads"] as? [[String: Any]])
    #expect(pads.allSatisfy { $0["reachable"] as? Bool == true })
    let ride = try #require(pads.first { $0["name"] as? String == "Ride" })
    let bell = try #require(pads.first { $0["name"] as? String == "Ride bell" })
    #expect(ride["roles"] as? [String] == ["ride"] && bell["roles"] as? [String] == [])
    #expect(bell["names"] as? [String] == ["Ride bell", "53"])
    let kick = try #require(pads.first { $0["role"] as? String == "kick" })
    #expect(kick["sounds"] as? [String] == ["kick"])
  }

  @Test("a value that a kit does not give is null in its object, not left out")
  func unknown() throws {
    folder.write(WaveFile.bytes([Float](repeating: 0.5, count: 4800)), to: "kit/gong.wav")
    let outcome = try Command(in: folder)("kits", "show", "kit", "--json")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(object["licence"] is NSNull)
    for key in ["name", "format", "pads", "problems"] { #expect(object[key] != nil) }
    let pad = try #require((object["pads"] as? [[String: Any]])?.first)
    #expect(pad["note"] is NSNull)
    for key in ["role", "layers", "variations"] { #expect(pad[key] != nil) }
  }

  @Test("a sound kit passes the check, and is drawn on request")
  func sound() throws {
    let check = try Command(in: folder)("kits", "check", "flam", "--plot", "kit.svg")
    #expect(check.exitCode == 0 && check.output.contains("No fault."))
    #expect(folder.bytes("kit.svg").count > 1000)
    #expect(try Command(in: folder)("kits", "check", "flam", "--plot", "kit.svg").exitCode == 73)
    #expect(try Command(in: folder)("kits", "check", "flam", "--plot", "kit.gif").exitCode == 64)
  }

  @Test("drums are changed by option, and an impossible change is reported", .slow)
  func pads() throws {
    let check = try Command(in: folder)(
      "kits", "check", "flam", "--json", "--pad", "kick:gain=-6,pitch=-2,mute", "--pad",
      "snare:pan=0.5,cutoff=8000,decay=0.5,send=-12,delay=-inf", "--pad", "crash:gain=-inf,solo")
    #expect(check.exitCode == 0)
    for (option, words) in [
      ("gong:gain=1", ["'gong'", "snare"]), ("snare:gian=1", ["'gian'", "decay"]),
      ("snare:gain=loud", ["gain", "'loud'"]), ("snare:mute=1", ["mute", "'1'"]),
      ("snare:send=40", ["send", "-60...12"]), ("snare:delay=40", ["delay", "-60...12"]),
      ("snare:pan=2", ["pan", "-1...1"]),
      ("snare", ["snare:gain=-3"]),
    ] {
      let outcome = try Command(in: folder)("kits", "show", "flam", "--pad", option)
      #expect(outcome.exitCode == 64, "\(option)")
      #expect(words.allSatisfy(outcome.errors.contains), "\(outcome.errors)")
    }
    let mic = try Command(in: folder)("kits", "show", "flam", "--mic", "overhead=-6")
    #expect(mic.exitCode == 64 && mic.errors.contains("--mic"))
  }

  @Test("a broken kit ends with 65, each fault with its line")
  func broken() throws {
    folder.write(WaveFile.bytes([Float](repeating: 0.5, count: 4800)), to: "a.wav")
    folder.write(
      text: "<region> sample=a.wav key=36\n<region> sample=b.wav key=38\n", to: "kit.sfz")
    let check = try Command(in: folder)("kits", "check", "kit.sfz", "--json")
    let kit = try decoded(check.output)
    #expect(check.exitCode == 65 && kit.problems.map(\.line) == [2] && kit.problems[0].isFault)
    folder.write(text: "<region> sample=b.wav key=38\n", to: "kit.sfz")
    let nothing = try Command(in: folder)("kits", "check", "kit.sfz")
    #expect(nothing.exitCode == 65 && nothing.errors.contains("kit.sfz:1"))
    #expect(try Command(in: folder)("kits", "show", "no-such-kit").exitCode == 66)
  }
}
