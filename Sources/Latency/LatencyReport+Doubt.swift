// SPDX-License-Identifier: GPL-3.0-or-later

extension LatencyReport {
  /// Why figures cannot be the delay.
  public enum Doubt: Sendable, Equatable {
    /// At least half of the sounds came before their taps; the median in milliseconds.
    case soundBeforeTap(milliseconds: Double)
    /// An item is negative.
    case negative(Item, milliseconds: Double)
    /// The items differ from the measurement by this much: below zero or above 5 ms.
    case unexplained(milliseconds: Double)
  }

  /// The evidence against the figures; nil if there is none. Doubtful figures are not shown to
  /// anybody.
  public var doubt: Doubt? {
    guard medianMilliseconds >= 0 else {
      return .soundBeforeTap(milliseconds: -medianMilliseconds)
    }
    for stage in stages {
      switch stage.name {
      case .unexplained where !(0...Self.mostUnexplainedMilliseconds ~= stage.milliseconds):
        return .unexplained(milliseconds: stage.milliseconds)
      case .measurementError, .earlyStart, .unexplained: continue
      default:
        guard stage.milliseconds >= 0 else {
          return .negative(stage.name, milliseconds: stage.milliseconds)
        }
      }
    }
    return nil
  }
}
