// SPDX-License-Identifier: GPL-3.0-or-later
import CPluginLine
import CSpawn
import FoundationEssentials
import Glibc
import Realtime
import Storage

/// A process of this program that has plug-ins in it, so that none is in ours.
final class HostProcess {
  /// What was heard of it.
  enum Answer {
    case message(HostMessage)
    /// It ended; how, in words.
    case ended(String)
    /// It said nothing in the time.
    case silent
  }

  /// Longer lines are none of ours.
  private static let mostLineBytes = 4 << 20

  /// Its number among the processes.
  let processID: pid_t
  /// Where its messages come from.
  private let messages: Int32
  private var heard: [UInt8] = []
  private var isEnded = false

  /// Starts the program with the arguments of ``PluginHost``.
  ///
  /// - Parameter input: A descriptor that becomes its standard input; nil for none.
  init(_ program: String, _ arguments: [String], input: Int32? = nil) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nowhere >= 0, pipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer {
      close(nowhere)
      close(ends[1])
    }
    let words = ([program, PluginHost.argument] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var started: pid_t = 0
    let failure = spawn_alone(
      program, words, environ, nil, [input ?? nowhere, ends[1], nowhere], &started)
    guard failure == 0 else {
      close(ends[0])
      throw SystemError(code: failure)
    }
    (processID, messages) = (started, ends[0])
  }

  /// The next message, or that there is none.
  func answer(seconds: Double) -> Answer {
    let end = MonotonicClock.now + .seconds(seconds)
    while true {
      if let line = nextLine() {
        guard let message = try? JSONDecoder().decode(HostMessage.self, from: Data(line)) else {
          continue
        }
        return .message(message)
      }
      let left = MonotonicClock.now.duration(to: end) / .milliseconds(1)
      guard left > 0, heard.count < Self.mostLineBytes,
        FileDescriptors.wait(for: messages, events: POLLIN, milliseconds: Int32(left + 1))
      else { return .silent }
      guard readMore() else { return .ended(ending()) }
    }
  }

  private func nextLine() -> [UInt8]? {
    guard let end = heard.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { heard.removeSubrange(...end) }
    return Array(heard[..<end])
  }

  /// Reads what is there; false at the end.
  private func readMore() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(messages, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && errno == EINTR }
    heard += bytes.prefix(count)
    return true
  }

  /// Waits for the end of a process that has closed its messages, and says how it ended.
  private func ending() -> String {
    kill(processID, SIGKILL)
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
    isEnded = true
    close(messages)
    return Self.words(status)
  }

  /// How a process ended, in words.
  private static func words(_ status: Int32) -> String {
    let signal = status & 0x7F
    return signal == 0 ? "it ended its process" : "it crashed (signal \(signal))"
  }

  /// Makes it a line, which ends it from now on.
  func line(_ memory: UnsafeMutablePointer<plugin_memory>, patienceSeconds: Double)
    -> UnsafeMutablePointer<plugin_line>
  {
    isEnded = true
    return plugin_line_make(memory, processID, messages, Int64(patienceSeconds * 1e9))
  }

  deinit {
    guard !isEnded else { return }
    _ = ending()
  }
}
