// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import KitMaking
import Profiles
import Storage

/// Keeping racks as a person's own preset.
extension PresetLocator {
  /// A preset that was kept.
  struct Kept {
    /// Its name: small letters, and dashes in place of blanks.
    let name: String
    let path: String
    /// The file to which one of that name was moved before; nil for none.
    var before: String?
  }

  /// Writes the racks of a state as a preset of the person's own. If it has the name of a kit of the
  /// person's own, it is kept with that kit. One that exists is never lost.
  ///
  /// - Parameter isAgain: If there is one of that name, it moves to another, or rests below the new
  ///   one if it is one of Flam's. Otherwise that is an error.
  func keep(
    _ given: String, racksOf state: EngineState, isAgain: Bool
  ) throws(EngineError) -> Kept {
    let name = given.lowercased().replacing(" ", with: "-")
    let operation = "keep the preset '\(name.printable)'"
    if let fault = GivenName.fault(ofProfile: name) {
      throw EngineError(operation, reason: fault, advice: "choose another name")
    }
    let chains = state.filledRacks.map { place in
      BusChain(
        bus: place, effects: state.rack(of: place).sorted { $0.key < $1.key }.map(\.value))
    }
    guard !chains.isEmpty else {
      throw EngineError(
        operation, reason: "nothing has an effect", advice: "put one on first, a delay on drums")
    }
    let text = EffectPreset(chains).text
    try Self.check(text, of: chains, operation)
    guard let kit = ownKit(named: name) else {
      return try write(text, as: name, ofKit: nil, isAgain: isAgain, operation)
    }
    let states: KitStates
    do throws(KitMakingError) { states = try KitStates(kit) } catch {
      throw EngineError(operation, reason: error.problem, advice: error.advice.description)
    }
    return try states.hold { () throws(EngineError) in
      // Meanwhile an undo may have taken the kit away.
      let isThere = (try? OwnKit(at: kit)) != nil
      return try write(
        text, as: name, ofKit: isThere ? kit : nil, isAgain: isAgain, operation)
    }
  }

  /// Writes a preset, beside a kit if there is one, which nobody else may change meanwhile.
  private func write(
    _ text: String, as name: String, ofKit kit: OwnKitPlace?, isAgain: Bool,
    _ operation: String
  ) throws(EngineError) -> Kept {
    let there = path(ofName: name)
    let kitFile = kit.map { Self.path(in: $0.folder) }
    let isOwn = there.map { $0.hasPrefix(ownFolder + "/") || $0 == kitFile } ?? false
    guard isAgain || there == nil else {
      let isFlams = there.map { $0.hasPrefix((bundledFolder ?? "") + "/") } ?? false
      let holder = isOwn ? "you have" : isFlams ? "Flam has" : "a kit has"
      throw EngineError(
        operation, reason: "\(holder) a preset '\(name)' already",
        advice: "give another name; typed, 'fx save \(name) again' puts it in its place")
    }
    let isOfKit = kitFile != nil && (there == nil || there == kitFile)
    var kept = Kept(name: name, path: isOfKit ? kitFile ?? "" : ownPath(name))
    do throws(SystemError) {
      if isOwn, let there {
        kept.before = try FileSystem.moveFree(
          there, to: "\(kept.path.dropLast(".txt".count))-before", ending: ".txt")
      }
      try WholeFile.write(Array(text.utf8), to: kept.path, makingFolder: true)
    } catch {
      throw EngineError(
        operation, reason: "'\(kept.path)' cannot be written: \(error)",
        advice: "look at that folder")
    }
    return kept
  }

  /// The person's own kit of a name; nil if there is none.
  private func ownKit(named name: String) -> OwnKitPlace? {
    let kit = kits.kits.first { $0.name.lowercased().replacing(" ", with: "-") == name }
    guard let kit, let place = try? OwnKitPlace(kit.name, locator: kits),
      (try? OwnKit(at: place)) != nil
    else { return nil }
    return place
  }

  /// An error if effects are not what their text says: a name in it may have a comma or a colon.
  private static func check(
    _ text: String, of chains: [BusChain], _ operation: String
  ) throws(EngineError) {
    let kept = try? EffectPreset(text: text).chains
    guard kept != chains.map(\.written) else { return }
    let odd = chains.first { chain in
      let one = EffectPreset([chain])
      return (try? EffectPreset(text: one.text).chains) != [chain.written]
    }
    throw EngineError(
      operation,
      reason:
        "the effects of \(odd?.bus.name ?? "these buses") cannot be written in a line of text: "
        + "a name or a file has a comma, a colon or a '#'", advice: "rename it")
  }

  /// What guests may use and keep by name.
  package var forGuests: EffectPresets {
    EffectPresets(
      list: { [self] in
        names.map { name in
          EffectPresets.Entry(name: name, meaning: (try? named(name).meaning) ?? "cannot be read")
        }
      },
      slots: { [self] name throws(EngineError) in
        let preset = try named(name)
        do throws(TypedFault) { return try BusChain.slots(preset.chains) } catch {
          throw EngineError(
            "use the preset '\(name.printable)'", reason: error.description,
            advice: "change its file")
        }
      },
      keep: { [self] name, state throws(EngineError) in
        try keep(name, racksOf: state, isAgain: false).name
      })
  }
}

extension BusChain {
  /// What a text keeps of it: not what its files held.
  fileprivate var written: BusChain {
    var kept = self
    for place in kept.effects.indices { kept.effects[place].sourceHash = nil }
    return kept
  }
}
