// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Foundation
import Simulation
import Testing

@Suite struct SoundFileTests {
  let folder = TemporaryFolder()

  private func read(_ path: String) throws -> [Float] {
    var reader = try SoundFileReader(path: path)
    var block = [Float](repeating: 0, count: 100 * reader.channelCount)
    var samples: [Float] = []
    while true {
      var span = block.mutableSpan
      let count = try reader.read(into: &span)
      if count == 0 { return samples }
      samples += block[..<(count * reader.channelCount)]
    }
  }

  private func write(
    _ samples: [Float], _ name: String, channels: Int = 2,
    _ encoding: SoundFileWriter.Encoding = .float32, isOverwriting: Bool = false
  ) throws -> String {
    let path = "\(folder.path)/\(name)"
    var writer = try SoundFileWriter(
      path: path, sampleRateHz: 48_000, channelCount: channels, encoding: encoding,
      isOverwriting: isOverwriting)
    try writer.write(samples)
    return path
  }

  @Test(
    "written samples are read back, to the step of their encoding",
    arguments: [
      (SoundFileWriter.Encoding.float32, Float(0)), (.pcm24, 1 / 8_388_608), (.pcm16, 1 / 32768),
    ])
  func roundTrip(encoding: SoundFileWriter.Encoding, step: Float) throws {
    let samples = Signal.noise(count: 2 * 1000)
    let back = try read(write(samples, "a.wav", encoding))
    #expect(back.count == samples.count)
    #expect(zip(back, samples).allSatisfy { abs($0 - $1) <= step })
  }

  @Test("sound of an odd number of bytes is followed by one more, as RIFF has it", arguments: 1...4)
  func evenChunks(frameCount: Int) throws {
    let path = try write([Float](repeating: 0.5, count: frameCount), "a.wav", channels: 1, .pcm24)
    let bytes = folder.bytes("a.wav")
    #expect(bytes.count % 2 == 0)
    let reported = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(bytes.count == reported + 8)
    #expect(try read(path).count == frameCount)
  }

  /// Who never wrote the lengths of a WAV.
  enum Unfinished: CaseIterable {
    /// A recorder that was killed.
    case zero
    /// A program that writes to a pipe.
    case pipe
    /// The same, ready for more than 4 GB.
    case long
  }

  @Test(
    "a WAV without lengths is read to its end, and stays as it is", arguments: Unfinished.allCases)
  func withoutLengths(kind: Unfinished) throws {
    let samples = Signal.noise(count: 2 * 5000)
    _ = try write(samples, "whole.wav", .float32)
    var bytes = [UInt8](folder.bytes("whole.wav"))
    func place(of name: String) throws -> Int {
      try #require(bytes.indices.first { bytes[$0...].starts(with: name.utf8) })
    }
    let size = [UInt8](repeating: kind == .zero ? 0 : 255, count: 4)
    let data = try place(of: "data")
    bytes.replaceSubrange(4..<8, with: size)
    bytes.replaceSubrange(data + 4..<data + 8, with: size)
    if kind == .long {
      let room = try place(of: "JUNK")
      bytes.replaceSubrange(room + 8..<room + 36, with: [UInt8](repeating: 0, count: 28))
      bytes.replaceSubrange(room..<room + 4, with: Array("ds64".utf8))
      bytes.replaceSubrange(0..<4, with: Array("RF64".utf8))
    }
    folder.write(bytes, to: "open.wav")
    let path = "\(folder.path)/open.wav"
    #expect(try SoundFileReader(path: path).frameCount == 5000)
    #expect(try read(path) == samples)
    #expect(try !SoundFileReader(path: path).isCutOff)
    #expect([UInt8](folder.bytes("open.wav")) == bytes)
  }

  @Test("MP3 inside a WAV is not called cut off, where it can be read")
  func compressed() throws {
    // Frames of silence: 128 kbit/s, 44.1 kHz, mono.
    let frames = (0..<60).flatMap { _ in
      [0xff, 0xfb, 0x90, 0xc4] + [UInt8](repeating: 0, count: 413)
    }
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let format =
      little(0x55, 2) + little(1, 2) + little(44_100, 4) + little(16_000, 4) + little(1, 2)
      + little(0, 2) + little(12, 2) + little(1, 2) + little(2, 4) + little(417, 2) + little(1, 2)
      + little(1393, 2)
    let chunks =
      Array("WAVEfmt ".utf8) + little(format.count, 4) + format + Array("data".utf8)
      + little(frames.count, 4) + frames
    folder.write(Array("RIFF".utf8) + little(chunks.count, 4) + chunks, to: "a.wav")
    do {
      let reader = try SoundFileReader(path: "\(folder.path)/a.wav")
      #expect(!reader.isCutOff && reader.sampleRateHz == 44_100)
    } catch {
      // libsndfile reads MP3 from version 1.1 on.
      #expect(error.description.contains("give a WAV"))
    }
  }

  @Test("samples past full scale are cut off in whole-number encodings, not wrapped around")
  func clipping() throws {
    let back = try read(write([1.5, -1.5], "a.wav", .pcm16))
    #expect(back[0] > 0.999 && back[1] == -1)
  }

  @Test("the same frames give the same bytes")
  func determinism() throws {
    let samples = Signal.noise(count: 200)
    _ = try write(samples, "a.wav")
    _ = try write(samples, "b.wav")
    #expect(folder.bytes("a.wav") == folder.bytes("b.wav"))
    #expect(!folder.bytes("a.wav").contains([UInt8]("PEAK".utf8)))  // it contains the time
  }

  @Test("after a commit the file is whole although it is still being written")
  func commit() throws {
    let path = "\(folder.path)/a.wav"
    var writer = try SoundFileWriter(path: path, sampleRateHz: 48_000, channelCount: 2)
    try writer.write(Signal.noise(count: 2 * 500))
    try writer.commit()
    try writer.write(Signal.noise(count: 2 * 100))
    #expect(try read(path).count >= 2 * 500)
    let bytes = folder.bytes("a.wav")
    let riffBytes = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(riffBytes + 8 >= 2 * 500 * 4 && riffBytes + 8 <= bytes.count)
  }

  @Test("a file that exists is left alone unless overwriting is asked for")
  func existing() throws {
    let path = try write([0.5, 0.5], "a.wav")
    let before = folder.bytes("a.wav")
    let error = #expect(throws: SoundFileError.self) { _ = try write([0, 0], "a.wav") }
    #expect(error?.kind == .exists && error?.description.contains(path) == true)
    #expect(folder.bytes("a.wav") == before)
    #expect(try read(write([0.25, 0.25], "a.wav", isOverwriting: true)) == [0.25, 0.25])
  }

  @Test("a place where no file can be made is an error of its own", arguments: ["no/a.wav", ""])
  func cannotCreate(name: String) {
    let error = #expect(throws: SoundFileError.self) {
      _ = try write([0, 0], name, isOverwriting: true)
    }
    #expect(error?.kind == .cannotCreate)
  }

  @Test("a full disk is known when the file is made")
  func fullDisk() throws {
    let error = #expect(throws: SoundFileError.self) {
      _ = try SoundFileWriter(
        path: "/dev/full", sampleRateHz: 48_000, channelCount: 2, isOverwriting: true)
    }
    #expect(error?.kind == .cannotCreate)
    #expect(error?.reason.contains("No space left") == true)
  }
}

extension Array where Element: Equatable {
  fileprivate func contains(_ part: [Element]) -> Bool {
    indices.contains { self[$0...].starts(with: part) }
  }
}
