// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Realtime

extension Performance {
  /// The audio thread's view of the instrument.
  public struct AudioSide: BitwiseCopyable, @unchecked Sendable {
    let instrument: UnsafeMutablePointer<Instrument>

    /// Other drums that had arrived by the last block, including those that still waited.
    package var arrivedDrumsCount: Int { @_noLocks get { instrument.pointee.arrivedDrumsCount } }

    /// Some of these still wait.
    package var isDrumWaiting: Bool { @_noLocks get { instrument.pointee.isDrumWaiting } }

    /// The next block, with both sides on one clock: `output` has room for two samples for each of
    /// `input`.
    @_noLocks public func process(
      _ input: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
      hear(input, frameCount: frameCount, timeline: Timeline())
      play(into: output, frameCount: frameCount)
    }

    /// Hears a block on its own clock; `timeline` relates it to the output.
    ///
    /// - Parameter second: The second microphone's input at the same time; nil for none.
    @_noLocks public func hear(
      _ input: UnsafePointer<Float>, second: UnsafePointer<Float>? = nil, frameCount: Int,
      timeline: Timeline
    ) {
      instrument.pointee.timeline = timeline
      instrument.pointee.hear(
        UnsafeBufferPointer(start: input, count: frameCount).span, second: second)
    }

    /// Hears a block only for the microphone along with the drums; see ``Instrument/Instrument``.
    @_noLocks package func monitorInput(
      _ input: UnsafePointer<Float>, frameCount: Int, timeline: Timeline, returnDecibels: Float?
    ) {
      instrument.pointee.timeline = timeline
      instrument.pointee.monitorInput(
        UnsafeBufferPointer(start: input, count: frameCount).span, returnDecibels: returnDecibels)
    }

    /// Strikes a sound by its place in ``Performance/sounds``, without hearing it; see
    /// ``Instrument/Instrument``.
    @_noLocks package func strike(
      sound: Int, velocity: Float, hit: Int, atFrame frame: Int, known: VoiceEvent?,
      heard: NoteOn?, before later: VoiceEvent?
    ) {
      instrument.pointee.strike(
        sound: sound, velocity: velocity, hit: hit, atFrame: frame, known: known, heard: heard,
        before: later)
    }

    /// Plays an event of a stroke again; see ``Instrument/Instrument``.
    @_noLocks package func play(again played: VoiceEvent) {
      instrument.pointee.play(again: played)
    }

    /// Plays a block on its own clock; `unlimited` receives it before the limiter, `stems` its
    /// parts.
    @_noLocks public func play(
      into output: UnsafeMutablePointer<Float>, frameCount: Int,
      unlimited: UnsafeMutablePointer<Float>? = nil, stems: StemBuffers? = nil
    ) {
      var played = UnsafeMutableBufferPointer(start: output, count: 2 * frameCount).mutableSpan
      instrument.pointee.play(into: &played, unlimited: unlimited, stems: stems)
    }
  }
}
