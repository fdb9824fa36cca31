// SPDX-License-Identifier: GPL-3.0-or-later
import CSpawn
import Glibc
import Synchronization

/// A program that tests start. It gets its three streams and no other open file, no signal is
/// blocked in it, and it is killed if no code waits for it.
///
/// Foundation's `Process` learns of an end by a socket, which programs started by other threads at
/// the same moment may hold open: it then waits for the end of those as well.
public final class ChildProcess: Sendable {
  /// A stream of the program.
  public enum Stream: Sendable {
    /// It reads nothing; its output is lost.
    case nothing
    /// A new or emptied file at a path.
    case file(String)
    /// A file that is open here under a number.
    case descriptor(Int32)
  }

  /// How it ended.
  public struct Ending: Sendable {
    /// Its exit status, or the number of the signal that ended it.
    public let code: Int32
    /// It ended by itself, not by a signal.
    public let hasExited: Bool
    /// Processor time of the program, and of programs that it started and waited for.
    public let processorSeconds: Double
  }

  /// It could not be started.
  public struct Failure: Error, CustomStringConvertible {
    /// The program to start, and why it did not start.
    public let description: String

    fileprivate init(_ path: String, _ number: Int32) {
      description = "cannot open or start '\(path)': \(String(cString: strerror(number)))"
    }
  }

  /// Its number among the processes.
  public let processID: pid_t
  private let ending = Mutex<Ending?>(nil)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - environment: All of its environment; nil for that of the program that runs.
  ///   - folder: Where it runs; nil for where this one runs.
  public init(
    _ path: String, _ arguments: [String], environment: [String: String]? = nil,
    in folder: String? = nil, input: Stream = .nothing, output: Stream = .nothing,
    errors: Stream = .nothing
  ) throws(Failure) {
    var streams: [Int32] = []
    var opened: [Int32] = []
    defer { opened.forEach { _ = close($0) } }
    for (number, stream) in [input, output, errors].enumerated() {
      if case .descriptor(let given) = stream {
        streams.append(given)
      } else {
        let made = try Self.open(stream, isRead: number == STDIN_FILENO)
        opened.append(made)
        streams.append(made)
      }
    }
    let words = Self.words([path] + arguments)
    let named = environment.map { Self.words($0.map { "\($0)=\($1)" }) }
    defer { for word in words + (named ?? []) { free(word) } }
    var started: pid_t = 0
    let failure =
      if let named {
        spawn_alone(path, words, named, folder, streams, &started)
      } else {
        spawn_alone(path, words, environ, folder, streams, &started)
      }
    guard failure == 0 else { throw Failure(path, failure) }
    processID = started
  }

  deinit {
    send(SIGKILL)
    wait()
  }

  /// It has not ended, as far as anybody has waited for that.
  public var isRunning: Bool {
    var information = siginfo_t()
    return ending.withLock { ending in
      ending == nil
        && waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT | WNOHANG) == 0
        && information._sifields._sigchld.si_pid == 0
    }
  }

  /// Sends it a signal, unless it has ended.
  public func send(_ signal: Int32) {
    // Its number stays its own until it is waited for.
    ending.withLock { if $0 == nil { _ = kill(processID, signal) } }
  }

  /// Waits until it ends. Asked again, it gives the same answer.
  @discardableResult public func wait() -> Ending {
    if let known = ending.withLock({ $0 }) { return known }
    var information = siginfo_t()
    while waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    return ending.withLock { known in
      if let known { return known }
      var status: Int32 = 0
      var spent = rusage()
      while wait4(processID, &status, 0, &spent) < 0, errno == EINTR {}
      let signal = status & 0x7F
      let found = Ending(
        code: signal == 0 ? status >> 8 & 0xFF : signal, hasExited: signal == 0,
        processorSeconds: Self.seconds(spent.ru_utime) + Self.seconds(spent.ru_stime))
      known = found
      return found
    }
  }

  private static func open(_ stream: Stream, isRead: Bool) throws(Failure) -> Int32 {
    let path = if case .file(let path) = stream { path } else { "/dev/null" }
    let flags = isRead ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
    let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(path, errno) }
    return descriptor
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + 1e-6 * Double(time.tv_usec)
  }

  /// Words as C has them, to be freed.
  private static func words(_ words: [String]) -> [UnsafeMutablePointer<CChar>?] {
    words.map { strdup($0) } + [nil]
  }
}
