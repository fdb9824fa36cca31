// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Realtime
import Recording

/// Takes down a live performance so that it can be played again bit for bit: what was heard, how the loop went, what the
/// player changed, and the hits.
public protocol PerformanceJournal: AnyObject, Sendable {
  /// The audio thread's end; the journal must outlive its use.
  var audioSide: JournalInput { get }
  /// What records the microphone.
  var microphone: Recorder { get }
  /// The folder in which it lies.
  var path: String { get }
  /// Where the recording of what is played belongs.
  var mixFile: RecordingFile { get }
  /// Makes the folder of a path where that recording is to go on, by the disk's thread.
  var prepare: @Sendable (String) -> Void { get }
  /// Why some of it is no longer kept: what was attempted, why it failed, what to do; nil if all is.
  var fault: String? { get }
  /// Takes down what the player changed, or a note that was played.
  func append(_ entry: JournalEntry)
  /// Keeps a profile that an entry is about to name, by its number; nil for the built-in guess.
  func keep(_ profile: Profile, number: Int?)
  /// Takes down a hit; its frames are those of the loop. Never waits for the disk.
  func append(_ hit: HitLine)
  /// Writes what still waits. Once the audio thread has ended.
  func stop()
  /// Ends it with what came of the playing, and keeps that whatever failed before; then throws the first failure there
  /// was. Why it cannot be played again bit for bit; nil if it can.
  func finish(_ outcome: PerformanceOutcome) throws -> String?
  /// Takes away what was begun, where nothing was played.
  func discard()
}

/// The end of a ``PerformanceJournal`` at which the audio thread writes.
public struct JournalInput: BitwiseCopyable, @unchecked Sendable {
  private let microphone: Recorder.Input
  private let hearsTwo: Bool
  /// Its number in the ``PerformanceHistory``.
  let number: Int
  /// Records what is played; nil if something else does.
  private var mix: Recorder.Input?

  /// What records must outlive its use.
  ///
  /// - Parameters:
  ///   - hearsTwo: `microphone` records two channels, the second of them that of a second microphone.
  ///   - number: Of the journal, see ``JournalStart/number``.
  package init(microphone: Recorder.Input, hearsTwo: Bool, number: Int) {
    (self.microphone, self.hearsTwo, self.number) = (microphone, hearsTwo, number)
  }

  /// The same, recording what is played, too.
  func recording(_ mix: Recorder.Input) -> JournalInput {
    var input = self
    input.mix = mix
    return input
  }

  /// Takes down what a call of the loop played; never waits.
  @_noLocks func append(output: UnsafePointer<Float>, frameCount: Int) {
    mix?.push(output, frameCount: frameCount)
  }

  /// Takes down what a call of the loop heard; never waits.
  @_noLocks func append(
    input: UnsafePointer<Float>, second: UnsafePointer<Float>?, frameCount: Int
  ) {
    if hearsTwo {
      microphone.push(input, second ?? input, frameCount: frameCount)
    } else {
      microphone.push(input, frameCount: frameCount)
    }
  }
}
