// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Realtime
import Storage

/// The disk's side of a recording: writes arrived frames, each track into its file.
struct RecordingDisk: ~Copyable {
  private let tracks: [RecordingTrack]
  private let channelCount: Int
  private let sampleRateHz: Int
  private var limiter: RecordingLimiter?
  private let samples: SPSCRing<Float>.Consumer
  private let gaps: SPSCRing<RecordingGap>.Consumer
  private let space: FreeSpace.Reading?
  private var shortage: String?
  private var nextGap: RecordingGap?
  private var takenFrames = 0
  private var lostFrames = 0
  private var uncommittedFrames = 0
  private var committedFrames = 0
  private var block: [Float]
  private var trackBlock: [Float]
  /// The moves of the tracks, in order.
  private var moves: [RecordingMove] = []
  private var failures: [RecordingFailure] = []

  private static let framesPerBlock = 4096

  /// - Parameters:
  ///   - tracks: Whose channels follow each other in a frame.
  ///   - limiter: Of the first track.
  ///   - space: Reads the free space at a path; nil if nobody asks for it.
  init(
    tracks: [RecordingTrack], sampleRateHz: Int, limiter: RecordingLimiter? = nil,
    space: FreeSpace.Reading? = nil,
    samples: SPSCRing<Float>.Consumer, gaps: SPSCRing<RecordingGap>.Consumer
  ) {
    self.tracks = tracks
    self.space = space
    self.sampleRateHz = sampleRateHz
    self.limiter = limiter
    channelCount = tracks.reduce(0) { $0 + $1.channelCount }
    block = [Float](repeating: 0, count: Self.framesPerBlock * channelCount)
    trackBlock = block
    self.samples = samples
    self.gaps = gaps
  }

  /// How it goes.
  var status: RecordingStatus {
    RecordingStatus(
      frameCount: tracks.first?.frameCount ?? 0, lostFrameCount: lostFrames, moves: moves,
      failures: failures, shortage: shortage)
  }

  /// Writes all that waits; brings headers up to date twice a second of sound.
  mutating func drain() {
    // Counted first: gaps before these frames have already been reported.
    var waitingFrames = samples.count / channelCount
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
      _ = samples.pop(into: &block, count: frameCount * channelCount)
      takenFrames += frameCount
      waitingFrames -= frameCount
      write(frameCount: frameCount, trackCount: tracks.count)
      if uncommittedFrames >= sampleRateHz / 2 { commit() }
    }
    // The first sound is safe at once.
    if uncommittedFrames > committedFrames { commit() }
  }

  /// Writes everything that still waits, and the loss of `untoldFrames` after it, and completes the
  /// files.
  mutating func finish(unreportedFrames: Int) {
    drain()
    writeSilence(frameCount: unreportedFrames)
    writeZeros(frameCount: limiter?.lateFrames ?? 0, isLimiterOnly: true)
    onEach { $0.finish() }
  }

  /// Does something with each track, one after the other, and keeps the moves.
  private mutating func onEach(_ body: (RecordingTrack) -> Void) {
    for track in tracks { on(track) { body(track) } }
  }

  private mutating func on(_ track: RecordingTrack, _ body: () -> Void) {
    let (moveCount, hadFailed) = (track.moves.count, track.failure != nil)
    body()
    moves += track.moves.dropFirst(moveCount)
    if !hadFailed, let failure = track.failure { failures.append(failure) }
  }

  private mutating func writeSilence(frameCount: Int) {
    writeZeros(frameCount: frameCount)
    lostFrames += frameCount
  }

  private mutating func writeZeros(frameCount: Int, isLimiterOnly: Bool = false) {
    var remaining = frameCount
    while remaining > 0 {
      for index in block.indices { block[index] = 0 }
      let count = min(remaining, Self.framesPerBlock)
      write(frameCount: count, trackCount: isLimiterOnly ? 1 : tracks.count)
      remaining -= count
    }
  }

  /// Writes the beginning of the block, to each of the first tracks its channels.
  private mutating func write(frameCount: Int, trackCount: Int) {
    var first = 0
    for (index, track) in tracks.prefix(trackCount).enumerated() {
      let width = track.channelCount
      for frame in 0..<frameCount {
        for channel in 0..<width {
          trackBlock[frame * width + channel] = block[frame * channelCount + first + channel]
        }
      }
      first += width
      let skipped = index == 0 ? limit(sampleCount: frameCount * width) : 0
      trackBlock.withUnsafeBufferPointer { buffer in
        on(track) {
          track.write(UnsafeBufferPointer(rebasing: buffer[skipped * width..<frameCount * width]))
        }
      }
    }
    uncommittedFrames += frameCount
  }

  /// Limits the beginning of the track's block; how many of its frames are too early to be written.
  private mutating func limit(sampleCount: Int) -> Int {
    guard var running = limiter.take() else { return 0 }
    var span = trackBlock.mutableSpan
    var samples = span._mutatingExtracting(0..<sampleCount)
    let skipped = running.process(&samples)
    limiter = running
    return skipped
  }

  private mutating func commit() {
    onEach { $0.commit() }
    shortage = tracks.first.flatMap { space?($0.path) }?.shortage
    committedFrames += uncommittedFrames
    uncommittedFrames = 0
  }
}
