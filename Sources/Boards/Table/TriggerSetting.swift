// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument

/// A pad's settings, under the names that drummers use.
public enum TriggerSetting: String, CaseIterable, Sendable {
  case sensitivity, threshold, curve, mask, crosstalk, scan, retrigger

  /// The unit after the value.
  fileprivate var unit: String {
    switch self {
    case .sensitivity, .curve: ""
    case .threshold, .crosstalk: " %"
    case .mask, .scan, .retrigger: " ms"
    }
  }

  fileprivate var number: WritableKeyPath<BoardTable.Pad, Double>? {
    switch self {
    case .sensitivity: \.sensitivity
    case .threshold: \.thresholdPercent
    case .curve: nil
    case .mask: \.maskMilliseconds
    case .crosstalk: \.crosstalkPercent
    case .scan: \.scanMilliseconds
    case .retrigger: \.retriggerMilliseconds
    }
  }
}

extension BoardTable.Pad {
  /// Sets a value that a person typed.
  ///
  /// - Returns: Why that is impossible; nil if it is set.
  public mutating func set(_ setting: TriggerSetting, to value: String) -> String? {
    var changed = self
    if let number = setting.number {
      guard let value = Double(value), value.isFinite else {
        return "'\(value)' is not a number; '\(setting.rawValue)' takes one"
      }
      changed[keyPath: number] = value
    } else {
      guard let curve = VelocityCurve(rawValue: value) else {
        let curves = VelocityCurve.allCases.map(\.rawValue).joined(separator: ", ")
        return "there is no curve '\(value)'; curves are \(curves)"
      }
      changed.curve = curve
    }
    if let fault = BoardTable(pads: [changed]).fault { return fault }
    self = changed
    return nil
  }

  /// The command that sets another pad of the same input like this one.
  public func command(_ setting: TriggerSetting) -> EngineCommand.Trigger {
    var change = EngineCommand.Trigger(input: input)
    switch setting {
    case .sensitivity: change.sensitivity = sensitivity
    case .threshold: change.thresholdPercent = thresholdPercent
    case .curve: change.curve = curve
    case .mask: change.maskMilliseconds = maskMilliseconds
    case .crosstalk: change.crosstalkPercent = crosstalkPercent
    case .scan: change.scanMilliseconds = scanMilliseconds
    case .retrigger: change.retriggerMilliseconds = retriggerMilliseconds
    }
    return change
  }

  /// "sensitivity 50, threshold 2.4 %, curve linear, ...".
  public var settingsText: String {
    TriggerSetting.allCases.map { "\($0.rawValue) \(text($0))" }.joined(separator: ", ")
  }

  /// "2.4 %".
  public func text(_ setting: TriggerSetting) -> String { value(setting) + setting.unit }

  /// As a person types it: "2.4".
  public func value(_ setting: TriggerSetting) -> String {
    setting.number.map { "\(self[keyPath: $0])" } ?? curve.rawValue
  }
}
