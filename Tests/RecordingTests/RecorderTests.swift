// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import Realtime
import Simulation
import SoundFiles
import TestSupport
import Testing

@testable import Recording

@Suite(.simulated) struct RecorderTests {
  let folder = TemporaryFolder()
  var path: String { "\(folder.path)/session.wav" }

  private func push(_ samples: [Float], into recorder: Recorder, blockFrames: Int) {
    samples.withUnsafeBufferPointer { buffer in
      guard let first = buffer.baseAddress else { return }
      for sample in stride(from: 0, to: buffer.count, by: 2 * blockFrames) {
        let count = min(2 * blockFrames, buffer.count - sample)
        recorder.input.push(first + sample, frameCount: count / 2)
      }
    }
  }

  @Test(
    "the file holds the pushed frames, bit for bit, at any block size", arguments: [1, 64, 441])
  func content(blockFrames: Int) throws {
    let played = Signal.noise(count: 2 * 30_000)
    let recorder = try Recorder(RecordingFile(path: path), sampleRateHz: 48_000)
    push(played, into: recorder, blockFrames: blockFrames)
    let status = recorder.finish()
    #expect(status == RecordingStatus(frameCount: 30_000, lostFrameCount: 0))
    #expect(try StereoFile.samples(path) == played)
    #expect(recorder.finish() == status)
  }

  @Test("what ends while it sounds fades in its last 5 ms, all else stays bit for bit")
  func fadingEnd() throws {
    let played = [Float](repeating: 0.5, count: 2 * 9600)
    let recorder = try Recorder(RecordingFile(path: path), sampleRateHz: 48_000, fadesOut: true)
    push(played, into: recorder, blockFrames: 441)
    #expect(recorder.finish() == RecordingStatus(frameCount: 9600, lostFrameCount: 0))
    let written = try StereoFile.samples(path)
    #expect(written.count == played.count)
    #expect(written[..<(2 * 9360)].allSatisfy { $0 == 0.5 })
    let end = stride(from: 2 * 9360, to: written.count, by: 2).map { written[$0] }
    #expect(zip(end, end.dropFirst()).allSatisfy { $0 > $1 } && end.last == 0)
    #expect(abs(end[119] - 0.25) < 0.001)
  }

  @Test("a recording shorter than its fade ends in silence, too")
  func shortFade() throws {
    let recorder = try Recorder(RecordingFile(path: path), sampleRateHz: 48_000, fadesOut: true)
    push([Float](repeating: 0.5, count: 20), into: recorder, blockFrames: 10)
    #expect(recorder.finish().frameCount == 10)
    #expect(try StereoFile.samples(path).last == 0)
  }

  @Test("limited sound is written as loud as possible, aligned with the live limiter's output")
  func limiting() throws {
    let recorder = try Recorder(RecordingFile(path: path), sampleRateHz: 48_000, limits: true)
    var frames = [Float](repeating: 0, count: 2 * 9600)
    frames[2 * 1000] = 0.25
    for frame in 4000..<4480 { frames[2 * frame] = 3 * sin(0.1 * Float(frame)) }
    push(frames, into: recorder, blockFrames: 441)
    #expect(recorder.finish().frameCount == 9600)
    let written = try StereoFile.samples(path)
    let left = (0..<9600).map { written[2 * $0] }
    let highest = left[..<2000].indices.max { abs(left[$0]) < abs(left[$1]) }
    #expect(highest == 1000 + SoftLimiter.latencyFrames)
    let most = left.map(abs).max() ?? 0
    #expect(most <= 0.892 && most > 0.8)
  }

  @Test("when the process is killed, all but the last half second is in a whole file")
  func killed() async throws {
    let path = path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      // The world of the suite is not that of another process.
      try World().run {
        let recorder = try Recorder(RecordingFile(path: path), sampleRateHz: 48_000)
        let block = [Float](repeating: 0.5, count: 2 * 480)
        for _ in 0..<300 {
          recorder.input.push(block, frameCount: 480)
          MonotonicClock.sleep(microseconds: 10_000)
        }
        // A recorder that is released finishes its file.
        withExtendedLifetime(recorder) { _ = raise(SIGKILL) }
      }
    }
    #expect(try StereoFile.samples(path).allSatisfy { $0 == 0.5 })
    // Flam also reads sound after the end in the header; other programs do not.
    let bytes = folder.bytes("session.wav")
    let size = try #require(bytes.firstRange(of: Array("data".utf8))).upperBound
    let byteCount = bytes[size..<size + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(byteCount / 8 >= 144_000 - 24_000)
  }

  @Test("a disk that fails ends the recording, not the playing, and is reported with its reason")
  func failure() async {
    let path = path
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 1 << 18, rlim_max: 1 << 18)
      setrlimit(__rlimit_resource_t(1), &limit)  // RLIMIT_FSIZE
      try World().run {
        let recorder = try Recorder(RecordingFile(path: path), sampleRateHz: 48_000)
        let block = [Float](repeating: 0.5, count: 2 * 48_000)
        recorder.input.push(block, frameCount: 48_000)
        precondition(eventually { recorder.status.failure != nil })
        for _ in 0..<20 { recorder.input.push(block, frameCount: 48_000) }
        let status = recorder.finish()
        precondition(status.failure?.kind == .interrupted)
        precondition(status.failure?.reason.contains("File too large") == true)
        let saved = try StereoFile.samples(path)
        precondition(saved.count >= 60_000 && saved.allSatisfy { $0 == 0.5 })
      }
    }
  }

  @Test(
    "an existing file is not overwritten, and a place that takes no file is refused before playing"
  )
  func refusal() throws {
    folder.write(text: "precious", to: "session.wav")
    let exists = #expect(throws: SoundFileError.self) {
      try Recorder(RecordingFile(path: path), sampleRateHz: 48_000)
    }
    #expect(exists?.kind == .exists && folder.bytes("session.wav") == [UInt8]("precious".utf8))
    let nowhere = #expect(throws: SoundFileError.self) {
      try Recorder(RecordingFile(path: "/proc/session.wav"), sampleRateHz: 48_000)
    }
    #expect(nowhere?.kind == .cannotCreate)
    #expect(throws: SoundFileError.self) {
      try Recorder(RecordingFile(path: "/dev/full"), sampleRateHz: 48_000, isOverwriting: true)
    }
    _ = try Recorder(RecordingFile(path: path), sampleRateHz: 48_000, isOverwriting: true)
  }
}
