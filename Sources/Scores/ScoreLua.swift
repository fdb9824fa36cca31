// SPDX-License-Identifier: GPL-3.0-or-later
import CScores
import Glibc

/// The answer to a statement.
enum Answer: Equatable {
  case nothing
  case number(Double)
  case object(Int)
  case text(String)
  /// The script goes on once it is resumed.
  case wait
  /// The score ends.
  case end
}

/// A score's Lua, and its scripts by their numbers there.
final class ScoreLua {
  /// Answers statements.
  typealias Reader = (Statement, [ScoreValue]) throws(ScoreRefusal) -> Answer

  /// How a script went on.
  enum Progress: Equatable {
    case ended, waiting, stopped
  }

  private static let problemBytes = 1024

  private let state: OpaquePointer
  private let reader: Box

  /// What C gives back to Swift.
  private final class Box {
    var answer: Reader = { _, _ in .nothing }
  }

  /// A sandbox; `settings` bound what it takes.
  init(_ settings: ScoreSettings) throws(ScoreError) {
    let reader = Box()
    let opened = sc_open(
      settings.mostBytes, settings.mostSteps, Unmanaged.passUnretained(reader).toOpaque()
    ) { context, statement, values, count, answer in
      let box = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
      ScoreLua.answer(box.answer, statement, values, count, answer)
    }
    guard let opened else { throw ScoreError("there is no memory for a score") }
    (state, self.reader) = (opened, reader)
    if let seconds = settings.mostSeconds { sc_limit_time(opened, Int64(seconds * 1e9)) }
    let isReady =
      Statement.allCases.allSatisfy { sc_define(state, $0.name, $0.isMethod) }
      && sc_seal(state, settings.seed)
    guard isReady else { throw ScoreError("there is too little memory for a score") }
  }

  deinit { sc_close(state) }

  /// Has statements answered by `reader`.
  func read(by reader: @escaping Reader) { self.reader.answer = reader }

  /// A script that runs a text.
  func load(_ text: String, name: String) throws(ScoreError) -> Int32 {
    var text = text
    return try made { problem, size in
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { bytes in
          sc_load(
            state, name, bytes.baseAddress ?? UnsafePointer(problem), bytes.count, problem, size)
        }
      }
    }
  }

  /// A script that runs a function.
  func start(_ function: Int32) throws(ScoreError) -> Int32 {
    try made { problem, size in sc_start(state, function, problem, size) }
  }

  /// Gives up a script.
  func forget(_ script: Int32) { sc_forget(state, script) }

  /// Lets a script run; it gets `event` the first time.
  func resume(_ script: Int32, event: ScriptEvent?) throws(ScoreError) -> Progress {
    var problem = [CChar](repeating: 0, count: Self.problemBytes)
    let progress =
      if let event {
        event.withC { sc_resume(state, script, $0, &problem, problem.count) }
      } else {
        sc_resume(state, script, nil, &problem, problem.count)
      }
    switch progress {
    case SC_ENDED: return .ended
    case SC_WAITING: return .waiting
    case SC_STOPPED: return .stopped
    default: throw ScoreError(Self.text(problem))
    }
  }

  /// Computing counts from 0 again.
  func clockMoved() { sc_clock_moved(state) }

  /// The line that runs now: "groove.lua:12: ".
  var place: String {
    var place = [CChar](repeating: 0, count: Self.problemBytes)
    sc_place(state, &place, place.count)
    return Self.text(place)
  }

  private func made(
    _ make: (UnsafeMutablePointer<CChar>, Int) -> Int32
  ) throws(ScoreError) -> Int32 {
    var problem = [CChar](repeating: 0, count: Self.problemBytes)
    let script = problem.withUnsafeMutableBufferPointer { problem in
      problem.baseAddress.map { make($0, problem.count) } ?? 0
    }
    guard script > 0 else { throw ScoreError(Self.text(problem)) }
    return script
  }

  private static func text(_ letters: [CChar]) -> String {
    String(decoding: letters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func answer(
    _ reader: Reader, _ number: Int32, _ values: UnsafePointer<sc_value>, _ count: Int32,
    _ answer: UnsafeMutablePointer<sc_answer>
  ) {
    guard let statement = Statement(rawValue: number) else { return }
    let values = UnsafeBufferPointer(start: values, count: Int(count)).map(ScoreValue.init)
    do throws(ScoreRefusal) {
      switch try reader(statement, values) {
      case .nothing: break
      case .number(let number): (answer.pointee.kind, answer.pointee.number) = (SC_NUMBER, number)
      case .object(let object):
        (answer.pointee.kind, answer.pointee.number) = (SC_OBJECT, Double(object))
      case .text(let text):
        answer.pointee.kind = SC_TEXT
        (answer.pointee.text, answer.pointee.length) = (strdup(text), text.utf8.count)
      case .wait: answer.pointee.outcome = SC_WAITS
      case .end: answer.pointee.outcome = SC_ENDS
      }
    } catch {
      answer.pointee.outcome = SC_FAILS
      answer.pointee.text = strdup("\(statement.name): \(error.reason)")
    }
  }
}
