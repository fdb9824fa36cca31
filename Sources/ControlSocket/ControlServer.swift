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

  private static let breathMicroseconds = 10_000

  private let folder: UnfinishedFolder
  private let listener: UnixSocket
  private let answer: Answering
  private let isOver = Atomic(false)
  private let thread = Mutex<WorkThread?>(nil)

  /// Starts; the program can be reached from now on.
  ///
  /// - Parameter answer: Called on a thread of its own, for one request after another.
  public init(
    in place: ControlPlace = ControlPlace(), answer: @escaping Answering
  ) throws(SystemError) {
    let (folder, path) = try place.make()
    do throws(SystemError) {
      listener = try UnixSocket.listening(at: path, backlog: Int32(ControlLimits.callers))
    } catch {
      FileSystem.remove(folder.path)
      throw error
    }
    (self.folder, self.answer) = (folder, answer)
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
      callers.removeAll { $0.deadlineNanoseconds.map { $0 <= now } ?? false }
      if waits[0].revents != 0, let caller = accept(), callers.count < ControlLimits.callers {
        callers.append(caller)
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
    guard descriptor < 0 else { return ControlCaller(descriptor) }
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
