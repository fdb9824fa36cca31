// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The gain that velocity gives a region of SFZ as a controller.
struct SFZVelocityGain {
  private let decibels: [(value: Float, curve: Int)]
  private let percents: [(value: Float, curve: Int)]
  private let control: SFZControl

  init(_ opcodes: SFZOpcodes, _ control: SFZControl) {
    self.control = control
    decibels = opcodes.moves(of: "volume", by: SFZNoteController.velocity)
    percents = opcodes.moves(of: "amplitude", by: SFZNoteController.velocity)
  }

  /// It gives none.
  var isNone: Bool { decibels.isEmpty && percents.isEmpty }

  /// Linear, at a MIDI velocity.
  func gain(velocity: Int) -> Float {
    let position = Float(velocity) / 127
    let sum = decibels.reduce(0) { $0 + $1.value * control.shape(position, curve: $1.curve) }
    let product = percents.reduce(1) {
      $0 * min(10, max(0, $1.value / 100 * control.shape(position, curve: $1.curve)))
    }
    return min(1000, Units.amplitude(decibels: min(48, max(-144, sum))) * product)
  }
}
