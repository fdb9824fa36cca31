// SPDX-License-Identifier: GPL-3.0-or-later
import Recording
import Storage

/// How long something that was begun while it plays may be recorded.
struct RecordingLength {
  /// Nil for as long as its disk has room.
  let mostSeconds: Double?

  /// Why a recording ends now, and what to do; nil if it goes on.
  func reasonToEnd(_ recorder: Recorder) -> String? {
    let status = recorder.status
    if let shortage = status.shortage { return "\(shortage); \(FreeSpace.advice)" }
    let seconds = Double(status.frameCount) / Double(recorder.sampleRateHz)
    guard let mostSeconds, seconds >= mostSeconds else { return nil }
    return "pages and the network record for \(Self.text(mostSeconds)) at most; begin another one"
  }

  private static func text(_ seconds: Double) -> String {
    seconds < 3600 ? "\(Int(seconds)) s" : "\(Int(seconds / 3600)) hours"
  }
}

extension EngineError {
  /// An error if too little of the disk of `path` is free.
  package static func checkSpace(
    _ operation: String, at path: String, _ space: FreeSpace.Reading
  ) throws(EngineError) {
    guard let shortage = space(path)?.shortage else { return }
    throw EngineError(operation, reason: shortage, advice: FreeSpace.advice)
  }
}
