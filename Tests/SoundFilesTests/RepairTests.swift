// SPDX-License-Identifier: GPL-3.0-or-later
import CSndfile
import DSP
import Foundation
import Simulation
import Synchronization
import TestSupport
import Testing

@testable import SoundFiles

/// Repair never makes a file worse, whatever its damage.
@Suite(.waiting) struct RepairTests {
  let folder = TemporaryFolder()

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  /// The part of a file that libsndfile itself decodes, until it gives up.
  private func decoded(_ name: String) -> [Float] {
    var info = SF_INFO()
    guard let handle = sf_open(path(name), Int32(SFM_READ), &info) else { return [] }
    defer { sf_close(handle) }
    var block = [Float](repeating: 0, count: 1000 * Int(info.channels))
    var samples: [Float] = []
    while case let count = sf_readf_float(handle, &block, 1000), count > 0 {
      samples += block[..<(Int(count) * Int(info.channels))]
    }
    return samples
  }

  /// FLAC's own program finds nothing wrong with a file.
  private func isWholeFLAC(_ name: String) throws -> Bool {
    let flac = try ChildProcess("/usr/bin/flac", ["--test", "--totally-silent", path(name)])
    return flac.wait().code == 0
  }

  /// A second of taps in stereo.
  private static let sound: [Float] = (0..<24_000).flatMap { frame -> [Float] in
    let time = Double(frame % 6000) / 48_000
    let tone = sin(2 * .pi * 180 * time) * exp(-20 * time)
    return [Float(0.5 * tone), Float(0.25 * tone)]
  }

  /// A whole file in a format.
  private func whole(_ ending: String) throws -> [UInt8] {
    var writer = try SoundFileWriter(
      path: path("whole.\(ending)"), sampleRateHz: 48_000, channelCount: 2,
      encoding: ending == "ogg" ? nil : .pcm16, ditherSeed: 1)
    try writer.write(Self.sound)
    try writer.finish()
    defer { unlink(path("whole.\(ending)")) }
    return folder.bytes("whole.\(ending)")
  }

  /// Kinds of files of programs of all kinds.
  private enum Kind: Int, CaseIterable { case wav, foreignWAV, rf64, flac, coveredFLAC, ogg }

  private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    Array(name.utf8) + UInt32(bytes.count).littleEndianBytes + bytes
  }

  /// Meaningless bytes.
  private static func noise(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  private func file(_ kind: Kind, _ random: inout SeededGenerator) throws -> [UInt8] {
    switch kind {
    case .wav: return try whole("wav")
    case .ogg: return try whole("ogg")
    case .flac: return try whole("flac")
    case .foreignWAV:
      let wav = try whole("wav")
      return wav[..<12] + Self.chunk("bext", Self.noise(602, &random)) + wav[12...]
        + Self.chunk("ResU", Self.noise(3000, &random)) + Self.chunk("elm1", [1, 2, 3, 4])
    case .rf64:
      let wav = try whole("wav")
      let data = wav.count - 4 * Self.sound.count / 2
      let sizes = WAVHeader.longSizes(
        riffBytes: wav.count - 8, dataBytes: wav.count - data, Self.sound.count / 2)
      let unknown = WAVHeader.unknownSize.littleEndianBytes
      return Array("RF64".utf8) + unknown + Array("WAVE".utf8) + Self.chunk("ds64", sizes)
        + wav[48..<data - 4] + unknown + wav[data...]
    case .coveredFLAC:
      let flac = try whole("flac")
      let picture = Self.noise(20_000, &random)
      let size = [
        UInt8(picture.count >> 16), UInt8(picture.count >> 8 & 255), UInt8(picture.count & 255),
      ]
      return [UInt8](flac[..<42]) + [6] + size + picture + flac[42...]
    }
  }

  /// Damage to files: a cut, bits that flip, a hole, foreign bytes after the end, an open length,
  /// all of it.
  private func damage(_ bytes: inout [UInt8], number: Int, _ random: inout SeededGenerator) {
    func place(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }
    switch number {
    case 0: bytes.removeLast(place(bytes.count))
    case 1:
      for _ in 0...place(8) { bytes[place(bytes.count)] ^= 1 << UInt8(place(8)) }
    case 2:
      // The beginning is the most sensitive part.
      for _ in 0...place(3) { bytes[place(120)] ^= 1 << UInt8(place(8)) }
    case 3:
      let start = place(bytes.count)
      let end = min(bytes.count, start + place(4000))
      bytes.replaceSubrange(start..<end, with: [UInt8](repeating: 0, count: end - start))
    case 4: bytes += Self.chunk("LIST", Self.noise(place(2000), &random)).dropLast(place(100))
    case 5:
      bytes.removeLast(place(bytes.count / 2))
      bytes[place(bytes.count)] ^= 1 << UInt8(place(8))
    default:
      let start = place(bytes.count)
      bytes.removeSubrange(start..<min(bytes.count, start + place(2000)))
    }
  }

  @Test("of 204 damaged files, each holds at least as much sound after its repair as before", .slow)
  func corpus() throws {
    var random = SeededGenerator(seed: 15)
    var outcomes = (repaired: 0, whole: 0, refused: 0)
    for number in 0..<204 {
      let kind = try #require(Kind(rawValue: number % Kind.allCases.count))
      var bytes = try file(kind, &random)
      damage(&bytes, number: number / Kind.allCases.count % 7, &random)
      let ending = ["wav", "wav", "wav", "flac", "flac", "ogg"][kind.rawValue]
      let (name, kept) = ("a.\(ending)", "a-before-repair.\(ending)")
      folder.write(bytes, to: name)
      let before = decoded(name)
      let wasWhole = try ending == "flac" && isWholeFLAC(name)
      let repair = Result { () throws(SoundFileError) in try SoundFileRepair(path: path(name)) }
      let after = decoded(name)
      let comment = Comment("\(kind) \(number): \(repair)")
      #expect(after.count >= before.count && after.prefix(before.count) == before[...], comment)
      switch repair {
      case .failure(let error):
        outcomes.refused += 1
        #expect(error.kind == .broken, comment)
        #expect(folder.bytes(name) == bytes, comment)
      case .success(let repair) where repair.keptPath == nil:
        outcomes.whole += 1
        #expect(after.count == 2 * repair.frames && folder.bytes(name) == bytes, comment)
        // Foreign bytes after a whole FLAC are not part of its sound.
        let isFollowed = number / Kind.allCases.count % 7 == 4
        #expect(ending != "flac" || wasWhole || isFollowed, comment)
      case .success(let repair):
        outcomes.repaired += 1
        #expect(after.count == 2 * repair.frames, comment)
        #expect(folder.bytes(kept) == bytes, comment)
        #expect(try ending != "flac" || isWholeFLAC(name), comment)
      }
      #expect(try !wasWhole || isWholeFLAC(name), comment)
      unlink(path(kept))
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left == [name], comment)
      unlink(path(name))
    }
    #expect(outcomes.repaired > 30 && outcomes.whole > 20 && outcomes.refused > 30, "\(outcomes)")
  }

  @Test("the next repair removes the remains of a killed one; a file still being written stays")
  func killed() throws {
    let bytes = try whole("wav")
    folder.write(Array(bytes.dropLast(1000)), to: "a.wav")
    for name in ["a.wav.4711.part", "a.wav.4712.part", "a.wav.mine.part", "b.wav.4711.part"] {
      folder.write([1, 2, 3], to: name)
    }
    let writing = open(path("a.wav.4712.part"), O_RDWR)
    defer { close(writing) }
    #expect(flock(writing, LOCK_EX) == 0)
    #expect(try SoundFileRepair(path: path("a.wav")).keptPath != nil)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(
      left == [
        "a-before-repair.wav", "a.wav", "a.wav.4712.part", "a.wav.mine.part", "b.wav.4711.part",
      ])
  }

  @Test("a FLAC that ends in its cover picture is refused, and does not grow")
  func coverPicture() throws {
    var random = SeededGenerator(seed: 1)
    let bytes = try [UInt8](file(.coveredFLAC, &random).prefix(9000))
    folder.write(bytes, to: "a.flac")
    let error = #expect(throws: SoundFileError.self) { try SoundFileRepair(path: path("a.flac")) }
    #expect(error?.kind == .broken && folder.bytes("a.flac") == bytes)
    #expect(!SoundFileRepair.isCutOff(path: path("a.flac")))
  }

  @Test(
    "a recording that is damaged in its middle is not called whole", arguments: ["flac", "ogg"])
  func damagedMiddle(ending: String) throws {
    var bytes = try whole(ending)
    let middle = bytes.count / 2
    for index in middle..<middle + 40 { bytes[index] ^= 0x5A }
    folder.write(bytes, to: "a.\(ending)")
    let error = #expect(throws: SoundFileError.self) {
      try SoundFileRepair(path: path("a.\(ending)"))
    }
    #expect(error?.kind == .broken)
    #expect(folder.bytes("a.\(ending)") == bytes)
  }

  @Test("a FLAC of whole blocks that are not those of its checksum is not called whole")
  func exchangedBlocks() throws {
    for ending in ["a", "b"] {
      var writer = try SoundFileWriter(
        path: path("\(ending).flac"), sampleRateHz: 48_000, channelCount: 2, encoding: .pcm24)
      try writer.write(Self.sound.map { ending == "a" ? $0 : -$0 })
      try writer.finish()
    }
    #expect(try SoundFileRepair(path: path("a.flac")).wasWhole)
    let (bytes, other) = (folder.bytes("a.flac"), folder.bytes("b.flac"))
    let mixed = Array(other[..<26] + bytes[26..<42] + other[42...])
    folder.write(mixed, to: "a.flac")
    #expect(try decoded("a.flac").count == 48_000 && !isWholeFLAC("a.flac"))
    let error = #expect(throws: SoundFileError.self) { try SoundFileRepair(path: path("a.flac")) }
    #expect(error?.kind == .broken && folder.bytes("a.flac") == mixed)
  }

  @Test("a FLAC that was cut off has no checksum of its first state", arguments: [16, 24])
  func cutChecksum(bits: Int) throws {
    var writer = try SoundFileWriter(
      path: path("a.flac"), sampleRateHz: 48_000, channelCount: 2,
      encoding: bits == 16 ? .pcm16 : .pcm24)
    try writer.write(Self.sound)
    try writer.finish()
    folder.write(folder.bytes("a.flac").dropLast(3000), to: "a.flac")
    #expect(try !isWholeFLAC("a.flac"))
    #expect(try SoundFileRepair(path: path("a.flac")).keptPath != nil)
    #expect(try isWholeFLAC("a.flac") && SoundFileRepair(path: path("a.flac")).wasWhole)
  }

  @Test("foreign bytes after a whole FLAC cost none of its sound")
  func foreignBytes() throws {
    let bytes = try whole("flac")
    for count in [1, 300, 100_000] {
      folder.write(bytes + [UInt8](repeating: 0x41, count: count), to: "a.flac")
      #expect(try SoundFileRepair(path: path("a.flac")).frames == 24_000)
      #expect(decoded("a.flac").count == 48_000)
    }
  }

  @Test("a megabyte of chunks after a sound of unknown length is skipped at once")
  func manyChunks() throws {
    let wav = try whole("wav")
    let size = wav.count - 2 * Self.sound.count - 4
    let unknown = wav[..<size] + [255, 255, 255, 255] + wav[(size + 4)...]
    folder.write(
      unknown + (0..<80_000).flatMap { _ in Self.chunk("LIST", [1, 2, 3, 4]) }, to: "a.wav")
    let seconds = ThreadTime.seconds { #expect(SoundFileRepair.isCutOff(path: path("a.wav"))) }
    // Each chunk was followed to the end from each other one: minutes.
    #expect(seconds < 10)
    #expect(try SoundFileRepair(path: path("a.wav")).frames == 24_000)
  }

  @Test("a WAV whose samples must be unfolded is left alone: bytes do not count its frames")
  func foldedWAV() throws {
    var bytes = try whole("wav")
    let format = try #require(bytes.firstRange(of: Array("fmt ".utf8))).upperBound + 4
    bytes[format] = 0x11
    folder.write(bytes.dropLast(1000), to: "a.wav")
    #expect(throws: SoundFileError.self) { try SoundFileRepair(path: path("a.wav")) }
    #expect(folder.bytes("a.wav") == bytes.dropLast(1000))
  }

  @Test("a link to a recording stays one, and a second repair keeps the first one's copy")
  func keeping() throws {
    let wav = try whole("wav")
    folder.write(wav.dropLast(400), to: "a.wav")
    symlink("a.wav", path("link.wav"))
    #expect(try SoundFileRepair(path: path("link.wav")).frames == 23_900)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link.wav")) == "a.wav")
    folder.write(wav.dropLast(800), to: "a.wav")
    #expect(try SoundFileRepair(path: path("a.wav")).frames == 23_800)
    #expect(folder.bytes("a-before-repair.wav") == wav.dropLast(400))
    #expect(folder.bytes("a-before-repair-2.wav") == wav.dropLast(800))
  }

  @Test("a pipe is no recording, and is not waited for")
  func pipe() {
    mkfifo(path("a.wav"), 0o600)
    let error = #expect(throws: SoundFileError.self) { try SoundFileRepair(path: path("a.wav")) }
    #expect(error?.reason == "it is a pipe, not a file")
    #expect(!SoundFileRepair.isBeingWritten(path: path("a.wav")))
  }

  @Test("recordings begin while somebody looks at them all the time")
  func lookedAt() throws {
    let path = path("a.wav")
    let isOver = Mutex(false)
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 2) { part in
      if part == 1 {
        while !isOver.withLock({ $0 }) { _ = SoundFileRepair.isBeingWritten(path: path) }
        return
      }
      for _ in 0..<300 {
        do {
          var writer = try SoundFileWriter(
            path: path, sampleRateHz: 48_000, channelCount: 1, isOverwriting: true)
          try writer.write([0.5])
          try writer.finish()
        } catch { failures.withLock { $0.append("\(error)") } }
      }
      isOver.withLock { $0 = true }
    }
    #expect(failures.withLock { $0 } == [])
  }
}
