// SPDX-License-Identifier: GPL-3.0-or-later
import Firmata

/// A board that has said who it is.
public struct ConnectedBoard: Hashable, Sendable {
  /// The firmware that plays pads (`tools/pads`) calls itself so.
  public static let padFirmware = "FlamPads"

  /// The firmware's name; empty where it told none.
  public var firmware: String
  /// What its pins can do.
  public var profile: BoardProfile
  /// Whether it tells hits, and wants to know that we are there.
  public var hasPads: Bool { firmware == Self.padFirmware }
}

/// What happens to the connection with a board.
public enum BoardEvent: Hashable, Sendable {
  /// It has said who it is.
  case connected(ConnectedBoard)
  /// The line was lost, or the board fell silent; it is tried again.
  case disconnected
  /// It was asked for.
  case forcedDisconnected
  /// A try ended without a word from the board.
  case timedOut
  /// A try ended without a line, and why.
  case failed(reason: String)
  /// So many tries have failed that from now on no more is told, until it succeeds. It goes on trying.
  case gaveUp
}
