// SPDX-License-Identifier: GPL-3.0-or-later
import CNcurses
import Glibc

/// The whole terminal as a screen of lines, drawn by ncurses, which writes no more than what has changed.
///
/// Standard input and output are the terminal. One thread uses it.
public final class TerminalScreen {
  /// Keys that begin with Escape send the rest within this many milliseconds.
  private static let escapeMilliseconds: Int32 = 25
  /// What stands for letters where the locale has no more than ASCII.
  private static let asciiLetters: [Unicode.Scalar: Unicode.Scalar] = [
    "█": "#", "▮": "#", "▯": "-", "░": ".", "●": "*", "·": ".", "→": ">", "│": "|", "─": "-",
    "×": "x", "♩": "=", "▸": ">", "↑": "^", "↓": "v", "←": "<", "▁": "_", "▂": "_", "▃": ".",
    "▄": "-", "▅": "=", "▆": "+", "▇": "#", "–": "-", "…": ".",
  ]

  private let screen: OpaquePointer
  private let colors: TextColors
  private let isUnicode: Bool
  private var drawn: [TextLine] = []
  private var isOpen = true

  /// Takes the terminal over; nil where it can show no screen, as TERM says.
  public init?() {
    setlocale(LC_CTYPE, "")
    isUnicode = String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8"
    // What ncurses does at these signals it would do on any thread, that of the audio too.
    let (resized, stopped) = (signal(SIGWINCH, SIG_IGN), signal(SIGTSTP, SIG_IGN))
    let opened = nc_open()
    signal(SIGTSTP, stopped)
    guard let opened else {
      signal(SIGWINCH, resized)
      return nil
    }
    guard nc_places_cursor() != 0 else {
      endwin()
      delscreen(opened)
      signal(SIGWINCH, resized)
      return nil
    }
    screen = opened
    cbreak()
    noecho()
    nonl()
    nodelay(nc_window(), true)
    keypad(nc_window(), true)
    set_escdelay(Self.escapeMilliseconds)
    curs_set(0)
    start_color()
    colors = TextColors()
    Self.keepKeys()
  }

  deinit { close() }

  /// Ctrl-Z, Ctrl-S and Ctrl-Q are keys; Ctrl-C ends as ever.
  private static func keepKeys() {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return }
    modes.c_iflag &= ~tcflag_t(IXON)
    withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(VSUSP)] = 0 }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
    def_prog_mode()
  }

  /// Rows and columns, as they are now.
  public var size: (rows: Int, columns: Int) {
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0,
      is_term_resized(Int32(size.ws_row), Int32(size.ws_col))
    {
      resizeterm(Int32(size.ws_row), Int32(size.ws_col))
      redraw()
    }
    return (Int(getmaxy(nc_window())), Int(getmaxx(nc_window())))
  }

  /// Shows lines from the top; what has not changed since the last call is not written.
  ///
  /// - Parameter cursor: Row and column at which somebody types; nil for nowhere.
  public func draw(_ lines: [TextLine], cursor: (row: Int, column: Int)? = nil) {
    guard isOpen else { return }
    let (rows, columns) = size
    for row in 0..<rows {
      let line = row < lines.count ? lines[row].fitted(to: columns) : TextLine().fitted(to: columns)
      guard row >= drawn.count || drawn[row] != line else { continue }
      draw(line, row: row)
      if row < drawn.count { drawn[row] = line } else { drawn.append(line) }
    }
    if drawn.count > rows { drawn.removeLast(drawn.count - rows) }
    if let cursor { move(Int32(cursor.row), Int32(cursor.column)) }
    curs_set(cursor == nil ? 0 : 1)
    refresh()
  }

  private func draw(_ line: TextLine, row: Int) {
    move(Int32(row), 0)
    for piece in line.pieces {
      colors.use(piece.style)
      let letters = piece.text.unicodeScalars.map { scalar in
        wchar_t(bitPattern: (isUnicode ? scalar : Self.ascii(scalar)).value)
      }
      addnwstr(letters, Int32(letters.count))
    }
    colors.use(.plain)
  }

  private static func ascii(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.isASCII ? scalar : asciiLetters[scalar] ?? "?"
  }

  /// Draws everything anew at the next call.
  public func redraw() {
    drawn = []
    clear()
  }

  /// The keys that were pressed since the last call; returns at once.
  public func newKeys() -> [Key] {
    var keys: [Key] = []
    guard isOpen else { return keys }
    while true {
      var character = wint_t()
      switch get_wch(&character) {
      case OK: Key(character: character).map { keys.append($0) }
      case Int32(KEY_CODE_YES): Key(code: Int32(character)).map { keys.append($0) }
      default: return keys
      }
    }
  }

  /// Gives the terminal back and stops the program, as Ctrl-Z does; takes it over again once the program goes on.
  public func suspend() {
    endwin()
    kill(0, SIGTSTP)
    redraw()
    refresh()
  }

  /// Gives the terminal back as it was.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    endwin()
    delscreen(screen)
  }
}
