// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Simulation
import TestSupport
import Testing

@testable import Recording

@Suite struct RecordingQueueTests {
  let folder = TemporaryFolder()
  var path: String { "\(folder.path)/a.wav" }

  @Test("silence as long as the loss fills the place of frames that found no room, each time")
  func gaps() throws {
    let samples = SPSCRing<Float>(minimumCapacity: 8)
    let gaps = SPSCRing<RecordingGap>(minimumCapacity: 2)
    var queue = RecordingQueue(samples: samples.producer, gaps: gaps.producer, channelCount: 2)
    var disk = try RecordingDisk(
      tracks: [
        RecordingTrack(RecordingFile(path: path), sampleRateHz: 48_000, isOverwriting: false)
      ], sampleRateHz: 48_000,
      samples: samples.consumer, gaps: gaps.consumer)
    var expected: [Float] = []
    for frame in 1...40 {
      queue.push([Float(frame), Float(-frame)], frameCount: 1)
      let isLost = (frame - 1) % 10 >= 4  // the ring holds four frames and is emptied every ten
      expected += isLost ? [0, 0] : [Float(frame), Float(-frame)]
      if frame % 10 == 0 { disk.drain() }
    }
    disk.finish(unreportedFrames: queue.unreportedFrames)
    #expect(try StereoFile.samples(path) == expected)
    #expect(disk.status == RecordingStatus(frameCount: 40, lostFrameCount: 24))
  }

  @Test("the header is brought up to date at least once a second of sound")
  func commits() throws {
    let samples = SPSCRing<Float>(minimumCapacity: 8192)
    let gaps = SPSCRing<RecordingGap>(minimumCapacity: 2)
    var queue = RecordingQueue(samples: samples.producer, gaps: gaps.producer, channelCount: 2)
    var disk = try RecordingDisk(
      tracks: [
        RecordingTrack(RecordingFile(path: path), sampleRateHz: 8_000, isOverwriting: false)
      ], sampleRateHz: 8_000,
      samples: samples.consumer, gaps: gaps.consumer)
    for block in 1...300 {
      queue.push([Float](repeating: 0.5, count: 160), frameCount: 80)
      disk.drain()
      let bytes = folder.bytes("a.wav")
      let dataBytes = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } - bytes.count
      #expect(dataBytes > -8 * 8_000 && bytes.count >= 80 * block * 8)
    }
    disk.finish(unreportedFrames: 0)
  }
}
