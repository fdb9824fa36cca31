// SPDX-License-Identifier: GPL-3.0-or-later

/// An event of a loop's devices while it runs.
public enum DeviceEvent: Hashable, Sendable {
  /// One side of the loop, or both if they share a clock.
  public struct Ends: Hashable, Sendable {
    /// The PCMs' names; one if both sides have the same.
    public let devices: [String]
    /// The sides.
    public let directions: Set<StreamDirection>

    init(_ ends: [LoopEnd]) {
      directions = Set(ends.map(\.direction))
      devices = Set(ends.map(\.device)).sorted()
    }
  }

  /// A device was lost, and why. The loop continues without it.
  case lost(Ends, DeviceError)
  /// A lost device exists again, but does not give the same settings; it is tried again.
  case obstructed(Ends, DeviceError)
  /// A lost device plays again.
  case back(Ends, afterSeconds: Double)
  /// Devices play with another period, as requested; drums come this many frames later than before.
  case periodChanged(from: Int, to: Int, laterFrames: Int)
  /// Devices refuse the wanted period, and play as before.
  case periodRefused(Int, DeviceError)
}
