// SPDX-License-Identifier: GPL-3.0-or-later

/// What became of a loop's devices while it ran.
public enum DeviceEvent: Hashable, Sendable {
  /// One side of the loop, or both where they stand and fall together.
  public struct Ends: Hashable, Sendable {
    /// The PCMs' names; one where both sides have the same.
    public let devices: [String]
    /// The sides.
    public let directions: Set<StreamDirection>

    init(_ ends: [LoopEnd]) {
      directions = Set(ends.map(\.direction))
      devices = Set(ends.map(\.device)).sorted()
    }
  }

  /// A device has gone, and why; the loop goes on without.
  case lost(Ends, DeviceError)
  /// A device that had gone is there again, but cannot be had as it was; it is tried again.
  case obstructed(Ends, DeviceError)
  /// A device that had gone plays as before.
  case back(Ends, afterSeconds: Double)
  /// Devices play with another period, as asked; what is heard is answered so many frames later than before.
  case periodChanged(from: Int, to: Int, laterFrames: Int)
  /// Devices have not the period that was asked for, and play as before.
  case periodRefused(Int, DeviceError)
}
