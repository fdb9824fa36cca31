// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Engine
import Instrument
import Screen

/// How the drums sound.
struct SoundOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Gain of all drums in dB (-60...24).", valueName: "decibels"))
  var gain: Float = InstrumentSettings().gainDecibels

  @OptionGroup var kitOptions: KitOptions

  @OptionGroup var curve: VelocityCurveOption

  @Option(
    help: ArgumentHelp(
      """
      Which recording of a drum plays. scored: near to your hit, and not used for long. nearest: always the same for the \
      same hit.
      """, valueName: "which"))
  var variation = VariationChoice.scored

  @Option(
    help: ArgumentHelp(
      "How much drums of equal hits differ in loudness, tone and pitch (0...4).",
      valueName: "amount"))
  var humanise: Float = 1

  @OptionGroup var racks: RackOptions

  var velocityCurve: VelocityCurve? { curve.velocityCurve }

  func validate() throws {
    guard (0...4).contains(humanise) else {
      throw ValidationError("--humanise must lie in 0...4, not \(humanise).")
    }
    guard InstrumentSettings.gainsDecibels.contains(gain) else {
      throw ValidationError("--gain must lie in -60...24, not \(gain).")
    }
  }
}

/// The effects on buses and drums.
struct RackOptions: ParsableArguments {
  @Option(
    name: .customLong("fx"),
    help: ArgumentHelp(
      """
      Effects on a bus or a drum: drums:delay:time=0.3,reverb. Repeat for others. 'flam fx --help' lists the effects. \
      Buses: \(RackPlace.busNames).
      """, valueName: "bus:effects"),
    transform: { try EffectText.bus($0) })
  var chains: [BusChain] = []

  @OptionGroup var chosen: PresetOption

  @OptionGroup var matrix: MatrixOption

  /// What the slots hold, the drums by their names in a kit; an error if it has no such drum. A part
  /// of a kit may lack some of its drums.
  func slots(on kit: Kit) throws(CommandFailure) -> [SlotChange]? {
    guard let slots = try slots() else { return nil }
    guard kit.isWhole else { return slots }
    do throws(EngineError) { return try kit.slots(slots) } catch {
      throw CommandFailure(.usage, "cannot \(error.operation): \(error.reason); \(error.advice)")
    }
  }

  /// What the slots hold, as they were written, the preset's effects first; nil for nothing.
  func slots() throws(CommandFailure) -> [SlotChange]? {
    let preset = try chosen.loaded()?.chains ?? []
    guard !(preset + chains).isEmpty else { return nil }
    do throws(TypedFault) { return try BusChain.slots(preset + chains) } catch {
      throw CommandFailure(.usage, "cannot use these effects: \(error.description)")
    }
  }

  func validate() throws {
    do { _ = try BusChain.slots(chains) } catch { throw ValidationError("\(error)") }
  }
}

/// The rows of the matrix of hits.
struct MatrixOption: ParsableArguments {
  @Option(
    name: .customLong("mod"),
    help: ArgumentHelp(
      """
      Each hit moves a value of an effect: velocity:drums:1:cutoff=0.5. Also brightness, loudness, place (in the bar). The \
      amount is a part of the value's range (-1...1). Repeat for others.
      """, valueName: "row"),
    transform: { try ModulationText.row($0) })
  var rows: [Modulation] = []

  /// The rows, the drums by their names in a kit if a whole one is given; nil for none. An error if
  /// they do not fit what the slots hold: those of drums are checked with a whole kit alone.
  ///
  /// - Parameters:
  ///   - slots: What they hold, the drums by the same names.
  ///   - isLater: An empty slot may be filled later.
  func rows(
    on kit: Kit? = nil, _ slots: [SlotChange]?, isLater: Bool = false
  ) throws(CommandFailure) -> [Modulation]? {
    guard !rows.isEmpty else { return nil }
    do {
      try ModulationText.check(rows, on: slots ?? [], isLater: isLater)
      return try kit?.modulations(rows, on: slots ?? [], isLater: isLater) ?? rows
    } catch let error as EngineError {
      throw CommandFailure(.usage, "cannot \(error.operation): \(error.reason); \(error.advice)")
    } catch {
      throw CommandFailure(.usage, "cannot have effects follow hits: \(error)")
    }
  }
}

/// A preset of effects.
struct PresetOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Effects of a preset: a name, such as dub, or a file with lines as 'drums: delay:time=0.3, lowpass'. Those of --fx \
      come after them.
      """, valueName: "name"))
  var preset: String?

  /// Its racks; nil for none.
  func loaded() throws(CommandFailure) -> EffectPreset? {
    guard let preset else { return nil }
    return try PresetLocator().preset(preset)
  }
}

/// How the strength of a hit becomes the velocity of its drum.
struct VelocityCurveOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      How strength becomes velocity: exp favours hard hits, log soft ones, loud plays all strongly. Default: the \
      profile's, else linear.
      """, valueName: "curve"))
  var velocityCurve: VelocityCurve?
}

/// The number of voices, their memory, and the seed of random choices.
struct VoiceOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number behind all random choices, 0 or more. The same seed makes the same choices.",
      valueName: "number"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("Drums that sound at once (1...1000).", valueName: "count"))
  var voices = InstrumentSettings().voiceCount

  @OptionGroup var memory: MemoryOptions

  func validate() throws {
    guard InstrumentSettings.voiceCounts.contains(voices) else {
      throw ValidationError("--voices must lie in 1...1000, not \(voices).")
    }
  }
}
