// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// `flam replay` as a process of its own, for the page: whatever a session holds, it takes neither the locked memory of the
/// one that plays nor its time.
enum ReplayProcess {
  private static let ownPath = "/proc/self/exe"
  private static let waitMicroseconds: UInt32 = 20_000
  private static let mostTextBytes = 8192

  /// Plays a session again with other hits, at the priority of the thread that calls; nil, or why that failed.
  ///
  /// - Parameter isWanted: Where it is not, the process is ended.
  static func run(
    session: String, hitsPath: String, out: String, isWanted: () -> Bool
  ) -> String? {
    let told = out + ".txt"
    defer { FileSystem.remove(told) }
    guard let process = start(["replay", session, out, "--hits", hitsPath], tellingTo: told) else {
      return "no process can be started: \(String(cString: strerror(errno)))"
    }
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      if isWanted() {
        usleep(waitMicroseconds)
      } else {
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        return "it is not wanted any more"
      }
    }
    guard status != 0 else { return nil }
    let text = (try? RegularFile.bytes(told, atMost: mostTextBytes)) ?? []
    let last = String(decoding: text, as: UTF8.self).split(separator: "\n").last
    return last.map { $0.hasPrefix("flam: ") ? String($0.dropFirst(6)) : String($0) }
      ?? "the replay ended without a word"
  }

  /// Starts this program again, with no signal blocked, no input, and its errors in a new file.
  private static func start(_ arguments: [String], tellingTo path: String) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, STDERR_FILENO, FileNames.exactPath(path), O_WRONLY | O_CREAT | O_EXCL, 0o600)
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
