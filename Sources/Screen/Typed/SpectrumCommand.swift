// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Reports

/// How the output sounds, asked for by the typed word "spectrum".
struct SpectrumCommand {
  /// The typed command.
  static let help = """
    spectrum             phase and balance of what sounds, its strongest tone, and
                         how loud each third of an octave is
    """

  /// First words of the lines that it carries out.
  static let verbs = ["spectrum"]

  private let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  /// Answers a typed line; nil if it is about something else.
  func carryOut(_ line: String) -> [String]? {
    line.lowercased() == "spectrum" ? SpectrumText.lines(engine.outputSpectrum) : nil
  }
}
