// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Glibc
import Realtime
import Storage

/// Another command of Flam as a process of its own, for the page: whatever it reads, it takes
/// neither the locked memory of the one that plays nor its time.
enum OwnProcess {
  private static let ownPath = "/proc/self/exe"
  private static let waitMicroseconds = 20_000
  private static let mostTextBytes = 8192
  /// A longer process is ended: no person waits longer.
  private static let mostSeconds = 600

  /// Plays a session again with other hits; returns nil, or the error.
  ///
  /// - Parameter isWanted: If false, the process is ended.
  static func replay(
    session: String, hitsPath: String, out: String, isWanted: () -> Bool
  ) -> String? {
    run(["replay", session, out, "--hits", hitsPath], errorsTo: out + ".txt", isWanted)
  }

  /// Writes the content of a kit into a file, as JSON; returns nil, or the error. A kit with faults
  /// still counts as checked.
  static func checkKit(path: String, out: String, isWanted: () -> Bool) -> String? {
    let problem = run(
      ["kits", "check", path, "--json"], output: out, errorsTo: out + ".txt", isWanted)
    let isReported = (try? RegularFile.bytes(out))?.last == UInt8(ascii: "\n")
    return isReported ? nil : problem
  }

  /// Plays a bundled take with a kit into a WAV; nil, or why that failed.
  static func playKit(path: String, out: String, isWanted: () -> Bool) -> String? {
    do {
      let take = try String.bundledTake()
      return run(["render", take, out, "--kit", path], errorsTo: out + ".txt", isWanted)
    } catch {
      return CommandFailure(error)?.message ?? "\(error)"
    }
  }

  private static func run(
    _ arguments: [String], output: String = "/dev/null", errorsTo reported: String,
    _ isWanted: () -> Bool
  ) -> String? {
    defer { FileSystem.remove(reported) }
    guard let process = start(arguments, output: output, errorsTo: reported) else {
      return "no process can be started: \(String(cString: strerror(errno)))"
    }
    var status: Int32 = 0
    let end = MonotonicClock.now + .seconds(mostSeconds)
    while waitpid(process, &status, WNOHANG) == 0 {
      let isLate = MonotonicClock.now >= end
      guard isLate || !isWanted() else {
        MonotonicClock.sleep(microseconds: waitMicroseconds)
        continue
      }
      kill(process, SIGKILL)
      waitpid(process, &status, 0)
      return isLate
        ? "it takes more than \(mostSeconds / 60) minutes; 'flam \(arguments[0])' has no such limit"
        : "it is not wanted any more"
    }
    guard status != 0 else { return nil }
    let text = (try? RegularFile.bytes(reported, atMost: mostTextBytes)) ?? []
    let last = String(decoding: text, as: UTF8.self).split(separator: "\n").last
    return last.map { $0.hasPrefix("flam: ") ? String($0.dropFirst(6)) : String($0) }
      ?? "'flam \(arguments[0])' ended without a word"
  }

  /// Starts this program again, at the priority of the thread that calls, with no signal blocked
  /// and no input.
  private static func start(
    _ arguments: [String], output: String, errorsTo reported: String
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, FileNames.exactPath(output), O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(
      &actions, STDERR_FILENO, FileNames.exactPath(reported), O_WRONLY | O_CREAT | O_EXCL, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] =
      (["flam"] + arguments).map { strdup(FileNames.exactPath($0)) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, ownPath, &actions, &attributes, &words, environ)
    errno = failure
    return failure == 0 ? process : nil
  }
}
