// SPDX-License-Identifier: GPL-3.0-or-later

/// What moves a parameter of a zone by how a note is played: by its velocity or key, or by a controller.
///
/// Source: "SoundFont Technical Specification", version 2.04, E-mu Systems, 2006, chapters 8.2, 8.4 and 9.5; curves and
/// default modulators are those that FluidSynth 2.3 plays.
struct SoundFontModulator: Sendable, Equatable {
  /// Modulators of a zone that are used at most, as in FluidSynth.
  static let mostOfZone = 64

  let source: ModulatorSource
  /// Multiplies the amount.
  let amountSource: ModulatorSource
  /// The parameter that it moves, by its number in the format.
  let destination: Int
  /// What is added to the parameter at the top of the source, in the unit of the parameter.
  var amount: Int
  /// What is added is never negative.
  let isAbsolute: Bool

  /// Nil for one that cannot be played: it is of a kind that is not known, or it moves or follows another modulator.
  init?(source: Int, destination: Int, amount: Int, amountSource: Int, transform: Int = 0) {
    self.source = ModulatorSource(bits: source)
    self.amountSource = ModulatorSource(bits: amountSource)
    guard transform == 0 || transform == 2, destination < 0x8000, self.source.isKnown,
      self.amountSource.isKnown
    else { return nil }
    (self.destination, self.amount) = (destination, amount)
    isAbsolute = transform == 2
  }

  /// Moves the same in the same way, be it by another amount.
  func isIdentical(to other: SoundFontModulator) -> Bool {
    source == other.source && amountSource == other.amountSource
      && destination == other.destination && isAbsolute == other.isAbsolute
  }

  /// What it adds to its parameter. Without a source it adds nothing.
  func value(_ controls: SoundFontControls) -> Double {
    guard !source.isNone, !isVelocityToFilter else { return 0 }
    let value = Double(amount) * source.value(controls) * amountSource.value(controls)
    return isAbsolute ? abs(value) : value
  }

  /// The specification darkens soft notes of all instruments by a modulator with a step at velocity 64. Synthesizers leave it
  /// out, and fonts have learned not to expect it.
  private var isVelocityToFilter: Bool {
    destination == Generator.filterCutoff.rawValue && source.bits == 0x0102
      && amountSource.bits == 0x0c02
  }

  /// What every zone has that does not say otherwise: velocity, volume and expression by the concave curve, vibrato by the
  /// wheel and pressure, pan, sends, and the pitch wheel.
  static let defaults: [SoundFontModulator] = [
    (0x0502, Generator.attenuation, 960, 0), (0x000d, .vibratoToPitch, 50, 0),
    (0x0081, .vibratoToPitch, 50, 0), (0x0587, .attenuation, 960, 0), (0x028a, .pan, 500, 0),
    (0x058b, .attenuation, 960, 0), (0x00db, .reverbSend, 200, 0), (0x00dd, .chorusSend, 200, 0),
    (0x020e, .fineTune, 12_800, 0x0010),
  ].compactMap { source, destination, amount, amountSource in
    SoundFontModulator(
      source: source, destination: destination.rawValue, amount: amount,
      amountSource: amountSource)
  }
}

extension [SoundFontModulator] {
  /// The same with others in place of those that they are identical to.
  func overridden(by others: [SoundFontModulator]) -> [SoundFontModulator] {
    combined(others) { $0 = $1 }
  }

  /// The same with the amounts of others added.
  func adding(_ others: [SoundFontModulator]) -> [SoundFontModulator] {
    combined(others) { $0.amount += $1.amount }
  }

  private func combined(
    _ others: [SoundFontModulator],
    _ combine: (inout SoundFontModulator, SoundFontModulator) -> Void
  ) -> [SoundFontModulator] {
    var all = self
    for other in others {
      if let place = all.firstIndex(where: { $0.isIdentical(to: other) }) {
        combine(&all[place], other)
      } else if all.count < SoundFontModulator.mostOfZone {
        all.append(other)
      }
    }
    return all
  }
}
