// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Glibc
import Recording
import Simulation
import SoundFiles

/// A recording longer than a WAV can declare, as fast as the disk takes it, read back to its last frame.
struct LongRecording {
  private static let byteCount = 5_000_000_000
  private static let blockFrames = 4096
  private static let sampleRateHz = 48_000

  func run(in folder: TemporaryFolder) throws -> Bool {
    let path = "\(folder.path)/long.wav"
    let blockCount = Self.byteCount / (8 * Self.blockFrames)
    let recorder = try Recorder(RecordingFile(path: path), sampleRateHz: Self.sampleRateHz)
    var block = Signal.noise(count: 2 * Self.blockFrames, amplitude: 0.5)
    for number in 0..<blockCount {
      while recorder.waitingSeconds > 6 { usleep(500) }
      block[0] = Float(number)
      recorder.input.push(block, frameCount: Self.blockFrames)
    }
    let status = recorder.finish()
    let isRead = try isReadBack(path, block, blockCount)
    let frameCount = blockCount * Self.blockFrames
    let sox = try Program.start(
      "/bin/sh", ["-c", "sox '\(path)' -t f32 end.raw trim \(frameCount - 1)s"],
      environment: ["PATH": "/usr/bin:/bin"], in: folder
    ).wait()
    let last = folder.bytes("end.raw")
    let isEndRead =
      sox.exitCode == 0 && last == block.suffix(2).withUnsafeBytes { Array($0) }
    print(
      "  a recording of 5 GB, \(status.frameCount) frames, \(status.lostFrameCount) lost: every one \(isRead ? "" : "NOT ")"
        + "read back by libsndfile, the last one \(isEndRead ? "" : "NOT ")by sox")
    unlink(path)
    return verdict("5 GB are read back", isRead && isEndRead && status.frameCount == frameCount)
  }

  private func isReadBack(_ path: String, _ block: [Float], _ blockCount: Int) throws -> Bool {
    var reader = try SoundFileReader(path: path)
    guard reader.frameCount == blockCount * Self.blockFrames else { return false }
    var expected = block
    var read = block
    for number in 0..<blockCount {
      var span = read.mutableSpan
      expected[0] = Float(number)
      guard try reader.read(into: &span) == Self.blockFrames, read == expected else { return false }
    }
    return true
  }
}
