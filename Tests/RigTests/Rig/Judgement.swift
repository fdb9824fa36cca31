// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

/// The judged times of programs, and those left out since the machine itself was late. Each line
/// that is printed here is counted by `tools/test`: if more than a fifth is left out, the tests
/// have failed.
enum Judgement {
  /// So many things were recorded, and the machine was on time for so many of them.
  static func count(_ judged: Int, of recorded: Int, else reason: @autoclosure () -> String) {
    let left = judged < recorded ? ": \(reason())" : ""
    print("rig: judged \(judged) of \(recorded)\(left)")
  }

  /// Nothing can be judged of one recording: the test ends here.
  static func leaveOut(_ reason: String) throws -> Never {
    count(0, of: 1, else: reason)
    try Test.cancel("not judged: \(reason)")
  }
}
