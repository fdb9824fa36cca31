// SPDX-License-Identifier: GPL-3.0-or-later

/// Notices a card that has one microphone: it gives its sound twice, or nothing on the second
/// channel.
struct ChannelCopies: BitwiseCopyable {
  /// If a sound is the same on both channels for this long, one is a copy of the other, in seconds.
  private static let shownSeconds: Float = 1

  private let shownFrames: Int
  private var sameFrames = 0
  private var hasDiffered = false
  private var soundFrames = 0
  private var isSecondHeard = false

  init(sampleRateHz: Float) { shownFrames = Int(Self.shownSeconds * sampleRateHz) }

  /// All that was heard on both channels was the same, silence aside.
  var areShown: Bool { @_noLocks get { !hasDiffered && sameFrames >= shownFrames } }

  /// Nothing was heard on the second channel, while there was sound on the first.
  var isSecondSilent: Bool { @_noLocks get { !isSecondHeard && soundFrames >= shownFrames } }

  /// Hears the next frame.
  @_noLocks mutating func hear(_ first: Float, _ second: Float) {
    if second != 0 { isSecondHeard = true }
    if first != 0 && soundFrames < shownFrames { soundFrames += 1 }
    if first != second {
      hasDiffered = true
    } else if first != 0 && sameFrames < shownFrames {
      sameFrames += 1
    }
  }
}
