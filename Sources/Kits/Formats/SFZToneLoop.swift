// SPDX-License-Identifier: GPL-3.0-or-later

/// The part of a sound that repeats while a note of an instrument lasts. Drums leave it out.
///
/// Source: sfzformat.info, `loop_mode`, `loop_start`, `loop_end`.
struct SFZToneLoop: Sendable, Hashable {
  /// When it repeats.
  enum Mode: String {
    case none = "no_loop"
    case oneShot = "one_shot"
    case always = "loop_continuous"
    case whileHeld = "loop_sustain"
  }

  /// Nil where the file says nothing: a sound that has a loop of its own repeats it then.
  let mode: Mode?
  /// The first and the last frame of the file that repeat; nil for those that the sound itself names.
  private let first, last: Int?

  init(_ opcodes: SFZOpcodes) {
    mode = opcodes.text("loop_mode").flatMap(Mode.init)
    first = opcodes.integer("loop_start") ?? opcodes.integer("loopstart")
    last = opcodes.integer("loop_end") ?? opcodes.integer("loopend")
  }

  /// The frames that repeat of a sound from one of its frames to another, counted from the first; nil for none.
  ///
  /// - Parameter own: The loop that the sound's file names.
  func frames(own: Range<Int>?, in played: Range<Int>) -> Range<Int>? {
    switch mode {
    case .some(.none), .oneShot: return nil
    case nil where own == nil && first == nil: return nil
    case nil, .always, .whileHeld: break
    }
    let start = max(played.lowerBound, first ?? own?.lowerBound ?? played.lowerBound)
    let end = min(played.upperBound, last.map { $0 + 1 } ?? own?.upperBound ?? played.upperBound)
    guard start < end else { return nil }
    return start - played.lowerBound..<end - played.lowerBound
  }
}
