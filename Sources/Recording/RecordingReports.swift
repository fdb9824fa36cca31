// SPDX-License-Identifier: GPL-3.0-or-later

/// Reports the state of recordings when it changes: a slow disk, a failing one, the new place of a
/// file.
package struct RecordingReports {
  /// A disk is reported as slow when this much sound waits for it, long before any of it is lost.
  private static let slowSeconds = 3.0
  /// It has caught up if no more than this waits.
  private static let quickSeconds = 1.0

  private var recorders: [Recorder]
  /// The summary of closed recordings.
  private var closed: [String] = []
  private let sampleRateHz: Int
  private var reported: [Reported]

  private struct Reported {
    var isSlow = false
    var lostFrameCount = 0
    var moveCount = 0
    var failureCount = 0
    var rescueCount = 0
  }

  package init(_ recorders: [Recorder], sampleRateHz: Int) {
    self.recorders = recorders
    self.sampleRateHz = sampleRateHz
    reported = recorders.map { _ in Reported() }
  }

  /// One more recording.
  package mutating func add(_ recorder: Recorder) {
    recorders.append(recorder)
    reported.append(Reported())
  }

  /// Looks no longer after a recording that is closed.
  package mutating func forget(_ recorder: Recorder) {
    guard let index = recorders.firstIndex(where: { $0 === recorder }) else { return }
    closed.append(summary(of: recorder))
    recorders.remove(at: index)
    reported.remove(at: index)
  }

  /// New messages, a line each.
  package mutating func newReports() -> [String] {
    recorders.indices.flatMap { index in
      speedMessages(recorders[index], &reported[index])
        + failureMessages(recorders[index], &reported[index])
    }
  }

  /// The summary at the end, a line a recording.
  package var summary: [String] { closed + recorders.map(summary) }

  private func summary(of recorder: Recorder) -> String {
    let status = recorder.status
    let lost =
      status.lostFrameCount > 0
      ? ", \(status.lostFrameCount) frames lost to a slow disk (silent)" : ""
    let places = Self.alike(status.moves, Place.init) { move in
      (Self.rescuedPath(move).map { "; up to \(seconds(move.frameCount)) s in '\($0)'" } ?? "")
        + "; from \(seconds(move.frameCount)) s on in '\(move.path)'"
    }
    return "recorded \(recorder.path): \(seconds(status.frameCount)) s" + places.joined() + lost
  }

  private func speedMessages(_ recorder: Recorder, _ reported: inout Reported) -> [String] {
    let waiting = recorder.waitingSeconds
    let lost = recorder.status.lostFrameCount
    defer { reported.lostFrameCount = lost }
    if lost > reported.lostFrameCount {
      return [
        "the disk of '\(recorder.path)' was too slow: \(lost - reported.lostFrameCount) frames are lost, and silent there"
      ]
    }
    if !reported.isSlow, waiting >= Self.slowSeconds {
      reported.isSlow = true
      let left = recorder.roomSeconds - waiting
      return [
        "the disk of '\(recorder.path)' is slow: \(waiting.text(places: 1)) s wait for it. Nothing is lost yet; in "
          + "\(left.text(places: 0)) s it will be. End what else uses that disk, or record to another"
      ]
    }
    if reported.isSlow, waiting <= Self.quickSeconds {
      reported.isSlow = false
      return ["the disk of '\(recorder.path)' has caught up"]
    }
    return []
  }

  private func failureMessages(_ recorder: Recorder, _ reported: inout Reported) -> [String] {
    let status = recorder.status
    var lines = Self.alike(status.moves.dropFirst(reported.moveCount), Place.init, text)
    reported.moveCount = status.moves.count
    // Copies end one after the other.
    let copies = status.moves.filter { $0.rescue != nil }.dropFirst(reported.rescueCount)
      .prefix { $0.rescue?.state != .copying }
    reported.rescueCount += copies.count
    lines += Self.alike(copies, Place.init) { rescueText($0) ?? "" }
    lines += Self.alike(
      status.failures.dropFirst(reported.failureCount), \.isLost, { text($0, of: recorder) })
    reported.failureCount = status.failures.count
    return lines
  }

  /// The old and the new place of a recording's part.
  private struct Place: Hashable {
    let (from, to): (String, String)
    let isSaved: Bool

    init(_ move: RecordingMove) {
      func folder(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
      }
      (from, to) = (folder(move.failure.path), folder(move.path))
      isSaved = if case .lost = move.rescue?.state { false } else { true }
    }
  }

  /// One line for all files of a recording with the same event, naming the first.
  private static func alike<Event, Key: Hashable>(
    _ events: some Sequence<Event>, _ key: (Event) -> Key, _ text: (Event) -> String
  ) -> [String] {
    var (order, groups): ([Key], [Key: [Event]]) = ([], [:])
    for event in events {
      let key = key(event)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(event)
    }
    return order.compactMap { groups[$0] }.compactMap { group in
      let others = group.count - 1
      return group.first.map(text).map {
        others == 0 ? $0 : "\($0). So it is with \(others) more of its files"
      }
    }
  }

  private func text(_ move: RecordingMove) -> String {
    let goesOn = "\(move.failure.problem). It goes on in '\(move.path)'"
    guard move.rescue == nil else {
      return "\(goesOn); \(part(move)), which was removed, is being copied beside it"
    }
    guard move.frameCount > move.firstFrame else { return "\(goesOn), nothing is lost" }
    return "\(goesOn), nothing is lost: \(part(move)) is safe in '\(move.failure.path)'"
  }

  /// The outcome of copying a removed part; nil while it is being copied.
  private func rescueText(_ move: RecordingMove) -> String? {
    switch move.rescue?.state {
    case .safe(let path): "nothing is lost: \(part(move)) is safe in '\(path)'"
    case .lost(let error): "\(part(move)) of '\(move.failure.path)' is lost: \(error)"
    case .copying, nil: nil
    }
  }

  private static func rescuedPath(_ move: RecordingMove) -> String? {
    if case .safe(let path) = move.rescue?.state { path } else { nil }
  }

  /// The part in the old place.
  private func part(_ move: RecordingMove) -> String {
    move.firstFrame == 0
      ? "the first \(seconds(move.frameCount)) s"
      : "the part from \(seconds(move.firstFrame)) to \(seconds(move.frameCount)) s"
  }

  private func text(_ failure: RecordingFailure, of recorder: Recorder) -> String {
    let goesOn =
      failure.path == recorder.path
      ? "recording stopped, playing goes on" : "'\(failure.path)' is recorded no further"
    let rest =
      failure.isLost
      ? "What its last place held is lost with it; \(seconds(failure.frameCount)) s before that are whole"
      : "What was recorded up to now is whole: \(seconds(failure.frameCount)) s"
    let advice =
      recorder.file.elsePath != nil ? "" : ". Another time, give a second folder to go on in"
    return "\(goesOn): \(failure.error). \(rest)\(advice)"
  }

  private func seconds(_ frameCount: Int) -> String {
    (Double(frameCount) / Double(sampleRateHz)).text(places: 1)
  }
}
