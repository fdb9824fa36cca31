// SPDX-License-Identifier: GPL-3.0-or-later
import CSndfile
import DSP
import Foundation
import Simulation
import TestSupport
import Testing

@testable import SoundFiles

/// Formats that sound is written in, and their files if writing ends without warning.
@Suite struct SoundFormatTests {
  let folder = TemporaryFolder()

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func read(_ name: String) throws -> [Float] {
    var reader = try SoundFileReader(path: path(name))
    var block = [Float](repeating: 0, count: 4096 * reader.channelCount)
    var samples: [Float] = []
    while true {
      var span = block.mutableSpan
      let count = try reader.read(into: &span)
      if count == 0 { return samples }
      samples += block[..<(count * reader.channelCount)]
    }
  }

  private func writer(
    _ name: String, _ encoding: SoundFileWriter.Encoding? = nil
  ) throws -> SoundFileWriter {
    try SoundFileWriter(
      path: path(name), sampleRateHz: 48_000, channelCount: 2, encoding: encoding, ditherSeed: 1)
  }

  /// Two seconds of a decaying tone with its overtones, in pieces of odd lengths.
  private static let sound: [Float] = (0..<96_000).flatMap { frame -> [Float] in
    let time = Double(frame) / 48_000
    let tone = (1...8).reduce(0) { $0 + sin(2 * .pi * 110 * Double($1) * time) / Double($1) }
    return [Float(0.3 * exp(-time) * tone), Float(0.2 * exp(-2 * time) * tone)]
  }

  private func write(_ samples: [Float], with writer: inout SoundFileWriter) throws {
    for first in stride(from: 0, to: samples.count, by: 2 * 1777) {
      try writer.write(Array(samples[first..<min(samples.count, first + 2 * 1777)]))
    }
  }

  @Test(
    "written sound comes back to the frame, as exactly as the format allows", .slow,
    arguments: [
      ("a.wav", nil, Float(0)), ("a.flac", nil, 2 / 8_388_608), ("a.flac", .pcm16, 2 / 32_768),
      ("a.ogg", nil, 0.02),
    ] as [(String, SoundFileWriter.Encoding?, Float)])
  func roundTrip(name: String, encoding: SoundFileWriter.Encoding?, most: Float) throws {
    var writer = try writer(name, encoding)
    try write(Self.sound, with: &writer)
    try writer.finish()
    let back = try read(name)
    #expect(back.count == Self.sound.count)
    #expect(zip(back, Self.sound).allSatisfy { abs($0 - $1) <= most })
    #expect(try SoundFileReader(path: path(name)).frameCount == 96_000)
    #expect(try SoundFileRepair(path: path(name)).wasWhole)
  }

  @Test("the same frames give the same bytes", arguments: ["wav", "flac", "ogg"])
  func determinism(ending: String) throws {
    for name in ["a", "b"] {
      var writer = try writer("\(name).\(ending)")
      try write(Self.sound, with: &writer)
      try writer.finish()
    }
    #expect(folder.bytes("a.\(ending)") == folder.bytes("b.\(ending)"))
  }

  @Test(
    "from a commit on all declared sound is read back, also silence, whatever breaks off later",
    .slow,
    arguments: ["wav", "flac", "ogg"], [Float(1), 0])
  func commit(ending: String, gain: Float) throws {
    let sound = Self.sound.map { gain * $0 }
    var writer = try writer("a.\(ending)")
    try write(Array(sound.prefix(2 * 72_000)), with: &writer)
    try writer.commit()
    #expect(writer.committedFrameCount > 72_000 - 4800)
    let committed = folder.bytes("a.\(ending)")
    try write(Array(sound.suffix(2 * 24_000)), with: &writer)
    let later = folder.bytes("a.\(ending)")
    for length in [committed.count, committed.count + (later.count - committed.count) / 3] {
      // The header is that of the commit.
      folder.write(committed[..<94] + later[94..<length], to: "cut.\(ending)")
      let back = try read("cut.\(ending)")
      #expect(back.count >= 2 * writer.committedFrameCount)
      #expect(zip(back, sound).allSatisfy { abs($0 - $1) <= 0.02 })
    }
  }

  /// Additions of other programs after the sound of a WAV: a chunk, one that was cut off, a tag of
  /// no chunk, both.
  private static let tags: [[UInt8]] = {
    let info = Array("INFOICMT".utf8) + [6, 0, 0, 0] + Array("loud!\0".utf8)
    let list = Array("LIST".utf8) + [UInt8(info.count), 0, 0, 0] + info
    let id3v1 = Array("TAGgroove".utf8) + [UInt8](repeating: 0, count: 119)
    return [list, Array(list.dropLast(9)), id3v1, list + id3v1]
  }()

  @Test("a tag after the sound of a WAV is no sound", arguments: 0..<4)
  func taggedWAV(number: Int) throws {
    let tag = Self.tags[number]
    // 24 bits of one channel: also of an odd number of bytes.
    for frames in [4800, 4801] {
      var writer = try SoundFileWriter(
        path: path("a.wav"), sampleRateHz: 48_000, channelCount: 1, encoding: .pcm24,
        isOverwriting: true)
      try writer.write(Array(Self.sound.prefix(frames)))
      try writer.finish()
      let whole = folder.bytes("a.wav")
      let pad = [UInt8](repeating: 0, count: whole.count % 2)
      folder.write(whole + pad + tag, to: "tagged.wav")
      let repair = try SoundFileRepair(path: path("tagged.wav"))
      #expect(repair.wasWhole && repair.frames == frames)
      #expect(folder.bytes("tagged.wav") == whole + pad + tag)
      // A chunk that is cut off after a sound of unknown length cannot be distinguished from it.
      guard number != 1 else { continue }
      var open = whole + pad + tag
      let size = whole.count - 3 * frames - 4
      open.replaceSubrange(size..<size + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
      folder.write(open, to: "open.wav")
      #expect(try SoundFileRepair(path: path("open.wav")).frames == frames)
      #expect(folder.bytes("open.wav").suffix(tag.count) == tag[...])
      #expect(try SoundFileReader(path: path("open.wav")).frameCount == frames)
      #expect(try SoundFileRepair(path: path("open.wav")).wasWhole)
    }
  }

  @Test("a FLAC that breaks off anywhere is made whole up to its last whole block")
  func repairedFLAC() throws {
    var writer = try writer("whole.flac")
    try write(Self.sound, with: &writer)
    try writer.finish()
    let (whole, sound) = try (folder.bytes("whole.flac"), read("whole.flac"))
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20 {
      let length = 200 + Int(random.next() % UInt64(whole.count - 200))
      folder.write(whole[..<length], to: "cut.flac")
      guard SoundFileRepair.isCutOff(path: path("cut.flac")) else {
        #expect(throws: SoundFileError.self) { try SoundFileRepair(path: path("cut.flac")) }
        #expect(Double(length) / Double(whole.count) < 0.2)
        continue
      }
      let repair = try SoundFileRepair(path: path("cut.flac"))
      #expect(!repair.wasWhole && repair.declaredFrames == 96_000 && repair.frames % 4096 == 0)
      #expect(folder.bytes("cut-before-repair.flac") == Array(whole[..<length]))
      unlink(path("cut-before-repair.flac"))
      let share = Double(length) / Double(whole.count)
      #expect(abs(Double(repair.frames) / 96_000 - share) < 0.2, "cut at \(length)")
      let back = try read("cut.flac")
      #expect(back.count == 2 * repair.frames && back[...] == sound.prefix(back.count))
      #expect(try SoundFileRepair(path: path("cut.flac")).wasWhole)
    }
  }

  @Test("a FLAC that breaks off in the first bytes of a block keeps all blocks before it")
  func cutHeader() throws {
    var writer = try writer("whole.flac")
    try write(Self.sound, with: &writer)
    try writer.finish()
    let whole = folder.bytes("whole.flac")
    folder.write(whole[..<(whole.count / 2)], to: "cut.flac")
    let frames = try SoundFileRepair(path: path("cut.flac")).frames
    let end = folder.bytes("cut.flac").count
    for more in 0..<20 {
      folder.write(whole[..<(end + more)], to: "cut.flac")
      #expect(try SoundFileRepair(path: path("cut.flac")).frames == frames, "\(more) bytes")
      #expect(folder.bytes("cut.flac").count == end)
    }
  }

  @Test(
    "a damaged FLAC that is not cut off is an error and unchanged; blank bytes after it do no harm"
  )
  func damagedFLAC() throws {
    var writer = try writer("whole.flac")
    try write(Self.sound, with: &writer)
    try writer.finish()
    let whole = folder.bytes("whole.flac")
    var damaged = whole
    for index in stride(from: 4000, to: damaged.count, by: 500) { damaged[index] ^= 0x55 }
    for bytes in [damaged, whole + [UInt8](repeating: 0, count: 5_000_000)] {
      folder.write(bytes[...], to: "damaged.flac")
      let error = #expect(throws: SoundFileError.self) {
        try SoundFileRepair(path: path("damaged.flac"))
      }
      #expect(error?.kind == .broken)
      #expect(folder.bytes("damaged.flac") == bytes)
    }
    folder.write((whole + [UInt8](repeating: 0, count: 1_000_000))[...], to: "blank.flac")
    #expect(try SoundFileRepair(path: path("blank.flac")).frames == 96_000)
    #expect(try read("blank.flac") == read("whole.flac"))
  }

  @Test("a FLAC of a size that others use, with its length left open, gets its length")
  func openFLAC() throws {
    var writer = try writer("a.flac")
    try write(Self.sound, with: &writer)
    try writer.finish()
    var bytes = folder.bytes("a.flac")
    bytes.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    folder.write(bytes, to: "open.flac")
    #expect(SoundFileRepair.isCutOff(path: path("open.flac")))
    #expect(folder.bytes("open.flac") == bytes)
    #expect(try SoundFileRepair(path: path("open.flac")).declaredFrames == 0)
    #expect(try SoundFileReader(path: path("open.flac")).frameCount == 96_000)
  }

  @Test("a header is as long for 5 GB as for nothing, and is RF64 as soon as RIFF cannot hold it")
  func headers() {
    for encoding in [SoundFileWriter.Encoding.float32, .pcm24, .pcm16] {
      let header = WAVHeader(sampleRateHz: 48_000, channelCount: 2, encoding: encoding)
      let most = (Int(UInt32.max) - header.byteCount + 7) / header.bytesPerFrame
      for (frames, name) in [(0, "RIFF"), (most, "RIFF"), (most + 1, "RF64"), (1 << 32, "RF64")] {
        let bytes = header.bytes(frameCount: frames)
        #expect(bytes.count == header.byteCount && bytes.starts(with: name.utf8))
      }
    }
  }

  @Test("a recording of 4.3 GB that was cut off while it was a RIFF becomes an RF64 in its place")
  func repairedRF64() throws {
    var writer = try writer("a.wav")
    try writer.write([0.25, -0.25])
    try writer.commit()
    let header = folder.bytes("a.wav").count - 8
    let frames = 540_000_000
    // A hole takes no room.
    try #require(truncate(path("a.wav"), header + 8 * frames) == 0)
    #expect(throws: SoundFileError.self) { try SoundFileRepair(path: path("a.wav")) }
    _ = consume writer
    try #require(truncate(path("a.wav"), header + 8 * frames) == 0)
    let file = try FileHandle(forWritingTo: URL(filePath: path("a.wav")))
    try file.seek(toOffset: UInt64(header + 8 * (frames - 1)))
    try file.write(contentsOf: [Float](arrayLiteral: 0.5, -0.5).withUnsafeBytes { Data($0) })
    try file.close()
    let repair = try SoundFileRepair(path: path("a.wav"))
    #expect(repair.declaredFrames == 1 && repair.frames == frames)
    #expect(try SoundFileReader(path: path("a.wav")).frameCount == frames)
    // Another reader finds the last frame.
    var info = SF_INFO()
    let handle = sf_open(path("a.wav"), Int32(SFM_READ), &info)
    defer { sf_close(handle) }
    var last: [Float] = [0, 0]
    #expect(sf_seek(handle, sf_count_t(frames - 1), Int32(SEEK_SET)) == frames - 1)
    #expect(sf_readf_float(handle, &last, 1) == 1 && last == [0.5, -0.5])
  }

  @Test("a name or a number of bits that no format has is refused before anything is made")
  func unsupported() throws {
    for (name, encoding) in [
      ("a.mp3", nil), ("a.flac", .float32), ("a.flac", .pcm32), ("a.ogg", .pcm16),
    ] as [(String, SoundFileWriter.Encoding?)] {
      let error = #expect(throws: SoundFileError.self) { _ = try writer(name, encoding) }
      #expect(error?.kind == .unsupported)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("a file that another program records to is not overwritten, and not touched")
  func beingWritten() throws {
    var writer = try writer("a.wav")
    try write(Self.sound, with: &writer)
    try writer.commit()
    let error = #expect(throws: SoundFileError.self) {
      _ = try SoundFileWriter(
        path: path("a.wav"), sampleRateHz: 48_000, channelCount: 2, isOverwriting: true)
    }
    #expect(error?.kind == .cannotCreate && error?.reason.contains("being written") == true)
    try writer.finish()
    #expect(try read("a.wav") == Self.sound)
    _ = try SoundFileWriter(
      path: path("a.wav"), sampleRateHz: 48_000, channelCount: 2, isOverwriting: true)
  }

  @Test("a file that is removed while it is written is reported, and can be rescued")
  func removed() throws {
    var writer = try writer("a.wav")
    try write(Self.sound, with: &writer)
    try writer.commit()
    unlink(path("a.wav"))
    let error = #expect(throws: SoundFileError.self) { try writer.commit() }
    #expect(error?.reason.contains("removed") == true && writer.isRemoved)
    let open = writer.openFile
    try #require(open).copy(to: path("rescued.wav"))
    #expect(try read("rescued.wav") == Self.sound)
  }
}
