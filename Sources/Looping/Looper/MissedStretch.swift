// SPDX-License-Identifier: GPL-3.0-or-later

/// The beginning of a loop that was over when the foot came that closed it.
///
/// A drum that comes a little late is heard as the one that was due; one that comes later is heard as a mistake, and is left out.
struct MissedStretch: Sendable, Equatable {
  /// As late a drum still sounds.
  private static let mostSeconds = 0.05
  /// So long after the press: a note needs some time to reach the audio thread.
  private static let leadSeconds = 0.01

  /// The output frames that are over.
  let frames: Range<Int>
  /// The output frame on which what was due in them sounds.
  let frame: Int
  /// A drum that the player struck since this frame is not struck again.
  let struckFrame: Int

  /// What a loop missed of its second cycle until now; nil for nothing.
  init?(_ grid: LoopGrid, now: Int) {
    let rateHz = Double(grid.sampleRateHz)
    struckFrame = grid.firstNoteFrame(ofCycle: 1)
    let first = max(struckFrame, now - Int(Self.mostSeconds * rateHz))
    guard first < now else { return nil }
    frames = first..<now
    frame = now + Int(Self.leadSeconds * rateHz)
  }
}

extension Looper {
  /// The notes that begin before a frame and were not given yet, in their order, with those that were missed.
  mutating func takeNotes(of loop: LoopPlaying, before end: Int) -> [LoopedNote] {
    let due = loop.notes(in: frame..<end)
    guard let missed, missed.frame < end else { return due }
    self.missed = nil
    // The loop may have been silent meanwhile.
    guard missed.frame >= frame else { return due }
    let later = due.firstIndex { $0.frame >= missed.frame } ?? due.count
    return due[..<later] + loop.notes(missedIn: missed) + due[later...]
  }
}

extension LoopPlaying {
  /// What was due in a stretch that is over and sounds now: of each pad the last note, unless the player struck it.
  func notes(missedIn missed: MissedStretch) -> [LoopedNote] {
    var late: [LoopedNote] = []
    for note in notes(in: missed.frames).reversed() {
      let isThere = late.contains { note.isOfPad($0.heard) }
      if !isThere, note.endFrame ?? .max > missed.frame,
        !wasStruck(note, since: missed.struckFrame)
      {
        late.append(note.moved(toFrame: missed.frame))
      }
    }
    return late.reversed()
  }
}

extension LoopedNote {
  fileprivate func isOfPad(_ other: HeardNote) -> Bool {
    heard.pad == other.pad && heard.key == other.key
  }

  fileprivate func moved(toFrame frame: Int) -> LoopedNote {
    LoopedNote(heard: heard, layer: layer, frame: frame, velocity: velocity, endFrame: endFrame)
  }
}
