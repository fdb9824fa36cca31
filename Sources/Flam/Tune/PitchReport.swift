// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import DSP
import Profiles
import Reports

/// Hears pitch, and prints each note once it has ended, or the pitch of each moment.
struct PitchReport: ~Copyable {
  let sampleRateHz: Int
  private let options: Tune.PitchOptions
  private let isJSON: Bool
  private var tracker: PitchTracker
  private var follower: NoteFollower
  private var steps = PitchSteps()
  /// The notes that have ended.
  private(set) var notes: [SungNote] = []
  /// What sounded last.
  private(set) var step: PitchStep?

  init(_ options: Tune.PitchOptions, isJSON: Bool, sampleRateHz: Int) {
    (self.options, self.isJSON, self.sampleRateHz) = (options, isJSON, sampleRateHz)
    tracker = PitchTracker(sampleRateHz: Float(sampleRateHz))
    follower = NoteFollower(tracker, sampleRateHz: Float(sampleRateHz))
  }

  /// Names the columns.
  func begin() throws {
    guard !isJSON else { return }
    try Terminal.print(PitchLine.header(ofNotes: !options.pitches))
  }

  /// Hears the next samples.
  mutating func hear(_ samples: some Sequence<Float>) throws {
    for sample in samples where tracker.hear(sample) {
      if let note = follower.follow(tracker.reading) { try take(note) }
      guard let step = steps.add(tracker.reading) else { continue }
      self.step = step
      if options.pitches {
        try print(PitchLine(step, sampleRateHz: sampleRateHz, a4Hz: options.a4))
      }
    }
  }

  /// Ends a note that still sounds.
  mutating func end() throws {
    if let note = follower.finish() { try take(note) }
  }

  private mutating func take(_ note: SungNote) throws {
    notes.append(note)
    guard !options.pitches else { return }
    try print(PitchLine(note, sampleRateHz: sampleRateHz, a4Hz: options.a4))
  }

  private func print(_ line: PitchLine) throws {
    Terminal.clear()
    try Terminal.print(isJSON ? line.jsonLine : line.description)
  }
}
