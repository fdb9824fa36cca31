// SPDX-License-Identifier: GPL-3.0-or-later

/// What ends a sound, and what it ends, where that holds for one sound of a stroke alone: one of two
/// microphones, or the strokes of one strength. What ends all of a pad is a ``Choke``.
public struct SoundChoke: BitwiseCopyable, Hashable, Sendable {
  /// The group that it belongs to; 0 for none.
  public let group: Int
  /// The group whose sounds end it; 0 for none.
  public let endedBy: Int
  /// How long it then takes to fade, in seconds.
  public let seconds: Float
  /// It fades as envelopes do, see ``GainRamp``.
  public let isSteep: Bool

  /// Neither ends anything nor is ended.
  public static let none = SoundChoke(group: 0, endedBy: 0, seconds: 0)

  /// A sound of a group, which those of another, or of the same, may end.
  public init(group: Int, endedBy: Int, seconds: Float, isSteep: Bool = false) {
    self.group = group
    self.endedBy = endedBy
    self.seconds = seconds
    self.isSteep = isSteep
  }
}
