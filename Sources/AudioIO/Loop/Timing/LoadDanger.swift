// SPDX-License-Identifier: GPL-3.0-or-later

/// Signs that a pop is likely, before there is one.
public struct LoadDanger: Sendable {
  /// The share of the time until a pop that one in a thousand recent blocks may use.
  static let warningShare = 0.5
  /// The fewest blocks for a statement about one in a thousand.
  static let leastBlocks = 1000
  /// Or: this many recent blocks left less than a quarter of the time.
  static let narrowEscapes = 3
  private static let narrowThousandths: UInt64 = 750

  /// The share of the time until a pop that one in a thousand recent blocks used; 1 is a pop.
  public let usedShare: Double
  /// The processor time of one in a thousand recent blocks, in nanoseconds.
  public let workNanoseconds: Int
  /// The delay caused by the system, asleep or at work, for one in a thousand, in nanoseconds.
  public let heldUpNanoseconds: Int
  /// The handler's work is the cause, not waiting for the processor or the device.
  public var isOurs: Bool { workNanoseconds > heldUpNanoseconds }

  /// The danger that `meter` shows; nil while there is enough time.
  init?(_ meter: LoadMeter) {
    let used = meter.recently(\.used)
    usedShare = Double(used.valueAtPercentile(99.9)) / 1000
    let isNear = used.totalCount >= Self.leastBlocks && usedShare > Self.warningShare
    let escapes = used.count(within: Self.narrowThousandths...UInt64(Int.max))
    guard isNear || escapes >= Self.narrowEscapes else { return nil }
    workNanoseconds = Int(meter.recently(\.work).valueAtPercentile(99.9))
    heldUpNanoseconds = Int(meter.recently(\.heldUp).valueAtPercentile(99.9))
  }
}

extension LoadMeter {
  /// The danger of a pop; nil while there is enough time.
  public var danger: LoadDanger? { LoadDanger(self) }
}
