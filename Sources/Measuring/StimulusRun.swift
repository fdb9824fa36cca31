// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import DSP
import Realtime

/// Plays prepared samples at the beginning of a stream and keeps what is heard meanwhile.
///
/// ``audioSide`` belongs to the audio thread, everything else to one other.
public final class StimulusRun: @unchecked Sendable {
  /// Silence before the samples, in which streams settle, in seconds.
  private static let settlingSeconds = 0.3

  /// What was heard, on the clock of the output.
  public struct Heard: Sendable {
    /// In the silence before the samples.
    public let before: [Float]
    /// While the samples were played: as many frames, the first with the first.
    public let during: [Float]
    /// How much faster the output's clock runs than the input's, in millionths.
    public let clockPartsPerMillion: Double
  }

  /// Frames from the beginning of the stream until the samples are played.
  public let frameCount: Int
  /// The end for the audio thread; the run must outlive its use.
  public let audioSide: AudioSide
  private let solo: UnsafeMutablePointer<Solo>

  /// `samples`, left and right, to be played at a sample rate.
  public init(_ samples: [SIMD2<Float>], sampleRateHz: Int) {
    audioSide = AudioSide(
      samples, settlingFrames: Int(Self.settlingSeconds * Double(sampleRateHz)))
    frameCount = audioSide.frameCount
    solo = .allocate(capacity: 1)
  }

  deinit {
    audioSide.deallocate()
    solo.deallocate()
  }

  /// The samples are through.
  public var isDone: Bool { audioSide.hasEnded }

  /// What was heard; nil before the samples are through.
  public var heard: Heard? {
    guard let (samples, clocks) = audioSide.result else { return nil }
    let reader = BandlimitedReader(samples)
    let frames = (0..<frameCount).map {
      reader.value(at: clocks.inputFrame(answeredBy: Double($0)))
    }
    return Heard(
      before: Array(frames[..<audioSide.settlingFrames]),
      during: Array(frames[audioSide.settlingFrames...]),
      clockPartsPerMillion: 1e6 * (clocks.ratio - 1))
  }

  /// A handler that does nothing else, for a loop whose time is `timeline`; the loop keeps the run.
  public func handler(timeline: UnsafePointer<Timeline>) -> BlockHandler {
    solo.initialize(to: Solo(side: audioSide, timeline: timeline))
    return BlockHandler(
      function: { context, input, _, inputFrames, output, outputFrames in
        let solo = context.assumingMemoryBound(to: Solo.self)
        solo.pointee.side.serve(
          input, inputFrames, output, outputFrames, timeline: solo.pointee.timeline.pointee)
      }, context: solo)
  }
}

/// What the audio thread needs of a run that has a loop for itself.
private struct Solo: BitwiseCopyable {
  let side: StimulusRun.AudioSide
  let timeline: UnsafePointer<Timeline>
}
