// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Foundation
import Glibc
import Realtime
import Synchronization

/// A program that plays on a terminal of our own: its drawing is read as it comes.
final class TerminalProgram: Sendable {
  /// The terminal or the program was not available.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// POSIX_SPAWN_SETSID of glibc, which Swift does not see.
  private static let newSession: Int16 = 0x80

  private struct Drawn {
    var byteCount = 0
    var lastAt: Int64 = 0
    /// When the first byte came after ``TerminalProgram/watch()``.
    var firstAt: Int64?
    var isWatched = false
  }

  private let terminal: Int32
  private let process: pid_t
  private let drawn = Mutex(Drawn())
  private let thread = Mutex<WorkThread?>(nil)

  /// Starts a program in a terminal of `columns` and `rows`.
  init(_ path: String, _ arguments: [String], columns: UInt16, rows: UInt16) throws {
    var (own, other): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&own, &other, nil, nil, &size) == 0, let name = ttyname(other) else {
      throw Failure(description: "no terminal")
    }
    let slave = String(cString: name)
    defer { close(other) }
    terminal = own
    _ = fcntl(own, F_SETFD, FD_CLOEXEC)
    _ = fcntl(other, F_SETFD, FD_CLOEXEC)
    process = try Self.spawn(path, arguments, slave)
    let reading = WorkThread { [self] in
      var bytes = [UInt8](repeating: 0, count: 65_536)
      while case let count = read(terminal, &bytes, bytes.count), count > 0 {
        let now = rt_now_nanoseconds()
        drawn.withLock { drawn in
          drawn.byteCount += count
          drawn.lastAt = now
          if drawn.isWatched { drawn.firstAt = drawn.firstAt ?? now }
        }
      }
    }
    thread.withLock { $0 = reading }
  }

  /// A session of its own, whose first terminal that is opened is the one it is controlled by.
  private static func spawn(_ path: String, _ arguments: [String], _ slave: String) throws -> pid_t
  {
    var (files, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    posix_spawn_file_actions_init(&files)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&files)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, slave, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDERR_FILENO)
    posix_spawnattr_setflags(&attributes, Self.newSession)
    let words = ["env", "TERM=xterm-256color", "COLORTERM=truecolor", path] + arguments
    let texts = words.map { strdup($0) }
    defer { texts.forEach { free($0) } }
    var process: pid_t = 0
    let failure = posix_spawn(
      &process, "/usr/bin/env", &files, &attributes, texts + [nil], environ)
    guard failure == 0 else { throw Failure(description: "cannot start \(path)") }
    return process
  }

  /// Bytes that it has drawn.
  var byteCount: Int { drawn.withLock { $0.byteCount } }

  /// Nothing was drawn for so many milliseconds.
  func isStill(milliseconds: Int64) -> Bool {
    rt_now_nanoseconds() - drawn.withLock { $0.lastAt } > milliseconds * 1_000_000
  }

  /// Waits for the first byte that it draws from now on.
  func watch() { drawn.withLock { ($0.isWatched, $0.firstAt) = (true, nil) } }

  /// When that came, in nanoseconds of the machine's clock; nil if it has not.
  var firstAt: Int64? { drawn.withLock { $0.firstAt } }

  /// Processor time of its first thread so far, in seconds: it draws the screen and takes in keys.
  var firstThreadSeconds: Double {
    let path = "/proc/\(process)/task/\(process)/schedstat"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").first.flatMap { Double($0) }.map { $0 / 1e9 } ?? 0
  }

  /// Ends it.
  func end() {
    kill(process, SIGINT)
    var status = Int32()
    waitpid(process, &status, 0)
    close(terminal)
    thread.withLock { $0.take() }?.join()
  }
}
