// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Another program, run to its end.
enum Subprocess {
  /// The result.
  struct Outcome {
    /// Its standard output.
    let output: String
    let exitCode: Int32
    /// How long the processor was busy with it.
    let processorSeconds: Double
  }

  /// Runs a program of the `PATH`; nil if there is none of that name.
  static func run(_ arguments: [String]) -> Outcome? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let failure = posix_spawnp(&process, arguments[0], &actions, nil, &words, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard failure == 0 else { return nil }
    let output = text(ends[0])
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
    return Outcome(
      output: output, exitCode: status & 0x7f == 0 ? (status >> 8) & 0xff : -1,
      processorSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime))
  }

  private static func text(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      bytes += block[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + 1e-6 * Double(time.tv_usec)
  }
}
