// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Sessions

/// Tells how recordings go, as soon as there is something to say: a disk that is slow, one that fails, where it goes on.
struct RecordingText {
  /// A disk is told to be slow where so much sound waits for it, long before any of it is lost.
  private static let slowSeconds = 3.0
  /// It has caught up where no more waits.
  private static let quickSeconds = 1.0

  private let recorders: [Recorder]
  private let sampleRateHz: Int
  private var told: [Told]

  private struct Told {
    var isSlow = false
    var lostFrameCount = 0
    var moveCount = 0
    var isFailure = false
  }

  init(_ recorders: [Recorder], sampleRateHz: Int) {
    self.recorders = recorders
    self.sampleRateHz = sampleRateHz
    told = recorders.map { _ in Told() }
  }

  /// What was not told before, a line each.
  mutating func news() -> [String] {
    recorders.indices.flatMap { index in
      speedNews(recorders[index], &told[index]) + failureNews(recorders[index], &told[index])
    }
  }

  /// What there is at the end, a line a recording.
  var summary: [String] {
    recorders.map { recorder in
      let status = recorder.status
      let lost =
        status.lostFrameCount > 0
        ? ", \(status.lostFrameCount) frames lost to a slow disk (silent)" : ""
      let places = status.moves.map { "; from \(seconds($0.frameCount)) s on in '\($0.path)'" }
      return "recorded \(recorder.path): \(seconds(status.frameCount)) s" + places.joined() + lost
    }
  }

  private func speedNews(_ recorder: Recorder, _ told: inout Told) -> [String] {
    let waiting = recorder.waitingSeconds
    let lost = recorder.status.lostFrameCount
    defer { told.lostFrameCount = lost }
    if lost > told.lostFrameCount {
      return [
        "the disk of '\(recorder.path)' was too slow: \(lost - told.lostFrameCount) frames are lost, and silent there"
      ]
    }
    if !told.isSlow, waiting >= Self.slowSeconds {
      told.isSlow = true
      let left = Double(Recorder.ringSeconds) - waiting
      return [
        "the disk of '\(recorder.path)' is slow: \(waiting.text(places: 1)) s wait for it. Nothing is lost yet; in "
          + "\(left.text(places: 0)) s it will be. End what else uses that disk, or record to another"
      ]
    }
    if told.isSlow, waiting <= Self.quickSeconds {
      told.isSlow = false
      return ["the disk of '\(recorder.path)' has caught up"]
    }
    return []
  }

  private func failureNews(_ recorder: Recorder, _ told: inout Told) -> [String] {
    let status = recorder.status
    var lines = status.moves.dropFirst(told.moveCount).map { move in
      "\(move.failure.problem). It goes on in '\(move.path)', nothing is lost: the first "
        + "\(seconds(move.frameCount)) s are safe in '\(move.rescuedPath ?? move.failure.path)'"
    }
    told.moveCount = status.moves.count
    if let failure = status.failure, !told.isFailure {
      told.isFailure = true
      let advice =
        recorder.file.elsePath != nil ? "" : ". Another time --else FOLDER lets it go on elsewhere"
      lines.append(
        "recording stopped, playing goes on: \(failure). What was recorded up to now is whole: "
          + "\(seconds(status.frameCount)) s" + advice)
    }
    return lines
  }

  private func seconds(_ frameCount: Int) -> String {
    (Double(frameCount) / Double(sampleRateHz)).text(places: 1)
  }
}
