// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Profiles
import Instrument
import Realtime

/// Sends the recorded input through a performance again, call by call: with the original kit,
/// profile and settings, the bits are the same.
package struct Replay {
  /// Changes of the mixer and of hearing are sent this long before their frames.
  private static let leadSeconds = 1

  package let performance: Performance
  private let periodFrames: Int
  private let score: ReplayScore?
  private let isUnlimited: Bool
  private let channelCount: Int

  /// A replay in pieces of at most `periodFrames`; the result does not depend on them.
  ///
  /// - Parameters:
  ///   - score: Strokes in place of hearing.
  ///   - channelCount: 2 if two microphones are heard, else 1.
  ///   - isUnlimited: Writes the live limiter's input, without a backing that is not recorded.
  package init(
    _ performance: Performance, periodFrames: Int, score: ReplayScore? = nil,
    channelCount: Int = 1, isUnlimited: Bool = false
  ) {
    precondition(periodFrames > 0, "a block has at least one frame")
    self.performance = performance
    self.periodFrames = periodFrames
    self.score = score
    self.isUnlimited = isUnlimited
    self.channelCount = channelCount
  }

  /// Plays `runs` again.
  ///
  /// - Parameters:
  ///   - heardFrames: The length of the recorded input: a call that exceeds it is not played.
  ///   - journal: The recorded changes and notes, in order.
  ///   - resources: Loads the kits, profiles and tracks that took over.
  ///   - read: Returns the next frames of input, interleaved, at most as many as requested, silence
  ///     after their end.
  ///   - write: Receives what is played, interleaved stereo.
  ///   - report: Receives each hit when it is settled.
  package func run<Failure: Error>(
    _ runs: [LoopCallRun], heardFrames: Int, journal: [JournalEntry] = [],
    _ resources: EffectResources = EffectResources(),
    read: (UnsafeMutableBufferPointer<Float>) throws(Failure) -> Void,
    write: (UnsafeBufferPointer<Float>) throws(Failure) -> Void,
    report: (HitLine) throws(Failure) -> Void
  ) throws(Failure) {
    let mostFrames = max(periodFrames, runs.map { $0.outputFrames ?? 0 }.max() ?? 0)
    let frames = UnsafeMutableBufferPointer<Float>.allocate(capacity: channelCount * periodFrames)
    let channels = UnsafeMutablePointer<Float>.allocate(capacity: 2 * periodFrames)
    let output = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * mostFrames)
    let unlimited =
      isUnlimited ? UnsafeMutablePointer<Float>.allocate(capacity: 2 * mostFrames) : nil
    defer {
      frames.deallocate()
      channels.deallocate()
      output.deallocate()
      unlimited?.deallocate()
    }
    // Notes that a score strikes come with it.
    var notes = (score == nil ? journal.filter { $0.note != nil } : [])[...]
    var objects = journal.filter { $0.command(ObjectChange.self) != nil }[...]
    var waiting = WaitingEntries(journal, leadFrames: Self.leadSeconds * performance.sampleRateHz)
    var score = score
    var outputFrame = 0
    var inputFrame = 0
    for run in runs {
      let timeline = run.call.timeline
      for _ in 0..<run.count {
        inputFrame += run.inputFrames ?? 0
        guard inputFrame <= heardFrames else { return }
        let now = WaitingEntries.Moment(
          inputFrame: inputFrame, heardFrame: inputFrame - (run.inputFrames ?? 0),
          outputFrame: outputFrame, arrivedDrums: run.arrivedDrums ?? 0)
        while let entry = waiting.next(now) { performance.take(entry, resources) }
        // Drums take over at the beginning of a call only.
        let pieceFrames = performance.isChangingKit ? mostFrames : periodFrames
        try inPieces(run.inputFrames, of: periodFrames) { count throws(Failure) in
          try read(UnsafeMutableBufferPointer(rebasing: frames[..<(channelCount * count)]))
          for frame in 0..<count {
            channels[frame] = frames[channelCount * frame]
            channels[periodFrames + frame] = frames[channelCount * (frame + 1) - 1]
          }
          let heard = UnsafePointer(channels)
          if score == nil {
            performance.audioSide.hear(
              heard, second: channelCount > 1 ? heard + periodFrames : nil, frameCount: count,
              timeline: timeline)
          } else {
            score?.monitorInput(performance.audioSide, heard, frameCount: count, timeline: timeline)
          }
        }
        let lastFrame = outputFrame + (run.outputFrames ?? 0)
        while outputFrame < lastFrame {
          var count = min(pieceFrames, lastFrame - outputFrame)
          // A run may combine several calls, and each stroke was asked for at the beginning of its
          // own call.
          if run.isBefore == true, let asked = score?.nextAskedFrame(after: outputFrame) {
            count = min(count, asked - outputFrame)
          }
          // A new stroke strikes the pad that its sound has when it begins. Drums take over between
          // pieces.
          if !performance.isChangingKit, let struck = score?.nextStruckFrame(after: outputFrame) {
            count = min(count, struck - outputFrame)
          }
          score?.strike(performance.audioSide, for: outputFrame..<outputFrame + count)
          while let entry = notes.first, let note = entry.note,
            note.askedFrame - Instrument.outputLatencyFrames < outputFrame + count
          {
            performance.take(entry)
            notes.removeFirst()
          }
          while let entry = objects.first, let moment = entry.moment,
            moment.frame < outputFrame + count
          {
            performance.take(entry, resources)
            objects.removeFirst()
          }
          outputFrame += count
          performance.backing?.readAhead()
          let played = output.baseAddress.unsafelyUnwrapped
          performance.audioSide.play(into: played, frameCount: count, unlimited: unlimited)
          try write(UnsafeBufferPointer(start: unlimited ?? played, count: 2 * count))
        }
        performance.takeNotes()
        for hit in performance.newHits() { try report(hit) }
      }
    }
  }

  private func inPieces<Failure: Error>(
    _ frameCount: Int?, of pieceFrames: Int, _ body: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    for frame in stride(from: 0, to: frameCount ?? 0, by: pieceFrames) {
      try body(min(pieceFrames, (frameCount ?? 0) - frame))
    }
  }
}
