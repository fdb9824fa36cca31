// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Realtime

/// Keeps what the microphone hears and what is played, both on the timeline of the output: what was heard as frame n
/// is what output frame n answers.
///
/// ``audioSide`` belongs to the audio thread, everything else to one other, which has to ``gather()`` often.
public final class DuplexCapture: @unchecked Sendable {
  /// What may wait to be gathered, in seconds; beyond it blocks are lost, and silent.
  private static let waitSeconds = 4
  /// The shortest block that a device gives.
  private static let leastBlockFrames = 16

  /// What was heard, mono.
  public private(set) var microphone: [Float] = []
  /// What was played, the mean of left and right.
  public private(set) var drums: [Float] = []
  /// The end for the audio thread; the memory must outlive its use.
  public let audioSide: AudioSide
  private let heard: SPSCRing<Float>
  private let played: SPSCRing<Float>
  private let heardBlocks: SPSCRing<Block>
  private let playedBlocks: SPSCRing<Block>
  private var places: [Block] = []

  /// Room for a stream at a sample rate.
  public init(sampleRateHz: Int) {
    let capacity = Self.waitSeconds * sampleRateHz
    heard = SPSCRing(minimumCapacity: capacity)
    played = SPSCRing(minimumCapacity: capacity)
    heardBlocks = SPSCRing(minimumCapacity: capacity / Self.leastBlockFrames)
    playedBlocks = SPSCRing(minimumCapacity: capacity / Self.leastBlockFrames)
    audioSide = AudioSide(ends: .allocate(capacity: 1))
    audioSide.ends.initialize(
      to: Ends(
        heard: heard.producer, played: played.producer, heardBlocks: heardBlocks.producer,
        playedBlocks: playedBlocks.producer))
  }

  deinit {
    audioSide.ends.deinitialize(count: 1)
    audioSide.ends.deallocate()
  }

  /// Takes over what came since the last call.
  public func gather() {
    while let block = heardBlocks.consumer.pop() {
      places.append(block)
      Self.take(block, from: heard.consumer, into: &microphone)
    }
    while let block = playedBlocks.consumer.pop() {
      Self.take(block, from: played.consumer, into: &drums)
    }
    let count = max(microphone.count, drums.count)
    microphone += [Float](repeating: 0, count: count - microphone.count)
    drums += [Float](repeating: 0, count: count - drums.count)
  }

  /// Where in ``microphone`` an input frame lies; nil where it was not kept.
  public func place(ofInputFrame frame: Int) -> Int? {
    let block = places.last { $0.firstFrame <= frame }
    guard let block, frame < block.firstFrame + block.count else { return nil }
    return block.place(frame - block.firstFrame)
  }

  private static func take(
    _ block: Block, from ring: SPSCRing<Float>.Consumer, into samples: inout [Float]
  ) {
    let end = block.place(block.count)
    if samples.count < end { samples += [Float](repeating: 0, count: end - samples.count) }
    for index in 0..<block.count {
      guard let sample = ring.pop() else { return }
      let place = block.place(index)
      if place >= 0 { samples[place] = sample }
    }
  }

  /// A block of one of the streams, and where it belongs.
  fileprivate struct Block: BitwiseCopyable {
    let firstFrame: Int
    let count: Int
    let firstPlace: Double
    let ratio: Double

    func place(_ index: Int) -> Int { Int((firstPlace + ratio * Double(index)).rounded()) }
  }

  fileprivate struct Ends {
    let heard: SPSCRing<Float>.Producer
    let played: SPSCRing<Float>.Producer
    let heardBlocks: SPSCRing<Block>.Producer
    let playedBlocks: SPSCRing<Block>.Producer
  }

  /// The end for the audio thread.
  public struct AudioSide: BitwiseCopyable, @unchecked Sendable {
    fileprivate let ends: UnsafeMutablePointer<Ends>

    /// A block was heard.
    @_noLocks public func hear(
      _ input: UnsafePointer<Float>, frameCount: Int, timeline: Timeline
    ) {
      guard ends.pointee.heard.push(input, count: frameCount) else { return }
      _ = ends.pointee.heardBlocks.push(
        Block(
          firstFrame: timeline.inputFrame, count: frameCount,
          firstPlace: timeline.outputFrame(answering: Double(timeline.inputFrame)),
          ratio: timeline.ratio))
    }

    /// A block of interleaved stereo was played.
    @_noLocks public func play(
      _ output: UnsafePointer<Float>, frameCount: Int, timeline: Timeline
    ) {
      var count = 0
      for frame in 0..<frameCount {
        let mean = 0.5 * (output[2 &* frame] + output[2 &* frame &+ 1])
        count &+= ends.pointee.played.push(mean) ? 1 : 0
      }
      _ = ends.pointee.playedBlocks.push(
        Block(
          firstFrame: timeline.outputFrame, count: count,
          firstPlace: Double(timeline.outputFrame), ratio: 1))
    }
  }
}
