// SPDX-License-Identifier: GPL-3.0-or-later

/// Notices a card that has one microphone and gives its sound twice.
struct ChannelCopies: BitwiseCopyable {
  /// So long a sound on both channels alike shows that one is a copy of the other, in seconds.
  private static let shownSeconds: Float = 1

  private let shownFrames: Int
  private var sameFrames = 0
  private var hasDiffered = false

  init(sampleRateHz: Float) { shownFrames = Int(Self.shownSeconds * sampleRateHz) }

  /// All that was heard on both channels was the same, silence aside.
  var areShown: Bool { @_noLocks get { !hasDiffered && sameFrames >= shownFrames } }

  /// Hears the next frame.
  @_noLocks mutating func hear(_ first: Float, _ second: Float) {
    if first != second {
      hasDiffered = true
    } else if first != 0 && sameFrames < shownFrames {
      sameFrames += 1
    }
  }
}
