// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Glibc
import Realtime
import Storage
import Synchronization

/// An answer to a caller.
public struct ControlAnswer: Sendable {
  /// One line, without its end.
  public let line: String
  /// Called when the caller has gone; the call lasts until then. If nil, the call ends with the
  /// answer.
  public let onLeaving: (@Sendable () -> Void)?

  /// An answer.
  public init(_ line: String, onLeaving: (@Sendable () -> Void)? = nil) {
    (self.line, self.onLeaving) = (line, onLeaving)
  }
}

/// Lets other programs of the same person reach this one while it runs. One thread of low priority
/// waits for callers, reads a line from each, and answers it. Bytes and time of a caller are
/// limited.
///
/// The thread keeps the server until ``stop()``.
public final class ControlServer: Sendable {
  /// Returns the answer to a line, which has no line end.
  public typealias Answering = @Sendable (_ request: [UInt8]) -> ControlAnswer
  /// Returns the line for a caller that is sent away for a reason.
  public typealias Refusing = @Sendable (_ reason: String) -> String

  private static let crowded = "too many programs call it at once; call again"
  private static let breathMicroseconds = 10_000

  private let folder: UnfinishedFolder
  private let listener: UnixSocket
  private let answer: Answering
  private let refusal: Refusing
  private let lineSeconds: Int
  private let isOver = Atomic(false)
  private let thread = Mutex<WorkThread?>(nil)

  /// Starts; the program can be reached from now on.
  ///
  /// - Parameters:
  ///   - lineSeconds: The time for a line to arrive.
  ///   - refusal: By default the reason itself.
  ///   - answer: Called on a thread of its own, for one request after another.
  public init(
    in place: ControlPlace = ControlPlace(), lineSeconds: Int = ControlLimits.lineSeconds,
    refusal: @escaping Refusing = { $0 }, answer: @escaping Answering
  ) throws(SystemError) {
    let (folder, path) = try place.make()
    do throws(SystemError) {
      listener = try UnixSocket.listening(at: path, backlog: ControlLimits.backlog)
    } catch {
      FileSystem.remove(folder.path)
      throw error
    }
    (self.folder, self.answer, self.refusal) = (folder, answer, refusal)
    self.lineSeconds = lineSeconds
    let started = WorkThread { [self] in run() }
    guard let started else {
      FileSystem.remove(folder.path)
      throw SystemError(code: EAGAIN, reason: "no thread can be started")
    }
    thread.withLock { $0 = started }
  }

  /// Ends all calls, and waits until the thread has ended.
  public func stop() {
    isOver.store(true, ordering: .releasing)
    shutdown(listener.descriptor, Int32(SHUT_RDWR))
    thread.withLock { $0.take() }?.join()
    FileSystem.remove(folder.path)
  }

  private func run() {
    WorkThread.giveWay()
    var callers: [ControlCaller] = []
    while !isOver.load(ordering: .acquiring) {
      var waits = ([listener.descriptor] + callers.map(\.descriptor)).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      FileDescriptors.wait(for: &waits, milliseconds: Self.timeoutMilliseconds(callers))
      for place in callers.indices.reversed() where waits[place + 1].revents != 0 {
        if !serve(callers[place]) { callers.remove(at: place) }
      }
      let now = rt_now_nanoseconds()
      callers.removeAll { caller in
        guard let deadline = caller.deadlineNanoseconds, deadline <= now else { return false }
        caller.dismiss(refusal("no whole request came within \(lineSeconds) s"))
        return true
      }
      if waits[0].revents != 0, let caller = accept() {
        makeRoom(&callers)
        callers.append(caller)
      }
    }
  }

  /// Sends the caller away that has waited longest without a request, if the places are taken; if
  /// all have one, the one whose request lasts longest.
  private func makeRoom(_ callers: inout [ControlCaller]) {
    while callers.count >= ControlLimits.callers {
      guard let idle = callers.firstIndex(where: { $0.deadlineNanoseconds != nil }) else {
        return callers.removeFirst().dismiss(refusal(Self.crowded))
      }
      let caller = callers.remove(at: idle)
      // Its request may have come meanwhile.
      guard serve(caller) else { continue }
      if caller.deadlineNanoseconds == nil {
        callers.append(caller)
      } else {
        caller.dismiss(refusal(Self.crowded))
      }
    }
  }

  /// The time until the first deadline; without end if nobody calls.
  private static func timeoutMilliseconds(_ callers: [ControlCaller]) -> Int32 {
    guard let first = callers.compactMap(\.deadlineNanoseconds).min() else { return -1 }
    return Int32(max(0, (first - rt_now_nanoseconds()) / 1_000_000 + 1))
  }

  private func accept() -> ControlCaller? {
    let descriptor = Glibc.accept(listener.descriptor, nil, nil)
    guard descriptor < 0 else { return ControlCaller(descriptor, lineSeconds: lineSeconds) }
    // No descriptors are left: it tries again soon.
    if errno != EAGAIN { MonotonicClock.sleep(microseconds: Self.breathMicroseconds) }
    return nil
  }

  /// Continues with a caller; false if the call is over.
  private func serve(_ caller: ControlCaller) -> Bool {
    switch caller.read() {
    case .goesOn: true
    case .request(let line): caller.take(answer(line))
    case .isOver: false
    }
  }
}
