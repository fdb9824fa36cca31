// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Plays the sweep of an ``EchoProbe`` at the beginning of a stream and keeps what is heard of it.
///
/// In the stream in which drums are played afterwards: what buffers add to their way back is then measured with it.
/// ``audioSide`` belongs to the audio thread, everything else to one other.
public final class EchoSweep: Sendable {
  /// Frames from the beginning of the stream until the sweep is done.
  public var frameCount: Int { run.frameCount }
  /// The end for the audio thread; the sweep must outlive its use.
  public var audioSide: StimulusRun.AudioSide { run.audioSide }
  private let probe: EchoProbe
  private let run: StimulusRun

  /// A sweep to be played at a sample rate.
  public init(sampleRateHz: Int) {
    probe = EchoProbe(sampleRateHz: Float(sampleRateHz))
    run = StimulusRun(probe.samples, sampleRateHz: sampleRateHz)
  }

  /// How the sweep returns; nil before it is done.
  public var path: EchoPath? { run.heard.map { probe.path(heard: $0.during) } }
}
