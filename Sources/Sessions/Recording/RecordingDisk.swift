// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import DSP
import Realtime

/// How a recording goes.
public struct RecordingStatus: Sendable, Equatable {
  /// Frames in the file, silence for lost ones included: as long as the playing.
  public var frameCount = 0
  /// Frames that the disk was too slow for; silence stands in their place.
  public var lostFrameCount = 0
  /// Why writing ended early; nil as long as it goes on.
  public var failure: SoundFileError?
}

/// The disk's side of a recording: writes what has arrived.
struct RecordingDisk: ~Copyable {
  private(set) var status = RecordingStatus()
  private var writer: SoundFileWriter
  private var limiter: LookAheadLimiter?
  /// Frames that the limiter is later than the live one: left out at the beginning, fetched at the end.
  private let lateFrames: Int
  private var skippedFrames = 0
  private let samples: SPSCRing<Float>.Consumer
  private let gaps: SPSCRing<RecordingGap>.Consumer
  private var nextGap: RecordingGap?
  private var takenFrames = 0
  private var committedFrames = 0
  private var block: [Float]

  private static let framesPerBlock = 4096

  init(
    writer: consuming SoundFileWriter, limiter: LookAheadLimiter? = nil,
    samples: SPSCRing<Float>.Consumer,
    gaps: SPSCRing<RecordingGap>.Consumer
  ) {
    self.limiter = limiter
    lateFrames = limiter.map { $0.latencyFrames - SoftLimiter.latencyFrames } ?? 0
    block = [Float](repeating: 0, count: Self.framesPerBlock * writer.channelCount)
    self.writer = writer
    self.samples = samples
    self.gaps = gaps
  }

  /// Writes all that waits; brings the header up to date twice a second of sound.
  mutating func drain() {
    // Counted first: gaps that lie before these frames have been told by now.
    var waitingFrames = samples.count / writer.channelCount
    while true {
      nextGap = nextGap ?? gaps.pop()
      if let gap = nextGap, gap.position == takenFrames {
        writeSilence(frameCount: gap.frameCount)
        nextGap = nil
        continue
      }
      let frameCount = min(
        waitingFrames, Self.framesPerBlock, (nextGap?.position ?? .max) - takenFrames)
      guard frameCount > 0 else { break }
      _ = samples.pop(into: &block, count: frameCount * writer.channelCount)
      takenFrames += frameCount
      waitingFrames -= frameCount
      write(frameCount: frameCount)
    }
    if status.frameCount - committedFrames >= writer.sampleRateHz / 2 { commit() }
  }

  /// Writes what still waits, and the loss of `untoldFrames` after it, and makes the file whole.
  mutating func finish(untoldFrames: Int) {
    drain()
    writeSilence(frameCount: untoldFrames)
    writeZeros(frameCount: lateFrames)
    commit()
  }

  private mutating func writeSilence(frameCount: Int) {
    writeZeros(frameCount: frameCount)
    status.lostFrameCount += frameCount
  }

  private mutating func writeZeros(frameCount: Int) {
    var remaining = frameCount
    while remaining > 0 {
      for index in block.indices { block[index] = 0 }
      let count = min(remaining, Self.framesPerBlock)
      write(frameCount: count)
      remaining -= count
    }
  }

  /// Limits the beginning of the block; how many of its frames are too early to be written.
  private mutating func limit(frameCount: Int) -> Int {
    guard var running = limiter.take() else { return 0 }
    let sampleCount = frameCount * writer.channelCount
    var span = block.mutableSpan
    var samples = span._mutatingExtracting(0..<sampleCount)
    running.process(&samples)
    limiter = running
    let skipped = min(frameCount, lateFrames - skippedFrames)
    skippedFrames += skipped
    return skipped
  }

  /// Writes the beginning of the block. After a failure the frames are taken all the same, and forgotten.
  private mutating func write(frameCount: Int) {
    let skipped = limit(frameCount: frameCount)
    guard status.failure == nil else { return }
    do throws(SoundFileError) {
      try block.withUnsafeBufferPointer { (buffer) throws(SoundFileError) in
        let samples = skipped * writer.channelCount..<frameCount * writer.channelCount
        try writer.write(UnsafeBufferPointer(rebasing: buffer[samples]))
      }
    } catch {
      status.failure = error
    }
    status.frameCount = writer.frameCount
  }

  private mutating func commit() {
    guard status.failure == nil else { return }
    do { try writer.commit() } catch { status.failure = error }
    committedFrames = status.frameCount
  }
}
