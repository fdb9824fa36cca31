// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Glibc
import Realtime
import Synchronization

/// Plays and shows with a board: its hits are notes of the source `board`, its switches and knobs
/// are commands, and events light its lights.
///
/// One thread waits at the line; if the board has lights, another waits for events. Both end with
/// ``stop()``.
public final class BoardPlayer: Sendable {
  private final class Work: Sendable {
    let line: Mutex<BoardLine>
    let host: Host
    /// Wakes the thread at the line.
    let wakePipe: WakePipe
    let isOver = Atomic(false)
    /// Pads that could not be struck, and were reported.
    let refused = Mutex<Set<String>>([])
    let switches = Mutex(SwitchCommands())

    init(_ line: sending BoardLine, _ host: Host, _ wakePipe: WakePipe) {
      self.line = Mutex(line)
      (self.host, self.wakePipe) = (host, wakePipe)
    }
  }

  /// No thread waits longer.
  private static let longestWaitMilliseconds = 500
  /// The velocity of a switch.
  private static let usualVelocity: Float = 0.8

  private let work: Work
  private let events: EventSubscription
  private let threads: [WorkThread]

  /// Begins to look for the board of `table`, and to play; nil if the system can start no thread.
  public init?(_ table: BoardTable, events hub: EventHub, host: Host) {
    guard let wakePipe = WakePipe() else { return nil }
    let work = Work(BoardLine(table, frameClock: host.leavingNanoseconds), host, wakePipe)
    let (state, events) = hub.join { !table.lights.isEmpty && BoardLights.isWanted($0) }
    self.work = work
    self.events = events
    work.line.withLock { $0.begin(state, at: Self.now) }
    guard let reader = WorkThread({ Self.read(work) }) else { return nil }
    let shower = table.lights.isEmpty ? nil : WorkThread { Self.show(events, work) }
    threads = [reader, shower].compactMap(\.self)
  }

  /// The pads with their present settings.
  public var pads: [BoardTable.Pad] { work.line.withLock { $0.allPads } }

  /// Changes the settings of the pad with the same input. The board receives them at once, or when
  /// it connects.
  public func set(_ pad: BoardTable.Pad) {
    Self.settle(work.line.withLock { $0.set(pad, at: Self.now) }, work)
    work.wakePipe.wake()
  }

  /// Turns all outputs off, closes the line, and ends the threads.
  public func stop() {
    guard !work.isOver.exchange(true, ordering: .relaxed) else { return }
    events.leave()
    work.wakePipe.wake()
    for thread in threads { thread.join() }
    Self.settle(work.line.withLock { $0.end(at: Self.now) }, work)
  }

  deinit { stop() }

  private static var now: Int64 { MonotonicClock.now.nanoseconds }

  private static func read(_ work: Work) {
    WorkThread.answerPromptly()
    while !work.isOver.load(ordering: .relaxed) {
      let (descriptor, isFull, due) = work.line.withLock {
        ($0.descriptor, $0.isFull, $0.nextTickNanoseconds)
      }
      let wait = due == .max ? longestWaitMilliseconds : Int(max(0, due - now) / 1_000_000) + 1
      work.wakePipe.wait(
        orFor: descriptor, canWrite: isFull, milliseconds: min(wait, longestWaitMilliseconds))
      settle(work.line.withLock { $0.tick(at: now, clock: { now }) }, work)
    }
  }

  private static func show(_ events: EventSubscription, _ work: Work) {
    while !work.isOver.load(ordering: .relaxed) {
      let batch = events.wait(milliseconds: longestWaitMilliseconds)
      guard !batch.events.isEmpty else { continue }
      settle(work.line.withLock { $0.show(batch.events, at: now) }, work)
      // The thread at the line may not know yet when the new lights go off.
      work.wakePipe.wake()
    }
  }

  private static func settle(_ outcomes: [BoardLine.Outcome], _ work: Work) {
    for outcome in outcomes {
      switch outcome {
      case .message(let message): work.host.report(message)
      case .stroke(let stroke, let nanoseconds):
        strike(stroke, atFrame: nanoseconds.flatMap { work.host.outputFrame($0) }, work)
      case .press(let pressed): obey(pressed, work)
      case .command(let command): carryOut(command, work)
      }
    }
  }

  private static func obey(_ pressed: BoardTable.Switch, _ work: Work) {
    let now = now
    if pressed.does == .strike, let pad = pressed.of {
      let stroke = BoardStroke(pads: [pad], velocity: pressed.velocity ?? usualVelocity, time: nil)
      strike(stroke, atFrame: work.host.outputFrame(now), work)
      return
    }
    let host = work.host
    let command = work.switches.withLock { switches in
      switches.command(
        pressed, atNanoseconds: now, host.state(), kits: host.kits,
        recordingPath: host.recordingPath)
    }
    if let command { carryOut(command, work) }
  }

  private static func carryOut(_ command: EngineCommand, _ work: Work) {
    do throws(EngineError) { try work.host.perform(command) } catch {
      work.host.report(.refused(error.description))
    }
  }

  /// Strikes the first of the pads that the kit has. If it has none, reports that once.
  private static func strike(_ stroke: BoardStroke, atFrame frame: Int?, _ work: Work) {
    var refusal: EngineError?
    for pad in stroke.pads {
      let note = EngineCommand.NoteOn(
        pad: pad, velocity: stroke.velocity, source: .board, frame: frame)
      do throws(EngineError) {
        try work.host.perform(.noteOn(note))
        return
      } catch {
        refusal = error
      }
    }
    guard let refusal, let pad = stroke.pads.first,
      work.refused.withLock({ $0.insert(pad).inserted })
    else { return }
    work.host.report(.refused(refusal.description))
  }
}
