// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of a sound that is played more than once; the sound ends with it.
struct SampleLoop: Sendable, Hashable {
  /// The direction of playing.
  enum Direction: Sendable { case forwards, backwards, toAndFro }

  /// The longest that loops make a sound, in frames: a minute and a half at 44.1 kHz.
  static let maximumFrames = 1 << 22

  /// Frames after the beginning of the slice.
  var firstFrame: Int
  /// How many times it is played after the first time.
  var count: Int
  var direction = Direction.forwards

  /// A sound with its loops played.
  func played(_ frames: [SIMD2<Float>]) -> [SIMD2<Float>] {
    let part = frames[min(max(0, firstFrame), frames.count)...]
    let most = Self.maximumFrames / max(1, part.count)
    guard !part.isEmpty else { return frames }
    var whole = frames
    if direction == .backwards { whole.replaceSubrange(part.indices, with: part.reversed()) }
    for turn in 0..<min(max(0, count), most) {
      let isBackwards =
        switch direction {
        case .forwards: false
        case .backwards: true
        case .toAndFro: turn % 2 == 0
        }
      if isBackwards { whole += part.reversed() } else { whole += part }
    }
    return whole
  }
}
