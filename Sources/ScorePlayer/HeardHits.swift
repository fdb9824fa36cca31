// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Scores

/// Hits on their way to the scripts that wait for them.
///
/// Scripts begin a constant time after the hit, so that they neither hurry nor drag: early enough to be heard as its
/// answer, and late enough that its sound and its strength hardly change any more. What has begun cannot be taken back.
struct HeardHits {
  /// From the onset to the script: just after the decision at 11 ms, which the later ones seldom change.
  static let delaySeconds = 0.012

  private let delayFrames: Int
  /// Those whose scripts have not begun.
  private var open: [HitMessage] = []
  /// Those whose scripts have begun, and that are not settled yet.
  private var begun: Set<HitIdentity> = []

  init(sampleRateHz: Int) { delayFrames = Int(Self.delaySeconds * Double(sampleRateHz)) }

  /// Takes an event of a hit; its onset counts by the clock of ``due(atFrame:)``.
  mutating func take(_ message: HitMessage, onsetFrame: Int) {
    var message = message
    message.onsetFrame = onsetFrame
    let isOver = message.turn != .begun && message.turn != .revised
    if begun.contains(message.id) {
      if isOver { begun.remove(message.id) }
      return
    }
    open.removeAll { $0.id == message.id }
    guard message.turn != .withdrawn && message.turn != .refused else { return }
    if !isOver || message.sound != nil { open.append(message) }
  }

  /// When the next script begins; nil where none waits.
  var nextFrame: Int? { open.lazy.compactMap(dueFrame).min() }

  /// The hits whose scripts begin by a frame, in the order of their onsets.
  mutating func due(atFrame frame: Int) -> [HitMessage] {
    let due = open.filter { dueFrame($0).map { $0 <= frame } ?? false }
    guard !due.isEmpty else { return [] }
    let ids = Set(due.map(\.id))
    open.removeAll { ids.contains($0.id) }
    begun.formUnion(due.lazy.filter { $0.turn != .settled }.map(\.id))
    return due.sorted { ($0.onsetFrame, $0.id.rawValue) < ($1.onsetFrame, $1.id.rawValue) }
  }

  /// One without a sound waits until it has one.
  private func dueFrame(_ message: HitMessage) -> Int? {
    message.sound == nil ? nil : message.onsetFrame + delayFrames
  }
}
