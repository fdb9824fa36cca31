// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Realtime
import Simulation
import SoundFiles
import TestSupport
import Testing

@testable import Recording

/// Disks that fill, stand still, or go away while they are recorded to.
@Suite(.simulated) struct RecordingFailureTests {
  let folder = TemporaryFolder()

  /// Makes the process unable to write files of more bytes; a write beyond fails instead of ending it.
  private static func limitFileSize(_ byteCount: UInt) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: byteCount, rlim_max: rlim_t.max)
    setrlimit(__rlimit_resource_t(1), &limit)  // RLIMIT_FSIZE
  }

  /// Noise in steps of 20 bits, which no format makes small: lost or doubled frames show.
  private static func numbered(_ range: Range<Int>) -> [Float] {
    Signal.noise(count: 2 * range.upperBound, amplitude: 0.4)[(2 * range.lowerBound)...]
      .map { ($0 * 524_288).rounded() / 524_288 }
  }

  /// All samples of a file, at the precision of 24 bits.
  private static func read(_ path: String) throws -> [Float] {
    var reader = try SoundFileReader(path: path)
    var samples = [Float](repeating: 0, count: 2 * reader.frameCount)
    var span = samples.mutableSpan
    let count = try reader.read(into: &span)
    return samples.prefix(2 * count).map { ($0 * 524_288).rounded() / 524_288 }
  }

  @Test(
    "when a place fails the recording goes on in the other one: no frame is missing or twice there",
    .slow,
    arguments: ["wav", "flac"])
  func other(ending: String) async throws {
    let path = folder.path
    await #expect(processExitsWith: .success) {
      [path = path as String, ending = ending as String] in
      let other = "\(path)/there.\(ending)"
      let recorder = try Recorder(
        RecordingFile(path: "\(path)/here.\(ending)", elsePath: other, encoding: .pcm24),
        sampleRateHz: 48_000)
      let sound = RecordingFailureTests.numbered(0..<480_000)
      func push(_ range: Range<Int>) {
        sound.withUnsafeBufferPointer { buffer in
          guard let first = buffer.baseAddress else { return }
          for frame in stride(from: range.lowerBound, to: range.upperBound, by: 480) {
            recorder.input.push(first + 2 * frame, frameCount: 480)
          }
        }
      }
      RecordingFailureTests.limitFileSize(1 << 19)
      push(0..<144_000)
      _ = eventually { !recorder.status.moves.isEmpty }
      RecordingFailureTests.limitFileSize(1 << 30)
      push(144_000..<480_000)
      let status = recorder.finish()
      precondition(status.failure == nil && status.frameCount == 480_000)
      precondition(status.moves[0].path == other)
      precondition(status.moves[0].failure.reason.contains("File too large"))
      let first = try RecordingFailureTests.read("\(path)/here.\(ending)")
      precondition(first.count == 2 * status.moves[0].frameCount && first.count > 2 * 40_000)
      let second = try RecordingFailureTests.read(other)
      precondition(first + second == sound)
    }
  }

  @Test("if the other place fails, too, all up to then is whole in both")
  func bothFail() async throws {
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      let recorder = try Recorder(
        RecordingFile(path: "\(path)/here.wav", elsePath: "\(path)/there.wav"),
        sampleRateHz: 48_000)
      let sound = RecordingFailureTests.numbered(0..<240_000)
      RecordingFailureTests.limitFileSize(1 << 19)
      recorder.input.push(sound, frameCount: 240_000)
      _ = eventually { recorder.status.failure != nil }
      let status = recorder.finish()
      let both =
        try RecordingFailureTests.read("\(path)/here.wav")
        + RecordingFailureTests.read("\(path)/there.wav")
      precondition(both.count > 200_000 && both[...] == sound.prefix(both.count))
      precondition(status.frameCount == both.count / 2)
    }
  }

  @Test(
    "a removed recording goes on in the other place, and its removed part is there, too")
  func removed() throws {
    let (here, there) = ("\(folder.path)/here.wav", "\(folder.path)/there.wav")
    let track = try RecordingTrack(
      RecordingFile(path: here, elsePath: there), sampleRateHz: 48_000, isOverwriting: false)
    let sound = Self.numbered(0..<30_000)
    func write(_ range: Range<Int>) {
      sound.withUnsafeBufferPointer {
        track.write(
          UnsafeBufferPointer(rebasing: $0[2 * range.lowerBound..<2 * range.upperBound]))
      }
    }
    write(0..<10_000)
    track.commit()
    unlink(here)
    write(10_000..<20_000)
    track.commit()
    write(20_000..<30_000)
    track.finish()
    let move = try #require(track.moves.first)
    #expect(move.frameCount == 10_000 && move.failure.reason.contains("removed"))
    #expect(move.rescue?.state == .safe(path: "\(folder.path)/there-before.wav"))
    #expect(try Self.read("\(folder.path)/there-before.wav") + Self.read(there) == sound)
  }

  @Test("a disk that stands still for ten seconds loses nothing, and is known to stand still")
  func stall() throws {
    let (isStill, gate) = (Semaphore(), Semaphore())
    let path = "\(folder.path)/a.wav"
    let recorder = try Recorder(
      RecordingFile(path: path), sampleRateHz: 8000,
      alongside: {
        isStill.signal()
        gate.wait()
      })
    isStill.wait()
    let sound = Self.numbered(0..<80_000)
    recorder.input.push(sound, frameCount: 80_000)
    #expect(recorder.waitingSeconds == 10 && recorder.status.lostFrameCount == 0)
    #expect(recorder.roomSeconds == Double((1 << 18) / 2) / 8000)
    for _ in 0..<100 { gate.signal() }
    #expect(recorder.finish().lostFrameCount == 0)
    #expect(try Self.read(path) == sound)
  }
}
