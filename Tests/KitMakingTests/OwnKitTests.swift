// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits
import Simulation
import Storage
import Testing

@testable import KitMaking

@Suite struct OwnKitTests {
  private let folder = TemporaryFolder()

  private func place(_ name: String = "mouth") throws -> OwnKitPlace {
    try OwnKitPlace("\(folder.path)/\(name)")
  }

  private func hits(
    _ sound: StruckSounds.Sound, count: Int = 8, rateHz: Int = 48_000, seed: UInt64 = 1
  ) throws -> [OwnSound] {
    let amplitudes = StruckSounds.dynamics(count: count)
    let take = StruckSounds.take(
      sound, amplitudes: amplitudes, sampleRateHz: Double(rateHz), seed: seed)
    return try HitCutter(sampleRateHz: rateHz).cuts(of: take.samples, source: "take").sounds
  }

  /// Changes one pad.
  @discardableResult private func change(
    _ role: PadRole, of place: OwnKitPlace, _ change: PadChange, terms: KitTerms? = nil
  ) throws -> OwnKit.Pad {
    try #require(try OwnKit.change([(role, change)], of: place, terms: terms).first)
  }

  /// All bytes of a kit by the names of its files.
  private func files(_ path: String, below name: String = "") -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for inner in FileSystem.names(in: "\(path)\(name)") {
      let own = "\(name)/\(inner)"
      if let bytes = try? RegularFile.bytes("\(path)\(own)") {
        files[own] = bytes
      } else {
        files.merge(self.files(path, below: own)) { $1 }
      }
    }
    return files
  }

  @Test func `a kit plays its sounds and has no fault`() throws {
    let place = try place()
    try change(
      .kick, of: place, .set(try hits(StruckSounds.low)),
      terms: KitTerms(licence: "CC0-1.0", author: "Ada B."))
    try change(.snare, of: place, .set(try hits(StruckSounds.middle, rateHz: 44_100)))
    try change(.hihatHalf, of: place, .set(try hits(StruckSounds.high, count: 5)))
    let plan = try KitLoader.plan(path: KitLocator().kit(place.folder))
    #expect(plan.problems.map(\.description) == [])
    #expect(Set(plan.pads.map(\.role)) == [.kick, .snare, .hihatHalf])
    #expect(plan.credits.licence == "CC0-1.0")
    #expect(plan.credits.author == "Ada B.")
    #expect(plan.name == "mouth")
    #expect(plan.pads.map(\.name).sorted() == ["hihat-half", "kick", "snare"])
  }

  @Test func `files are sorted from soft to loud, and layers by velocity`() throws {
    let pad = try change(.snare, of: try place(), .set(try hits(StruckSounds.middle)))
    #expect(pad.files.count == 8)
    let read = try #require(try OwnKit(at: try place())).pad(.snare)
    let levels = try read.files.map { try OwnSound(path: "\(place().folder)/\($0)").decibels }
    #expect(levels == levels.sorted())
    #expect(read.layers.layers.map(\.velocities) == pad.layers.layers.map(\.velocities))
    #expect(read.layers.layers.flatMap(\.sounds) == Array(0..<8))
    #expect(read.layers.layers.count > 2)
  }

  @Test func `the same take gives the same files`() throws {
    for name in ["a/kit", "b/kit"] {
      try change(.tomLow, of: try place(name), .set(try hits(StruckSounds.low)))
    }
    let first = files("\(folder.path)/a/kit")
    #expect(first.count == 9)
    #expect(first == files("\(folder.path)/b/kit"))
  }

  @Test func `a change leaves all else as it was, and undoing restores every byte`() throws {
    let place = try place()
    try change(.kick, of: place, .set(try hits(StruckSounds.low)))
    try change(.snare, of: place, .set(try hits(StruckSounds.middle)))
    folder.write(text: "my notes", to: "mouth/notes/README")
    folder.write(text: "// mine\n", to: "extra")
    let before = files(place.folder)
    let changes: [PadChange] = [
      .set(try hits(StruckSounds.high)), .add(try hits(StruckSounds.high)),
      .replace(2, by: try hits(StruckSounds.high, count: 3)), .remove(8),
      .edit([.reverse], sound: 3), .edit([.trim, .pitch(semitones: 3)], sound: nil),
    ]
    for next in changes {
      try change(.snare, of: place, next)
      let after = files(place.folder)
      #expect(
        after.filter { $0.key.hasPrefix("/snare/") }
          != before.filter { $0.key.hasPrefix("/snare/") })
      #expect(
        after.filter { $0.key.hasPrefix("/kick/") || $0.key.hasPrefix("/notes/") }
          == before.filter { $0.key.hasPrefix("/kick/") || $0.key.hasPrefix("/notes/") })
      #expect(try KitLoader.plan(path: place.textPath).pads.count == 2)
      _ = try OwnKit.undo(place)
      #expect(files(place.folder) == before)
      _ = try OwnKit.undo(place)
      #expect(files(place.folder) == after)
      _ = try OwnKit.undo(place)
    }
    #expect(
      FileSystem.names(in: folder.path).sorted() == [".mouth.before", "extra", "mouth"])
  }

  @Test func `a kit that is undone is gone, and comes back`() throws {
    let place = try place()
    try change(.kick, of: place, .set(try hits(StruckSounds.low)))
    let made = files(place.folder)
    #expect(try OwnKit.undo(place) == nil)
    #expect(!FileSystem.exists(place.folder))
    #expect(try OwnKit.undo(place)?.roles == [.kick])
    #expect(files(place.folder) == made)
    #expect(try OwnKit.undo(place) == nil)
    try change(.ride, of: place, .set(try hits(StruckSounds.high)))
    #expect(try OwnKit.undo(place) == nil)
  }

  @Test func `where nothing can be written is known before, and nothing is left there`() throws {
    try OwnKit.checkIsWritable(at: try place())
    #expect(FileSystem.names(in: folder.path) == [])
    let error = #expect(throws: KitMakingError.self) {
      try OwnKit.checkIsWritable(at: try OwnKitPlace("/proc/self/mouth"))
    }
    #expect(error?.kind == .cannotCreate)
  }

  @Test func `without a change there is nothing to undo`() throws {
    #expect(throws: KitMakingError.self) { try OwnKit.undo(try place()) }
  }

  @Test func `counts and numbers are checked`() throws {
    let place = try place()
    let pad = try change(.clap, of: place, .set(try hits(StruckSounds.high, count: 6)))
    #expect(pad.sounds.count == 6)
    #expect(try change(.clap, of: place, .remove(1)).sounds.count == 5)
    for number in [0, 6, -1] {
      let error = #expect(throws: KitMakingError.self) {
        try change(.clap, of: place, .remove(number))
      }
      #expect(error?.kind == .unknownName)
    }
    #expect(throws: KitMakingError.self) {
      try change(.kick, of: place, .edit([.reverse], sound: nil))
    }
    for _ in 0..<4 { try change(.clap, of: place, .remove(1)) }
    let before = files(place.folder)
    let last = #expect(throws: KitMakingError.self) {
      try change(.clap, of: place, .remove(1))
    }
    #expect(last?.kind == .missing)
    #expect(files(place.folder) == before)
  }

  @Test func `folders that are no kit of one's own are refused and stay as they are`() throws {
    folder.write(text: "<region> sample=kick.wav key=36\n", to: "mouth/mouth.sfz")
    folder.write(text: "", to: "empty/notes")
    for name in ["mouth", "empty"] {
      let before = files("\(folder.path)/\(name)")
      let error = #expect(throws: KitMakingError.self) {
        try change(.kick, of: try place(name), .set(try hits(StruckSounds.low)))
      }
      #expect(error?.kind == .notOwn)
      #expect(files("\(folder.path)/\(name)") == before)
    }
    #expect(FileSystem.names(in: folder.path).sorted() == ["empty", "mouth"])
  }

  @Test func `a failed change leaves the kit as it was`() throws {
    let place = try place()
    try change(.kick, of: place, .set(try hits(StruckSounds.low)))
    let before = files(place.folder)
    // No sound file has such a rate.
    let odd = OwnSound(samples: [0, 0.5, 0], sampleRateHz: 3_000_000)
    let error = #expect(throws: KitMakingError.self) {
      try change(.kick, of: place, .add([odd]))
    }
    #expect(error?.kind == .cannotCreate)
    #expect(files(place.folder) == before)
    #expect(FileSystem.names(in: folder.path).sorted() == [".mouth.before", "mouth"])
  }

  @Test(arguments: ["", " ", ".hidden", "a/.b", "-x", "..", String(repeating: "x", count: 41)])
  func `names that no kit can have are refused`(name: String) throws {
    let error = #expect(throws: KitMakingError.self) { try OwnKitPlace(name) }
    #expect(error?.kind == .unknownName)
  }

  @Test func `the names of other kits are refused`() throws {
    let data = TemporaryFolder()
    data.write(text: "<region> sample=kick.wav key=36\n", to: "flam/kits/rock/rock.sfz")
    let locator = KitLocator(
      environment: ["XDG_DATA_HOME": folder.path, "XDG_DATA_DIRS": data.path, "HOME": "/nowhere"],
      executablePath: "")
    let error = #expect(throws: KitMakingError.self) { try OwnKitPlace("rock", locator: locator) }
    #expect(error?.kind == .notOwn)
    let own = try OwnKitPlace("voice", locator: locator)
    #expect(own.folder == "\(folder.path)/flam/kits/voice")
    try change(.kick, of: own, .set(try hits(StruckSounds.low)))
    #expect(locator.kits.first { $0.name == "voice" }?.path == own.textPath)
    #expect(!locator.kits.contains { $0.name.hasPrefix(".") })
    #expect(try OwnKitPlace("voice", locator: locator) == own)
    #expect(try OwnKitPlace(own.textPath, locator: locator) == own)
  }
}
