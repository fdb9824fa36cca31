// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Realtime
import Recording

/// Writes down a live performance so that it can be played again bit for bit: its input, the calls
/// of the loop, the player's changes, and the hits.
public protocol PerformanceJournal: AnyObject, Sendable {
  /// The audio thread's end; the journal must outlive its use.
  var audioSide: JournalInput { get }
  /// Records the microphone.
  var microphone: Recorder { get }
  /// Its folder.
  var path: String { get }
  /// The file for the mix.
  var mixFile: RecordingFile { get }
  /// Makes the folder of a path where that recording continues, on the disk's thread.
  var prepare: @Sendable (String) -> Void { get }
  /// Why some of it is no longer kept: what was attempted, why it failed, and the remedy; nil if
  /// all is kept.
  var fault: String? { get }
  /// Writes down a player's change, or a note.
  func append(_ entry: JournalEntry)
  /// Keeps a profile by its number, nil for the built-in guess; an entry that names it follows.
  func keep(_ profile: Profile, number: Int?)
  /// Writes down a hit; its frames are those of the loop. Never waits for the disk.
  func append(_ hit: HitLine)
  /// Writes everything that still waits. Once the audio thread has ended.
  func stop()
  /// Ends it with the outcome of the playing, which is kept despite earlier failures; then throws
  /// the first failure. Returns why it cannot be played again bit for bit; nil if it can.
  func finish(_ outcome: PerformanceOutcome) throws -> String?
  /// Removes its files, if nothing was played.
  func discard()
}

/// The end of a ``PerformanceJournal`` at which the audio thread writes.
public struct JournalInput: BitwiseCopyable, @unchecked Sendable {
  private let microphone: Recorder.Input
  private let hearsTwo: Bool
  /// Its number in the ``PerformanceHistory``.
  let number: Int
  /// Records the output; nil if another recorder does.
  private var mix: Recorder.Input?

  /// The recorders must outlive its use.
  ///
  /// - Parameters:
  ///   - hearsTwo: `microphone` records two channels, the second for the second microphone.
  ///   - number: Of the journal, see ``JournalStart/number``.
  package init(microphone: Recorder.Input, hearsTwo: Bool, number: Int) {
    (self.microphone, self.hearsTwo, self.number) = (microphone, hearsTwo, number)
  }

  /// The same, also recording the mix.
  func recording(_ mix: Recorder.Input) -> JournalInput {
    var input = self
    input.mix = mix
    return input
  }

  /// Writes down the output of a loop call; never waits.
  @_noLocks func append(output: UnsafePointer<Float>, frameCount: Int) {
    mix?.push(output, frameCount: frameCount)
  }

  /// Writes down the input of a loop call; never waits.
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
