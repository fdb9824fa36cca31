// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Realtime
import Synchronization

/// What was played so far, as it is needed to play it again: how the loop went and what was struck, from the beginning on.
/// So a journal can begin at any time. It tells all that came before, since what is heard then comes of it.
///
/// ``audioSide`` belongs to the audio thread, everything else to any other. Somebody has to ``collect()`` often.
public final class PerformanceHistory: @unchecked Sendable {
  /// What one journal has not been told yet.
  package struct Passage {
    /// Turns of strokes, in their order.
    package var strokes: [VoiceEvent] = []
    /// See ``Instrument/PerformanceLog/newReturns()``.
    package var returns: [Float] = []
    /// How many of these came before, of which only the last is remembered.
    package var pastReturnCount = 0
    /// Runs of calls. What was struck in them is told with them, or was before.
    package var runs: [LoopCallRun] = []
  }

  fileprivate struct Content {
    var past = PastCalls()
    var strokes: [VoiceEvent] = []
    /// Those that came before a journal, and the last of them.
    var pastReturns = (count: 0, last: Float(0))
    /// The journal that began last; 0 before the first.
    var number = 0
    /// What it was told.
    var toldStrokes = 0
    /// What it was not told yet.
    var returns: [Float] = []
    var untoldPastReturns = 0
    /// Where it began; nil until then.
    var beginning: (input: Int, output: Int)?
    /// Where the calls end that it takes down.
    var end = 0
    var runs: [LoopCallRun] = []
    /// Not all strokes are remembered, since there were too many.
    var isIncomplete = false
    var beganIncomplete = false
  }

  /// So much is remembered: turns of strokes of some hours.
  private static let mostStrokes = 1 << 20

  /// Takes down what is struck.
  public let transcript: PerformanceLog
  private let calls: LoopCallLog
  private let content = Mutex(Content())

  /// Nothing was played yet, at a sample rate.
  public init(sampleRateHz: Int) {
    transcript = PerformanceLog(sampleRateHz: sampleRateHz)
    calls = LoopCallLog(sampleRateHz: sampleRateHz)
  }

  /// The end at which the audio thread takes down the calls of the loop; the history must outlive its use.
  package var audioSide: LoopCallLog.AudioSide { calls.audioSide }

  /// Begins a journal, which is told from the next ``next(isLast:)`` on; the number that its calls have. The one before it is
  /// told nothing more.
  package func begin() -> Int {
    content.withLock { content in
      content.number += 1
      content.toldStrokes = 0
      (content.returns, content.untoldPastReturns) = ([], 0)
      (content.beginning, content.end, content.runs) = (nil, 0, [])
      content.beganIncomplete = content.isIncomplete
      return content.number
    }
  }

  /// Remembers what happened since the last time.
  package func collect() { content.withLock { collect(into: &$0) } }

  /// What the journal was not told yet; with `isLast` also the run of calls that may go on.
  package func next(isLast: Bool) -> Passage {
    content.withLock { content in
      collect(into: &content)
      guard content.beginning != nil else { return Passage() }
      let ended = isLast ? content.runs.count : max(0, content.runs.count - 1)
      let passage = Passage(
        strokes: Array(content.strokes[content.toldStrokes...]), returns: content.returns,
        pastReturnCount: content.untoldPastReturns, runs: Array(content.runs[..<ended]))
      content.runs.removeFirst(ended)
      content.toldStrokes = content.strokes.count
      (content.returns, content.untoldPastReturns) = ([], 0)
      return passage
    }
  }

  /// The number of the journal that began last.
  var number: Int { content.withLock(\.number) }

  /// Where the journal began, in frames of the loop; nil until it has.
  package var beginning: (input: Int, output: Int)? { content.withLock(\.beginning) }

  /// An input frame of the loop is one that the journal takes down.
  package func isTakenDown(inputFrame: Int) -> Bool {
    content.withLock { content in
      content.beginning.map { ($0.input..<content.end).contains(inputFrame) } ?? false
    }
  }

  /// Why the journal cannot be played again bit for bit; nil where it can.
  package var fault: String? {
    if calls.lostCount + transcript.lostCount > 0 {
      return "as the disk was too slow to keep how it was played"
    }
    return content.withLock(\.beganIncomplete)
      ? "as it began when more had been played than is remembered" : nil
  }

  /// What was struck in a call is fetched after it: at no moment does a call lack its strokes.
  private func collect(into content: inout Content) {
    while let call = calls.next() { content.take(call) }
    content.strokes += transcript.newStrokes()
    content.take(returns: transcript.newReturns())
    content.forget(mostStrokes: Self.mostStrokes)
  }
}

extension PerformanceHistory.Content {
  fileprivate mutating func take(_ call: LoopCall) {
    if call.journal == number && number > 0 {
      if beginning == nil {
        (beginning, end) = (past.frames, past.frames.input)
        runs = past.runs
        // The last tells how the microphone was limited when it began.
        untoldPastReturns = max(0, pastReturns.count - 1)
        returns = pastReturns.count > 0 ? [pastReturns.last] : []
      }
      end += call.inputFrames ?? 0
      if let last = runs.last, last.isBefore == nil, last.call == call.told {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(LoopCallRun(call.told))
      }
    }
    past.append(call)
  }

  fileprivate mutating func take(returns next: [Float]) {
    guard let last = next.last else { return }
    pastReturns = (pastReturns.count + next.count, last)
    if beginning != nil { returns += next }
  }

  /// Forgets the oldest strokes where there are too many, as far as they were told or nobody asks for them.
  fileprivate mutating func forget(mostStrokes: Int) {
    guard strokes.count > mostStrokes else { return }
    let old = min(beginning == nil ? strokes.count : toldStrokes, mostStrokes / 2)
    guard old > 0 else { return }
    strokes.removeFirst(old)
    toldStrokes = max(0, toldStrokes - old)
    isIncomplete = true
    // What was not told yet is missing where it begins.
    if beginning == nil { beganIncomplete = true }
  }
}
