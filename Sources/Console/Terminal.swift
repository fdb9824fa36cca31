// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage
import Synchronization

/// Where a command writes: results on standard output, everything else on standard error. All text passes
/// ``Swift/StringProtocol/printable``.
package enum Terminal {
  /// Standard error is read by a person.
  package static let isWatched = isatty(STDERR_FILENO) == 1

  /// Who reads standard error can answer, too.
  package static var isAnswered: Bool { isWatched && isatty(STDIN_FILENO) == 1 }

  /// A person sits before a terminal that shows standard output and error, and types into it, with nothing else in front.
  package static var isScreen: Bool {
    isAnswered && isatty(STDOUT_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp()
  }

  /// Writes a line to standard error; where a person watches, as many as it takes to break none within a word.
  package static func report(_ line: String) {
    let text = line.printable
    let lines = isWatched ? WrappedText.lines(text, width: columnCount) : [text]
    write(lines.joined(separator: "\n") + "\n", to: STDERR_FILENO)
  }

  /// Writes lines to standard error.
  package static func reportLines(_ lines: [String]) { lines.forEach(report) }

  /// Writes a text of several lines to standard error. What stands in it from outside must be `printable` already.
  package static func reportBlock(_ block: String) { reportLines(lines(of: block)) }

  /// Whoever read standard output has had enough (`flam … | head`): no failure, but nothing is left to be done.
  package struct ReaderGone: Error {}

  /// Makes the standard streams safe to use; to be called before anything is opened.
  ///
  /// A stream that is closed is given a place of its own, lest a file of ours take its number and get our text. A
  /// reader that goes away is noticed where we write, so that recordings are closed before we end.
  package static func prepare() {
    while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 {
      guard descriptor <= STDERR_FILENO else {
        close(descriptor)
        break
      }
    }
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes a line to standard output at once, so that whoever reads along is not kept waiting.
  ///
  /// - Parameter isFaint: A terminal shows it dim: it need not be read.
  package static func print(_ line: String, isFaint: Bool = false) throws {
    // A reader that does not read keeps us waiting, but not from ending when we are asked to.
    var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    while poll(&output, 1, 100) == 0 { if StopSignals.isPending { throw ReaderGone() } }
    let isDim = isFaint && isatty(STDOUT_FILENO) == 1
    let shown = isDim ? "\u{1B}[2m" + line.printable + "\u{1B}[0m" : line.printable
    guard !write(shown + "\n", to: STDOUT_FILENO) else { return }
    if errno == EPIPE { throw ReaderGone() }
    throw CommandFailure(
      .inputOutput,
      "cannot write to standard output: \(String(cString: strerror(errno))); "
        + "send it somewhere else")
  }

  /// Writes lines to standard output.
  package static func printLines(_ lines: [String]) throws { for line in lines { try print(line) } }

  /// Writes a text of several lines to standard output. What stands in it from outside must be `printable` already.
  package static func printBlock(_ block: String) throws { try printLines(lines(of: block)) }

  private static func lines(of block: String) -> [String] {
    block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The line that was typed since the last call, without blanks around it; nil where there was none, or an empty one.
  /// While another program is in the foreground, what is typed is meant for that.
  package static func newLine() -> String? {
    guard isatty(STDIN_FILENO) == 0 || tcgetpgrp(STDIN_FILENO) == getpgrp() else { return nil }
    if keys.withLock(\.areRead) { readKeys() }
    guard let answer = newAnswer(), !answer.isEmpty else { return nil }
    if keys.withLock(\.areRead) {
      clear()
      report("> " + answer)
    }
    return answer
  }

  /// The line that was typed since the last call, without blanks around it, if one was; empty at the end of the input.
  package static func newAnswer() -> String? {
    let readsKeys = keys.withLock(\.areRead)
    let typedLine = typed.withLock { $0.newLine(from: STDIN_FILENO, readsKeys: readsKeys) }
    guard let line = typedLine else { return nil }
    let end = line.lastIndex { !$0.isWhitespace }.map(line.index(after:)) ?? line.startIndex
    return String(line[..<end].drop { $0.isWhitespace })
  }

  /// The answer to a question since the last call, in lower case; nil where there is none yet.
  ///
  /// - Parameter keys: They answer at once, where a person types them; Return answers with nothing.
  package static func newKey(of keys: String) -> String? {
    readKeys()
    if let answer = newAnswer() {
      readLines()
      return answer.lowercased()
    }
    let key = typed.withLock { $0.takeUnfinished() }.lowercased().prefix(1)
    guard !key.isEmpty, keys.contains(key) else { return nil }
    readLines()
    return String(key)
  }

  private static let typed = Mutex(TypedText())
  private static let keys = Mutex(TerminalKeys())

  /// Where a person can answer, shows what is typed itself from now on, in place of the line of ``show(_:)``.
  package static func readKeys() {
    guard isAnswered else { return }
    keys.withLock { $0.read(from: STDIN_FILENO) }
  }

  /// Leaves it to the terminal again to show what is typed.
  package static func readLines() { keys.withLock { $0.giveBack(STDIN_FILENO) } }

  /// Writes over the current line of standard error, where a person watches; what does not fit is left out, since a
  /// second line would stay. A line that is being typed is shown instead, with its end.
  package static func show(_ line: String) {
    guard isWatched else { return }
    let width = max(1, columnCount - 1)
    let unfinished = typed.withLock(\.unfinished)
    let shown =
      unfinished.isEmpty
      ? String(line.printable.prefix(width))
      : "> " + unfinished.printable.suffix(max(1, width - 2))
    draw(shown)
  }

  private static func draw(_ line: String) { write("\r\u{1B}[K" + line, to: STDERR_FILENO) }

  /// Letters that fit on a line of the terminal.
  private static var columnCount: Int {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Clears what ``show(_:)`` wrote.
  package static func clear() { if isWatched { draw("") } }

  /// Writes all of `text`; false where that fails.
  @discardableResult package static func write(_ text: String, to descriptor: Int32) -> Bool {
    (try? WholeFile.append(text.utf8, to: descriptor)) != nil
  }
}
