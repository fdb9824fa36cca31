// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Recording
import SoundFiles
import Storage
import Synchronization

/// A recording that begins and ends while the drums play, in addition to any other.
final class ExtraRecording {
  /// A file that a thread of its own closes.
  private final class Closing: Sendable {
    let recorder: Recorder
    let isDone = Atomic(false)

    init(_ recorder: Recorder) { self.recorder = recorder }

    func run() {
      recorder.finish()
      isDone.store(true, ordering: .releasing)
    }
  }

  /// Brings it to the audio thread.
  let handover = Handover<Recorder.Input>()
  private let space: FreeSpace.Reading
  private var recorder: Recorder?
  private var length = RecordingLength(mostSeconds: nil)
  /// The audio thread may still use them.
  private var leaving: [Recorder] = []
  private var closings: [Closing] = []

  /// Records to disks of which `space` reads what is free.
  init(_ space: @escaping FreeSpace.Reading) { self.space = space }

  /// Something is being recorded.
  var isRecording: Bool { recorder != nil }

  /// All that are not closed yet.
  var recorders: [Recorder] {
    [recorder].compactMap(\.self) + leaving + closings.map(\.recorder)
  }

  /// Begins to record to a new file.
  ///
  /// - Parameter mostSeconds: When it ends by itself; nil for never.
  func begin(
    _ path: String, sampleRateHz: Int, mostSeconds: Double? = nil
  ) throws(EngineError) -> Recorder {
    let operation = "record to '\(path)'"
    if let open = recorder {
      throw EngineError(
        operation, reason: "'\(open.path)' is being recorded", advice: "end that first")
    }
    guard recorders.count < Limits.openRecordings else {
      throw EngineError(
        operation, reason: "\(recorders.count) recordings are still being written to the disk",
        advice: "wait a moment")
    }
    try EngineError.checkSpace(operation, at: path, space)
    do throws(SoundFileError) {
      let made = try Recorder(
        RecordingFile(path: path), sampleRateHz: sampleRateHz, fadesOut: true, space: space)
      (recorder, length) = (made, RecordingLength(mostSeconds: mostSeconds))
      handover.give(made.input)
      return made
    } catch {
      let advice = error.kind == .exists ? "give another name" : error.advice.description
      throw EngineError(operation, reason: error.reason, advice: advice)
    }
  }

  /// Ends it; the file is closed once the audio thread has let go of it.
  func end() {
    if let recorder { leaving.append(recorder) }
    recorder = nil
    handover.give(nil)
  }

  /// Ends it if it cannot or may not go on. Returns what it was, and why if its own reports do not
  /// say so.
  func endIfOver() -> (ended: Recorder, reason: String?)? {
    guard let recorder else { return nil }
    let reason = length.reasonToEnd(recorder)
    guard reason != nil || recorder.status.failure != nil else { return nil }
    end()
    return (recorder, reason)
  }

  /// Closes what can be closed; returns a recording that was closed since the last call.
  func newlyClosed() -> Recorder? {
    if !leaving.isEmpty, handover.isTaken {
      for ended in leaving {
        let closing = Closing(ended)
        closings.append(closing)
        if WorkThread({ closing.run() }) == nil { closing.run() }
      }
      leaving = []
    }
    guard let index = closings.firstIndex(where: { $0.isDone.load(ordering: .acquiring) }) else {
      return nil
    }
    return closings.remove(at: index).recorder
  }
}
