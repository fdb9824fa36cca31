// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Profiles
import Simulation
import Storage
import Testing

@Suite struct ProfileFileTests {
  private let profile = Listening.profile([StruckSounds.low, StruckSounds.high], count: 3)

  private func broken(_ text: String) -> ProfileError? {
    do {
      _ = try ProfileFile.profile(Data(text.utf8), path: "p.json")
      return nil
    } catch { return error }
  }

  @Test("a profile written and read again decides alike, to the bit")
  func roundTrip() throws {
    let again = try ProfileFile.profile(try ProfileFile.data(profile), path: "p.json")
    #expect(again == profile)
    #expect(again.model == profile.model)
    let take = StruckSounds.take(StruckSounds.high, amplitudes: [0.2], seed: 8)
    let before = Listening.verdicts(profile, take.samples, onsetFrames: take.onsetFrames)[0]
    let after = Listening.verdicts(again, take.samples, onsetFrames: take.onsetFrames)[0]
    #expect(before.map(\.confidence) == after.map(\.confidence))
    #expect(before.map(\.velocity) == after.map(\.velocity))
  }

  @Test(
    "the first found onset is kept, so that a take learned and read again decides alike"
  )
  func foundOnsets() throws {
    let take = StruckSounds.take(StruckSounds.middle, amplitudes: [0.3, 0.2, 0.3], seed: 5)
    var samples = take.samples
    let touch = Signal.noise(count: 192, amplitude: 0.01, seed: 6)
    for onset in take.onsetFrames {
      for (offset, sample) in touch.enumerated() { samples[onset - 192 + offset] += sample }
    }
    var reader = ExampleReader(sampleRateHz: 48_000)
    let taught = Profile(
      sounds: [
        Profile.SoundClass(name: "tap", role: .other, examples: reader.examples(in: samples))
      ],
      noiseDecibels: -80)
    let data = try ProfileFile.data(taught)
    #expect(String(decoding: data, as: UTF8.self).contains("onsetErrorFrames"))
    let again = try ProfileFile.profile(data, path: "p.json")
    #expect(again == taught)
    #expect(again.model == taught.model)
  }

  /// A banana that plays the clap, and a tap that plays the kick.
  private var banana: [Profile.SoundClass] {
    let examples = profile.sounds[0].examples
    return [
      Profile.SoundClass(name: "banana", role: .clap, examples: examples),
      Profile.SoundClass(name: "tap", role: .kick, examples: examples),
    ]
  }

  @Test("the pads of sounds are read back from one table, in every kit and in single ones")
  func table() throws {
    let table = PadTable(
      ["banana": "Ride bell", "tap": "kick + clap"], ["GMRockKit": ["tap": "Kick Hard"]])
    let plain = Profile(sounds: banana, noiseDecibels: -80)
    let data = try ProfileFile.data(plain.playing(table))
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("\"tap\" : \"kick + clap\""))
    let again = try ProfileFile.profile(data, path: "p.json")
    #expect(again == plain.playing(table))
    #expect(again.sounds.map { $0.choice.text() } == ["Ride bell", "kick + clap"])
    #expect(again.sounds.map { $0.choice.text(inKit: "gmrockkit") } == ["Ride bell", "Kick Hard"])
    #expect(again.sounds.map(\.role) == [.clap, .kick])
  }

  @Test("a file from before tables is read: a pad's name in the sound itself, and its role or none")
  func before() throws {
    let data = try ProfileFile.data(Profile(sounds: banana, noiseDecibels: -80))
    var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    var edited = try #require(object["sounds"] as? [[String: Any]])
    for (role, expected) in [("clap", PadRole.clap), (nil, .ride)] {
      edited[0]["pad"] = "Ride bell"
      edited[0]["role"] = role
      object["sounds"] = edited
      let read = try ProfileFile.profile(
        JSONSerialization.data(withJSONObject: object), path: "p.json")
      #expect(read.sounds[0].choice == PadChoice(expected, named: "Ride bell"))
    }
  }

  @Test(
    "an impossible table is reported with its fault",
    arguments: [
      ("mango", "kick", "does not have"), ("tap", "kick + ", "a pad is missing"),
      ("tap", "kick, snare", "say when"), ("tap", "kick, snare from velocity 2", "0...1"),
    ])
  func brokenTable(sound: String, rule: String, received: String) throws {
    let data = try ProfileFile.data(Profile(sounds: banana, noiseDecibels: -80))
    var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    object["plays"] = [sound: rule]
    let edited = try JSONSerialization.data(withJSONObject: object)
    let error = #expect(throws: ProfileError.self) {
      _ = try ProfileFile.profile(edited, path: "p.json").sounds.count
    }
    #expect(error.map { "\($0)".contains(received) && "\($0)".contains(sound) } == true)
  }

  @Test("a table is kept in a profile; its entries for every kit hold in those named before")
  func keeping() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/p.json"
    let plain = Profile(sounds: banana, noiseDecibels: -80)
    try ProfileFile.write(plain, path: path, isOverwriting: false)
    try ProfileFile.keep(PadTable([:], ["A": ["tap": "Gong"], "B": ["tap": "Bell"]]), path: path)
    #expect(try ProfileFile.read(path: path).sounds[1].choice.text(inKit: "A") == "Gong")
    try ProfileFile.keep(PadTable(["tap": "cowbell"], ["B": ["banana": "Bell"]]), path: path)
    let kept = try ProfileFile.read(path: path)
    #expect(kept.sounds[1].choice == PadChoice(.kick, named: "cowbell"))
    #expect(kept.sounds[0].choice.text(inKit: "B") == "Bell")
    #expect(kept.model == plain.model)
    #expect(throws: ProfileError.self) {
      try ProfileFile.keep(PadTable(["mango": "kick"]), path: path)
    }
  }

  @Test("a written profile is found again by its path, and not overwritten unasked")
  func files() throws {
    let folder = NSTemporaryDirectory() + "flam-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/deep/p.json"
    try ProfileFile.write(profile, path: path, isOverwriting: false)
    #expect(try ProfileFile.read(path: path) == profile)
    #expect(throws: ProfileError.exists(path: path)) {
      try ProfileFile.write(profile, path: path, isOverwriting: false)
    }
    try ProfileFile.write(profile, path: path, isOverwriting: true)
  }

  @Test("a replaced profile is kept next to the new one, byte for byte")
  func replacing() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/p.json"
    try ProfileFile.write(profile, path: path, isOverwriting: false)
    let before = folder.bytes("p.json")
    let other = Listening.profile([StruckSounds.middle], count: 2)
    try ProfileFile.replace(other, path: path)
    #expect(try ProfileFile.read(path: path) == other)
    #expect(folder.bytes("p.json.bak") == before)
    try ProfileFile.replace(profile, path: path)
    #expect(try ProfileFile.read(path: ProfileFile.keptPath(path)) == other)
    #expect(throws: ProfileError.self) {
      try ProfileFile.replace(other, path: folder.path + "/none.json")
    }
  }

  @Test("the session of an example is kept; in a file without one it is the first")
  func sessions() throws {
    var examples = profile.sounds[0].examples
    examples[2].session = 3
    let mixed = Profile(
      sounds: [Profile.SoundClass(name: "a", role: .kick, examples: examples)], noiseDecibels: -60)
    let again = try ProfileFile.profile(try ProfileFile.data(mixed), path: "p.json")
    #expect(again.sounds[0].examples.map(\.session) == [0, 0, 3])
  }

  @Test("the player's velocity curve is kept, and an unknown one is found")
  func velocityCurve() throws {
    var curved = profile
    curved.velocityCurve = .log2
    let data = try ProfileFile.data(curved)
    #expect(try ProfileFile.profile(data, path: "p.json").velocityCurve == .log2)
    let text = String(decoding: data, as: UTF8.self)
    guard
      case .broken(_, let reason)? = broken(text.replacingOccurrences(of: "log2", with: "steep"))
    else {
      Issue.record("steep passed")
      return
    }
    #expect(reason.contains("steep"))
  }

  @Test("a newer version is named as one")
  func version() {
    #expect(broken("{\"version\": 99}") == .unknownVersion(path: "p.json", version: 99))
  }

  @Test("an older version is named as one, with what to do")
  func outdated() {
    let error = broken("{\"version\": 1}")
    #expect(error == .outdated(path: "p.json", version: 1))
    #expect(error?.description.contains("teach it again") == true)
  }

  @Test(
    "a file that is no profile is reported as broken",
    arguments: ["", "drums", "[]", "{}", "{\"version\": 2}", "{\"version\": 2, \"sounds\": []}"])
  func noProfile(text: String) {
    guard case .broken(let path, let reason)? = broken(text) else {
      Issue.record("not found to be broken")
      return
    }
    #expect(path == "p.json")
    #expect(!reason.isEmpty)
  }

  @Test("an example with a missing number, or an unknown role, is found")
  func damaged() throws {
    let text = String(decoding: try ProfileFile.data(profile), as: UTF8.self)
    let row = try #require(text.firstRange(of: " -"))
    for number in [" nan -", " inf -", " 1e30 -"] {
      guard case .broken? = broken(text.replacingCharacters(in: row, with: number)) else {
        Issue.record("\(number) passed")
        return
      }
    }
    guard
      case .broken(_, let reason)? = broken(
        text.replacingOccurrences(
          of: "\"pad\" : \"other\"", with: "\"pad\" : \"bell\", \"role\" : \"gong\""))
    else {
      Issue.record("gong passed")
      return
    }
    #expect(reason.contains("gong"))
  }

  @Test("a profile has a limit, and one that just keeps it is read")
  func limit() throws {
    let folder = TemporaryFolder()
    let text = try [UInt8](ProfileFile.data(profile))
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: Limits.profileBytes - text.count)
    let path = folder.write(text + blanks, to: "p.json")
    #expect(try ProfileFile.read(path: path) == profile)
    folder.write(text + blanks + [UInt8(ascii: " ")], to: "p.json")
    let error = #expect(throws: ProfileError.self) { try ProfileFile.read(path: path) }
    #expect("\(try #require(error))".contains("64 MB, the limit of a profile"))
  }
}
