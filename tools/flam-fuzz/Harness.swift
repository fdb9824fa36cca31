// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A parser that gets the fuzzer's inputs.
struct Harness: Sendable {
  /// Time that an input may take, of all processors together: every limit of the readers leaves it
  /// far below.
  static let mostSeconds = 2.0

  /// As `tools/fuzz` calls it.
  let name: String
  /// Its subject, for a person.
  let reads: String
  /// The material of inputs: words of the format.
  let words: [String]
  /// Inputs to begin with, each of which is understood.
  let seeds: @Sendable () throws -> [[UInt8]]
  /// Reads an input, and uses the result as the program does; false if the input is refused. A trap
  /// is a find.
  let accepts: @Sendable (Sandbox, FuzzInput) throws -> Bool

  /// All of them.
  static let all = [
    sfz, hydrogen, drumGizmo, archive, folder, profile, session, hits, strokes, calls,
    journal,
    wav, flac, ogg, firmata, osc, score, soundFont, pattern, midiFile,
  ]

  /// Tries an input, and traps if it takes too long.
  func run(_ input: FuzzInput, in sandbox: Sandbox) -> Bool {
    let start = Self.processorSeconds
    let isAccepted = (try? accepts(sandbox, input)) ?? false
    let seconds = Self.processorSeconds - start
    guard seconds < Self.mostSeconds else {
      fatalError("\(name): an input of \(input.bytes.count) bytes took \(seconds) s")
    }
    return isAccepted
  }

  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
  }
}
