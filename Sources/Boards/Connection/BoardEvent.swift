// SPDX-License-Identifier: GPL-3.0-or-later
import Firmata

/// A board that has identified itself.
public struct ConnectedBoard: Hashable, Sendable {
  /// The name of our firmware for pads (`tools/pads`).
  public static let padFirmware = "FlamPads"

  /// The firmware's name; empty if it sent none.
  public var firmware: String
  /// What its pins can do.
  public var profile: BoardProfile
  /// The board sends hits, and expects keep-alives.
  public var hasPads: Bool { firmware == Self.padFirmware }
}

/// What happened to the connection with a board.
public enum BoardEvent: Hashable, Sendable {
  /// The board has identified itself.
  case connected(ConnectedBoard)
  /// The line was lost, or the board fell silent. It is tried again.
  case disconnected
  /// The player ended the connection.
  case forcedDisconnected
  /// A try ended without a message from the board.
  case timedOut
  /// A try failed to open the line, and why.
  case failed(reason: String)
  /// Several tries have failed. Further failures are not reported, but it keeps trying.
  case gaveUp
}
