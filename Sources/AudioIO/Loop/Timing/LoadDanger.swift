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
  /// What one in a thousand recent blocks took, in nanoseconds.
  public let blockNanoseconds: Int
  /// How late the thread woke up for one in a thousand, in nanoseconds.
  public let wakeUpNanoseconds: Int
  /// The handler's work is what takes the time, rather than waiting for the processor or the device.
  public var isOurs: Bool { blockNanoseconds > wakeUpNanoseconds }

  /// The danger that `meter` shows; nil while there is time enough.
  init?(_ meter: LoadMeter) {
    let used = meter.recently(\.used)
    usedShare = Double(used.valueAtPercentile(99.9)) / 1000
    let isNear = used.totalCount >= Self.leastBlocks && usedShare > Self.warningShare
    let escapes = used.count(within: Self.narrowThousandths...UInt64(Int.max))
    guard isNear || escapes >= Self.narrowEscapes else { return nil }
    blockNanoseconds = Int(meter.recently(\.blocks).valueAtPercentile(99.9))
    wakeUpNanoseconds = Int(meter.recently(\.wakeUps).valueAtPercentile(99.9))
  }
}

extension LoadMeter {
  /// What has come so near to a pop that one is likely; nil while there is time enough.
  public var danger: LoadDanger? { LoadDanger(self) }
}
