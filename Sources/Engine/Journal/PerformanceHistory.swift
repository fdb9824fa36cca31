// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Realtime
import Synchronization

/// The playing so far, as replay needs it: the calls of the loop and the strokes, from the
/// beginning on. So a journal can begin at any time. It contains all earlier playing, because later
/// input depends on it.
///
/// ``audioSide`` belongs to the audio thread, everything else to any other. Call ``collect()``
/// often.
public final class PerformanceHistory: @unchecked Sendable {
  /// A part of the playing, in frames of the loop.
  package struct Span: Sendable {
    /// Its input.
    package var input: Range<Int>
    /// Its output.
    package var output: Range<Int>
  }

  /// The part that a journal has not received yet.
  package struct Passage {
    /// Events of strokes, in their order.
    package var strokes: [VoiceEvent] = []
    /// See ``Instrument/PerformanceLog/newReturns()``.
    package var returns: [Float] = []
    /// How many of these came earlier; only the last is remembered.
    package var pastReturnCount = 0
    /// Runs of calls. Their strokes come with them, or came before.
    package var runs: [LoopCallRun] = []
    /// More follows at once.
    package var isPart = false
  }

  fileprivate struct Content {
    var past = PastCalls()
    var strokes = BlockList<VoiceEvent>()
    /// How many came so far, and the last of them.
    var returnCount = 0
    var lastReturns: [Float] = []
    /// The journal that began last; 0 before the first.
    var number = 0
    /// How many strokes it received.
    var givenStrokes = 0
    /// The returns that it has not received yet.
    var returns: [Float] = []
    var ungivenPastReturns = 0
    /// The part that it covers; nil until it begins, and once it has ended.
    var span: Span?
    var runs: [LoopCallRun] = []
    /// Some strokes were forgotten, because there were too many.
    var isIncomplete = false
    var beganIncomplete = false
  }

  /// How many are remembered: events of strokes of some hours.
  private static let mostStrokes = 1 << 20
  /// How many are given at a time.
  private static let mostGivenStrokes = 1 << 14

  /// Records strokes.
  public let performanceLog: PerformanceLog
  private let calls: LoopCallLog
  private let content = Mutex(Content())

  /// An empty history, at a sample rate.
  public init(sampleRateHz: Int) {
    performanceLog = PerformanceLog(sampleRateHz: sampleRateHz)
    calls = LoopCallLog(sampleRateHz: sampleRateHz)
  }

  /// The end for the audio thread, which writes the calls of the loop; the history must outlive its
  /// use.
  package var audioSide: LoopCallLog.AudioSide { calls.audioSide }

  /// Begins a journal, which reads ``next(of:isLast:)``; returns the number that its calls have.
  /// The journal before it receives nothing more.
  package func begin() -> Int {
    content.withLock { content in
      content.number += 1
      content.givenStrokes = 0
      (content.returns, content.ungivenPastReturns) = ([], 0)
      (content.span, content.runs) = (nil, [])
      content.beganIncomplete = content.isIncomplete
      return content.number
    }
  }

  /// Remembers everything since the last time.
  package func collect() { content.withLock { collect(into: &$0) } }

  /// Everything that a journal has not received yet, nothing once another one has begun; with
  /// `isLast` also the unfinished run of calls.
  package func next(of number: Int, isLast: Bool) -> Passage {
    content.withLock { content in
      collect(into: &content)
      guard content.number == number, content.span != nil else { return Passage() }
      let last = min(content.strokes.count, content.givenStrokes + Self.mostGivenStrokes)
      var passage = Passage(strokes: content.strokes[content.givenStrokes..<last])
      content.givenStrokes = last
      passage.isPart = last < content.strokes.count
      guard !passage.isPart else { return passage }
      passage.runs = content.runs
      if !isLast { passage.runs = passage.runs.dropLast() }
      content.runs.removeFirst(passage.runs.count)
      (passage.returns, passage.pastReturnCount) = (content.returns, content.ungivenPastReturns)
      (content.returns, content.ungivenPastReturns) = ([], 0)
      return passage
    }
  }

  /// Gives a journal nothing more.
  package func end(_ number: Int) {
    content.withLock { content in
      guard content.number == number else { return }
      (content.span, content.runs, content.returns) = (nil, [], [])
    }
  }

  /// The number of the journal that began last.
  var number: Int { content.withLock(\.number) }

  /// The part that a journal covers, up to now; nil until it has begun.
  package func span(of number: Int) -> Span? {
    content.withLock { content in
      collect(into: &content)
      return content.number == number ? content.span : nil
    }
  }

  /// Why the journal that began last cannot be played again bit for bit; nil if it can.
  package var fault: String? {
    if calls.lostCount + performanceLog.lostCount > 0 {
      return "as the disk was too slow to keep how it was played"
    }
    return content.withLock(\.beganIncomplete) ? Self.incomplete : nil
  }

  /// Why a journal that begins now could not be played again bit for bit; nil if it can.
  var faultFromNow: String? {
    fault ?? (content.withLock(\.isIncomplete) ? Self.incomplete : nil)
  }

  private static var incomplete: String {
    "as more had been played before it began than is remembered"
  }

  /// Fetches a call before its strokes: no call is ever without them.
  private func collect(into content: inout Content) {
    while let call = calls.next() { content.take(call) }
    content.strokes.append(contentsOf: performanceLog.newStrokes())
    content.take(returns: performanceLog.newReturns())
    content.forget(mostStrokes: Self.mostStrokes)
  }
}

extension PerformanceHistory.Span {
  fileprivate mutating func extend(_ call: LoopCall) {
    input = input.lowerBound..<input.upperBound + (call.inputFrames ?? 0)
    output = output.lowerBound..<output.upperBound + (call.outputFrames ?? 0)
  }
}

extension PerformanceHistory.Content {
  fileprivate mutating func take(_ call: LoopCall) {
    if call.journal == number && number > 0 {
      if span == nil {
        let (input, output) = past.frames
        span = PerformanceHistory.Span(input: input..<input, output: output..<output)
        runs = past.runs
        // The last returns show how the microphone was limited when it began.
        (returns, ungivenPastReturns) = (lastReturns, returnCount - lastReturns.count)
      }
      span?.extend(call)
      if let last = runs.last, last.isBefore == nil, last.call == call.reported {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(LoopCallRun(call.reported))
      }
    }
    past.append(call)
  }

  fileprivate mutating func take(returns next: [Float]) {
    returnCount += next.count
    lastReturns = (lastReturns + next).suffix(Self.rememberedReturns)
    if span != nil { returns += next }
  }

  /// Longer than a limit takes to glide.
  private static let rememberedReturns = 1 << 11

  /// Forgets the oldest strokes if there are too many, as far as they were given to the journal or
  /// none is open.
  fileprivate mutating func forget(mostStrokes: Int) {
    guard strokes.count > mostStrokes else { return }
    let old = min(span == nil ? strokes.count : givenStrokes, mostStrokes / 2)
    guard old > 0 else { return }
    strokes.removeFirst(old)
    givenStrokes = max(0, givenStrokes - old)
    isIncomplete = true
    // Strokes not yet given are missing where it begins.
    if span == nil { beganIncomplete = true }
  }
}
