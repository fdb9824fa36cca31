// SPDX-License-Identifier: GPL-3.0-or-later

/// A control of a sound card between the microphone and us: a volume, a switch or both.
public struct CaptureControl: Hashable, Sendable {
  /// Its name in ALSA's simple mixer: "Capture", "Mic Boost".
  public let name: String
  /// Distinguishes controls of the same name; from 0.
  public let index: Int
  /// The positions of its volume, as the card counts them; nil if it is a switch alone.
  public let steps: ClosedRange<Int>?
  /// The gain at each of ``steps``, in decibels, rising; empty if the card does not report it.
  public let stepDecibels: [Float]
  /// The present position of its volume.
  public let step: Int
  /// Its switch lets the sound through; nil if it has no switch.
  public let isOn: Bool?

  /// A control with its present position.
  public init(
    name: String, index: Int = 0, steps: ClosedRange<Int>? = nil, stepDecibels: [Float] = [],
    step: Int = 0, isOn: Bool? = nil
  ) {
    precondition(
      stepDecibels.isEmpty || stepDecibels.count == steps?.count, "one gain for each step")
    precondition(steps.map { $0.contains(step) } ?? true, "the volume stands at one of its steps")
    self.name = name
    self.index = index
    self.steps = steps
    self.stepDecibels = stepDecibels
    self.step = step
    self.isOn = isOn
  }

  /// Its present gain, in decibels; nil if the card does not report it.
  public var decibels: Float? { decibels(step: step) }

  /// Its gain at a step, in decibels; nil if the card does not report it.
  public func decibels(step: Int) -> Float? {
    guard let steps, steps.contains(step), !stepDecibels.isEmpty else { return nil }
    return stepDecibels[step - steps.lowerBound]
  }

  /// An amplifier in few coarse steps before the volume proper.
  var isBoost: Bool { name.lowercased().contains("boost") }

  /// How likely it is the microphone's volume; less is likelier, nil if it is not.
  var rank: Int? {
    let name = name.lowercased()
    if isBoost || ["mix", "loopback", "monitor", "sidetone"].contains(where: name.contains) {
      return nil
    }
    if name.hasPrefix("capture") { return 0 }
    if name.contains("mic") { return 1 }
    if ["input", "adc", "pga"].contains(where: name.contains) { return 2 }
    // A volume after the converter also raises the converter's noise, and undoes no clipping.
    return name.contains("digital") ? 4 : 3
  }
}
