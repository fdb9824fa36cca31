// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Realtime

extension Performance {
  /// The instrument as the audio thread holds it.
  public struct AudioSide: BitwiseCopyable, @unchecked Sendable {
    let instrument: UnsafeMutablePointer<Instrument>

    /// Other drums that had come by the last block that was played, those that still waited among them.
    package var arrivedDrumsCount: Int { @_noLocks get { instrument.pointee.arrivedDrumsCount } }

    /// Some of these still wait.
    package var isDrumWaiting: Bool { @_noLocks get { instrument.pointee.isDrumWaiting } }

    /// The next block, both sides on one clock: `output` has room for two samples for each of `input`.
    @_noLocks public func process(
      _ input: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
      hear(input, frameCount: frameCount, timeline: Timeline())
      play(into: output, frameCount: frameCount)
    }

    /// Hears a block of a clock of its own; `timeline` relates it to the output.
    ///
    /// - Parameter second: What a second microphone heard at the same time; nil if there is none.
    @_noLocks public func hear(
      _ input: UnsafePointer<Float>, second: UnsafePointer<Float>? = nil, frameCount: Int,
      timeline: Timeline
    ) {
      instrument.pointee.timeline = timeline
      instrument.pointee.hear(
        UnsafeBufferPointer(start: input, count: frameCount).span, second: second)
    }

    /// Hears a block for the microphone along with the drums only; see ``Instrument/Instrument``.
    @_noLocks package func monitorInput(
      _ input: UnsafePointer<Float>, frameCount: Int, timeline: Timeline, returnDecibels: Float?
    ) {
      instrument.pointee.timeline = timeline
      instrument.pointee.monitorInput(
        UnsafeBufferPointer(start: input, count: frameCount).span, returnDecibels: returnDecibels)
    }

    /// Strikes a sound, by its place in ``Performance/sounds``, without hearing it; see ``Instrument/Instrument``.
    @_noLocks package func strike(
      sound: Int, velocity: Float, hit: Int, atFrame frame: Int, known: VoiceEvent?,
      before later: VoiceEvent?
    ) {
      instrument.pointee.strike(
        sound: sound, velocity: velocity, hit: hit, atFrame: frame, known: known, before: later)
    }

    /// Plays a turn of a stroke once more; see ``Instrument/Instrument``.
    @_noLocks package func play(again played: VoiceEvent) {
      instrument.pointee.play(again: played)
    }

    /// Plays a block of a clock of its own; `unlimited` receives it as it was before the limiter, `stems`
    /// the parts of that.
    @_noLocks public func play(
      into output: UnsafeMutablePointer<Float>, frameCount: Int,
      unlimited: UnsafeMutablePointer<Float>? = nil, stems: StemBuffers? = nil
    ) {
      var played = UnsafeMutableBufferPointer(start: output, count: 2 * frameCount).mutableSpan
      instrument.pointee.play(into: &played, unlimited: unlimited, stems: stems)
    }
  }
}
