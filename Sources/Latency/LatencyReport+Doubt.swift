// SPDX-License-Identifier: GPL-3.0-or-later

extension LatencyReport {
  /// Why figures cannot be the delay.
  public enum Doubt: Sendable, Equatable {
    /// Half of the sounds and more came before their taps: by so many milliseconds in the median.
    case soundBeforeTap(milliseconds: Double)
    /// An item would take less than no time.
    case negative(Item, milliseconds: Double)
    /// The items miss the measurement by so much: below zero or above 5 ms.
    case unexplained(milliseconds: Double)
  }

  /// What speaks against the figures; nil if nothing does. Figures in doubt are told to nobody.
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
