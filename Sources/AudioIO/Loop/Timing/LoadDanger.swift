// SPDX-License-Identifier: GPL-3.0-or-later

/// What makes a pop likely before there is one.
public struct LoadDanger: Sendable {
  /// So much of the time until a pop may one in a thousand recent blocks use up.
  static let warningShare = 0.5
  /// It takes this many blocks to speak of one in a thousand.
  static let leastBlocks = 1000
  /// Or so many recent blocks may leave less than a quarter of it.
  static let narrowEscapes = 3
  private static let narrowThousandths: UInt64 = 750

  /// Of the time until a pop, what one in a thousand recent blocks used up; 1 is a pop.
  public let usedShare: Double
  /// Processor time that one in a thousand recent blocks took, in nanoseconds.
  public let workNanoseconds: Int
  /// How long the system held the thread up, asleep or at work, for one in a thousand, in nanoseconds.
  public let heldUpNanoseconds: Int
  /// The handler's work is what takes the time, rather than waiting for the processor or the device.
  public var isOurs: Bool { workNanoseconds > heldUpNanoseconds }

  /// The danger that `meter` shows; nil while there is time enough.
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
  /// What has come so near to a pop that one is likely; nil while there is time enough.
  public var danger: LoadDanger? { LoadDanger(self) }
}
