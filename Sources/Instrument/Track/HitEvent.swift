// SPDX-License-Identifier: GPL-3.0-or-later

/// The kind of an event of a hit.
///
/// A hit is begun once, revised any number of times, and in the end settled or withdrawn. One that
/// never began is only refused.
public enum HitEventKind: String, Codable, CaseIterable, BitwiseCopyable, Sendable {
  /// Decided for the first time; if it has a sound, its voice starts.
  case begun
  /// Its sound or velocity changed.
  case revised
  /// Nothing about it changes any more.
  case settled
  /// It was no hit after all, or is struck anew and begins as another; if it was not answered in the
  /// end, with its ``Hit/refusal``.
  case withdrawn
  /// Heard, but not answered: with its ``Hit/refusal``.
  case refused
}

/// An event of a hit, as the instrument reports it.
public struct HitEvent: BitwiseCopyable, Sendable {
  /// The kind of event.
  public let turn: HitEventKind
  /// The hit as it then stands; its number counts only once it is settled.
  public let hit: Hit
  /// Input frames that had been heard when it was decided; does not depend on the block size.
  public let frame: Int

  /// A turn that was taken when `frame` frames had been heard.
  @_noLocks public init(_ turn: HitEventKind, _ hit: Hit, atFrame frame: Int) {
    self.turn = turn
    self.hit = hit
    self.frame = frame
  }
}
