// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import Storage
import TestSupport
import Testing

@testable import SoundFiles

@Suite struct TakeTests {
  let folder = TemporaryFolder()

  private func wav(_ samples: [Float], channels: Int = 1, rate: Int = 48_000) throws -> String {
    let path = "\(folder.path)/take.wav"
    var writer = try SoundFileWriter(path: path, sampleRateHz: rate, channelCount: channels)
    try writer.write(samples)
    return path
  }

  private func errorKind(_ path: String) -> SoundFileError.Kind? {
    do {
      _ = try Take(path: path)
      return nil
    } catch { return error.kind }
  }

  @Test("is the mean of all channels, or the requested one", arguments: [1, 2, 8])
  func channels(count: Int) throws {
    let frame = (0..<count).map { Float($0) / 8 }
    let path = try wav(frame + frame, channels: count)
    let mean = frame.reduce(0, +) / Float(count)
    #expect(try Take(path: path).samples == [mean, mean])
    #expect(
      try Take(path: path, channels: .one(count)).samples == [frame[count - 1], frame[count - 1]])
    let error = #expect(throws: SoundFileError.self) {
      try Take(path: path, channels: .one(count + 1))
    }
    #expect(error?.kind == .noSuchChannel)
  }

  @Test("of two microphones the first is heard, and the second kept with it")
  func pair() throws {
    let path = try wav([1, 2, 3, 4, 5, .nan], channels: 3)
    let take = try Take(path: path, channels: .pair(2, 3))
    #expect(take.samples == [2, 5] && take.second == [3, 0] && !take.file.isCopied)
    let error = #expect(throws: SoundFileError.self) { try Take(path: path, channels: .pair(1, 4)) }
    #expect(error?.kind == .noSuchChannel && error?.reason == "it has no channel 4")
    #expect(try Take(path: path).second == nil)
  }

  @Test("two equal channels are one microphone, and that is reported")
  func copies() throws {
    let take = try Take(path: wav([1, 1, 2, 2], channels: 2), channels: .pair(1, 2))
    #expect(take.samples == [1, 2] && take.second == nil && take.file.isCopied)
    #expect(take.file.notes.contains { $0.contains("one microphone") })
  }

  @Test("keeps the file's rate", arguments: [8_000, 44_100, 192_000])
  func rates(rate: Int) throws {
    let take = try Take(path: wav([Float](repeating: 0, count: rate), rate: rate))
    #expect(take.sampleRateHz == rate && take.file.seconds == 1 && take.samples.count == rate)
  }

  @Test("a rate at which nobody taps is refused", arguments: [4_000, 384_000])
  func strangeRates(rate: Int) throws {
    #expect(try errorKind(wav([0, 0], rate: rate)) == .broken)
  }

  @Test("samples that are no numbers become silence and are counted")
  func notNumbers() throws {
    let take = try Take(path: wav([.nan, 0.5, .infinity, -.infinity, 0.25]))
    #expect(take.samples == [0, 0.5, 0, 0, 0.25])
    #expect(take.file.replacedFrameCount == 3 && take.file.notes.count == 1)
  }

  @Test("silence is a take like any other")
  func silence() throws {
    let take = try Take(path: wav([0, 0, 0]))
    #expect(take.samples == [0, 0, 0] && take.file.notes.isEmpty)
  }

  @Test("whole numbers written as floats are reported")
  func unscaled() throws {
    let note = try #require(Take(path: wav([0, 16_384, -32_768])).file.notes.first)
    #expect(note.contains("32768 times full scale") && note.contains("between -1 and 1"))
  }

  @Test("sound that is loud is a take like any other")
  func loud() throws {
    #expect(try Take(path: wav([0, 4, -3])).file.notes.isEmpty)
  }

  @Test("a file that breaks off is read to its end, and reported")
  func cutOff() throws {
    _ = try wav(Signal.noise(count: 1000))
    let path = folder.write(folder.bytes("take.wav").dropLast(400), to: "cut.wav")
    let take = try Take(path: path)
    #expect(take.samples.count == 900)
    #expect(take.file.isCutOff && take.file.notes.first?.contains("cut off") == true)
  }

  @Test(
    "a file that gets shorter during reading is an error at its end, another is not")
  func shortened() throws {
    let path = try wav(Signal.noise(count: 50_000))
    let file = try TakeFile(path: path)
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 60_000)
    defer { block.deallocate() }
    let whole = try file.reader()
    #expect(whole.read(into: block, second: nil) == 50_000)
    #expect(throws: Never.self) { try whole.checkEnd() }
    let reader = try file.reader()
    #expect(truncate(path, 20_000) == 0)
    let count = reader.read(into: block, second: nil)
    #expect(count < 50_000)
    let error = #expect(throws: SoundFileError.self) { try reader.checkEnd() }
    #expect(error?.description.contains("after \(count) of 50000 frames") == true)
  }

  @Test("a file that is missing, a folder, empty, no sound, or has no frames, is named in one line")
  func unusable() throws {
    #expect(errorKind("\(folder.path)/none.wav") == .missing)
    #expect(errorKind(folder.path) == .unreadable)
    #expect(errorKind(folder.write([], to: "empty.wav")) == .broken)
    #expect(errorKind(folder.write(text: "taps", to: "text.wav")) == .broken)
    #expect(
      errorKind(folder.write((0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7) }, to: "b.wav"))
        == .broken)
    #expect(try errorKind(wav([])) == .broken)  // a header alone
    #expect(errorKind(folder.write(folder.bytes("take.wav").prefix(30), to: "head.wav")) == .broken)
    let error = #expect(throws: SoundFileError.self) { try Take(path: "/none.wav") }
    #expect(
      error?.description
        == "cannot read '/none.wav': No such file or directory; check the path")
  }

  @Test("a file that is longer than the limit of a take is refused at once, and the limit is named")
  func longest() throws {
    let path = "\(folder.path)/long.wav"
    let frames = Limits.takeSeconds * 8000
    try SparseWave.write(frameCount: frames + 1, rateHz: 8000, to: path)
    let error = #expect(throws: SoundFileError.self) { try TakeFile(path: path) }
    #expect(error?.kind == .broken && error?.reason.contains("24 hours") == true)
    try SparseWave.write(frameCount: frames, rateHz: 8000, to: path)
    #expect(throws: Never.self) { try TakeReader(path: path, channels: .mean) }
  }

  @Test(
    "a take that is nearly all a hole, or folded, is refused at once beyond the limit of memory")
  func unfolding() throws {
    let path = "\(folder.path)/hollow.wav"
    try SparseWave.write(
      frameCount: Limits.heldTakeSamples + 1, rateHz: 48_000, to: path, isHollow: true)
    let error = #expect(throws: SoundFileError.self) { try TakeFile(path: path) }
    #expect(error?.reason.contains("\(Limits.takeUnfolding) times its size") == true)
    let silence = [Float](repeating: 0, count: 1 << 20)
    var writer = try SoundFileWriter(
      path: "\(folder.path)/folded.flac", sampleRateHz: 48_000, channelCount: 1)
    try silence.withUnsafeBufferPointer { buffer in
      for _ in 0..<33 { try writer.write(buffer) }
    }
    try writer.finish()
    let folded = #expect(throws: SoundFileError.self) {
      try TakeFile(path: "\(folder.path)/folded.flac")
    }
    #expect(folded?.reason.contains("\(Limits.takeUnfolding) times its size") == true)
  }

  @Test("takes in memory have a limit of their own, and one that just keeps it is kept", .slow)
  func heldLimit() throws {
    let path = "\(folder.path)/held.wav"
    try SparseWave.write(frameCount: Limits.heldTakeSamples, rateHz: 48_000, to: path)
    #expect(try Take(path: path).samples.count == Limits.heldTakeSamples)
    try SparseWave.write(frameCount: Limits.heldTakeSamples + 1, rateHz: 48_000, to: path)
    #expect(try TakeFile(path: path).frameCount == Limits.heldTakeSamples + 1)
    let error = #expect(throws: SoundFileError.self) { try Take(path: path) }
    #expect(error?.reason.contains("\(Limits.heldTakeSamples) samples") == true)
  }
}
