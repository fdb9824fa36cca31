// SPDX-License-Identifier: GPL-3.0-or-later

/// A control of a sound card on the way from the microphone to us: a volume, a switch or both.
public struct CaptureControl: Hashable, Sendable {
  /// As ALSA's simple mixer calls it: "Capture", "Mic Boost".
  public let name: String
  /// Tells controls of one name apart; from 0.
  public let index: Int
  /// The positions of its volume, as the card counts them; nil if it is a switch alone.
  public let steps: ClosedRange<Int>?
  /// Gain at each of ``steps``, in decibels, rising; empty if the card does not tell.
  public let stepDecibels: [Float]
  /// Where its volume stands.
  public let step: Int
  /// Whether its switch lets the sound through; nil if it has none.
  public let isOn: Bool?

  /// A control as a card shows it.
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

  /// Its gain as it stands, in decibels; nil if the card does not tell.
  public var decibels: Float? { decibels(step: step) }

  /// Its gain at a step, in decibels; nil if the card does not tell.
  public func decibels(step: Int) -> Float? {
    guard let steps, steps.contains(step), !stepDecibels.isEmpty else { return nil }
    return stepDecibels[step - steps.lowerBound]
  }

  /// An amplifier in few coarse steps before the volume proper.
  var isBoost: Bool { name.lowercased().contains("boost") }

  /// How likely it is the volume that the microphone goes through; less is likelier, nil if it is none.
  var rank: Int? {
    let name = name.lowercased()
    if isBoost || ["mix", "loopback", "monitor", "sidetone"].contains(where: name.contains) {
      return nil
    }
    if name.hasPrefix("capture") { return 0 }
    if name.contains("mic") { return 1 }
    if ["input", "adc", "pga"].contains(where: name.contains) { return 2 }
    // A volume behind the converter raises its noise as well and undoes no clipping.
    return name.contains("digital") ? 4 : 3
  }
}
