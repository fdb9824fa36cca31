// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Effects as people write them.
package enum EffectText {
  /// "lowpass, highpass, …".
  package static let effectNames = Effect.allCases.map(\.name).joined(separator: ", ")

  /// A chain: "lowpass:cutoff=800:q=2,delay".
  package static func chain(_ text: String) throws(TypedFault) -> [EffectSetting] {
    var chain: [EffectSetting] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      chain.append(try setting(words[0], words.dropFirst()))
    }
    return chain
  }

  /// A bus or a drum and its chain: "drums:lowpass:cutoff=800,delay".
  package static func bus(_ text: String) throws(TypedFault) -> BusChain {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else {
      throw TypedFault(
        "write a bus or a drum and its effects: drums:lowpass:cutoff=800,delay")
    }
    return BusChain(
      bus: place(named: String(text[..<colon])),
      effects: try chain(String(text[text.index(after: colon)...])))
  }

  /// The bus, else the drum, of a name.
  static func place(named name: String) -> RackPlace {
    MixBus(typed: name).map(RackPlace.bus) ?? RackPlace(named: name)
  }

  /// An effect with values: "lowpass", and "cutoff=800", "q=2".
  static func setting(
    _ name: String, _ values: ArraySlice<String>
  ) throws(TypedFault) -> EffectSetting {
    guard let effect = Effect(rawValue: name) else {
      throw TypedFault("'\(name)' is no effect; there are \(effectNames)")
    }
    var setting = EffectSetting(effect)
    let isBypassed = values.last == bypassedWord
    let typed = try Self.values(
      isBypassed ? values.dropLast() : values, of: effect, separator: ":")
    setting.isBypassed = isBypassed
    for (name, value) in typed.numbers.sorted(by: { $0.key < $1.key }) {
      guard setting.takes(name) else {
        throw TypedFault("a plug-in takes eight values at most: leave some out")
      }
      setting[name] = value
    }
    setting.source = typed.source
    if let source = effect.source, source.isNeeded, typed.source == nil {
      throw TypedFault(
        "\(effect.name) needs its \(source.name): \(effect.name):\(source.name)=\(source.example)")
    }
    return setting
  }

  /// The word behind an effect that is passed by: "delay:time=0.3:off".
  private static let bypassedWord = "off"

  /// An effect as ``chain(_:)`` reads it: "lowpass:cutoff=800", without the usual values.
  static func written(_ setting: EffectSetting) -> String {
    let parameters = setting.effect.parameters
    let values = setting.names.compactMap { name -> String? in
      guard let value = setting[name] else { return nil }
      guard let parameter = parameters.first(where: { $0.name == name }) else {
        return "\(name)=\(value)"
      }
      guard value != parameter.usual else { return nil }
      // The length of a note is typed as a time.
      let length = parameter.scale.kind == .note ? parameter.scale.text(value) : ""
      return length.contains("/") ? "time=\(length)" : "\(name)=\(parameter.scale.written(value))"
    }
    let source = setting.effect.source.flatMap { kind in
      setting.source.map { "\(kind.name)=\($0)" }
    }
    return
      ([setting.effect.name] + (source.map { [$0] } ?? []) + values
      + (setting.isBypassed ? [bypassedWord] : []))
      .joined(separator: ":")
  }

  /// What was typed of an effect: its numbers by their names, and its text.
  struct Values {
    var numbers: [String: Float] = [:]
    var source: String?
  }

  /// Values of an effect: "cutoff=800", "q=2". Words that follow its text and have no name belong to
  /// the text, with the separator between them.
  static func values(
    _ words: ArraySlice<String>, of effect: Effect, separator: String
  ) throws(TypedFault) -> Values {
    var values = Values()
    for word in words {
      let word = effect == .lv2 ? word : lowercasedName(word)
      if let source = effect.source {
        if word.hasPrefix("\(source.name)=") {
          values.source = String(word.dropFirst(source.name.count + 1))
          continue
        }
        if let text = values.source, !word.contains("=") {
          values.source = text + separator + word
          continue
        }
      }
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw TypedFault("write a name and a number, not '\(word)': \(example(effect, word))")
      }
      if effect == .lv2 {
        values.numbers[parts[0]] = try TypedValue.number(
          parts[1], parts[0], -.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
        continue
      }
      if parts[0] == "time", let note = effect.parameters.first(where: { $0.name == "note" }) {
        // A time in seconds ends that of a note.
        let isNote = parts[1].contains("/")
        values.numbers[note.name] = isNote ? try TypedValue.value(parts[1], "time", note.scale) : 0
        if isNote { continue }
      }
      guard let parameter = effect.parameters.first(where: { $0.name == parts[0] }) else {
        throw TypedFault(
          "\(effect.name) has no '\(parts[0])'; it has "
            + effect.valueNames.joined(separator: ", "))
      }
      values.numbers[parts[0]] = try TypedValue.value(
        parts[1].lowercased(), parts[0], parameter.scale)
    }
    if let source = effect.source, let text = values.source {
      if source.kind == .bus, let bus = MixBus(typed: text) { values.source = bus.rawValue }
      guard source.accepts(values.source ?? "") else {
        throw TypedFault("'\(text)' is no \(source.name); write \(source.name)=\(source.example)")
      }
    }
    return values
  }

  /// "Cutoff=800" as "cutoff=800"; only plug-ins have names with capitals.
  private static func lowercasedName(_ word: String) -> String {
    guard let equals = word.firstIndex(of: "=") else { return word }
    return word[..<equals].lowercased() + word[equals...]
  }

  /// "cutoff=800", with the number that was meant, if it can be that.
  private static func example(_ effect: Effect, _ word: String) -> String {
    guard let parameter = effect.parameters.first else { return effect.name }
    let meant = parameter.scale.value(written: word) ?? parameter.usual
    return "\(parameter.name)=\(ParameterScale.digits(meant))"
  }

  /// The effects with all that can be set, a line each.
  package static var table: [String] {
    Effect.allCases.map { effect in
      let values =
        [effect.source].compactMap { $0.map { "\($0.name) (\($0.rangeText))" } }
        + effect.parameters.map { "\($0.name) (\($0.scale.rangeText))" }
      return "\(effect.name): \(effect.meaning); \(values.joined(separator: ", "))"
    }
  }
}

/// Effects of a bus or a drum, in their order.
package struct BusChain: Equatable, Sendable {
  package var bus: RackPlace
  package var effects: [EffectSetting]

  /// What the slots of the racks hold, from the first slot of each on.
  package static func slots(_ chains: [Self]) throws(TypedFault) -> [SlotChange] {
    var changes: [SlotChange] = []
    for (bus, effects) in chains.map({ ($0.bus, $0.effects) }) {
      let taken = changes.count { $0.bus == bus }
      guard taken + effects.count <= SlotChange.slots.count else {
        throw TypedFault("\(bus) has room for \(SlotChange.slots.count) effects")
      }
      for (place, effect) in effects.enumerated() {
        if let fault = effect.fault(on: bus) { throw TypedFault(fault) }
        changes.append(SlotChange(bus, slot: taken + place + 1, effect))
      }
    }
    let pads = Set(changes.map(\.bus)).subtracting(RackPlace.buses)
    guard pads.count <= RackPlace.mostPads else {
      throw TypedFault("\(RackPlace.mostPads) drums can have effects, not \(pads.count)")
    }
    return changes
  }
}

extension Effect {
  /// The names of all that can be set.
  fileprivate var valueNames: [String] {
    [source?.name].compactMap(\.self) + parameters.map(\.name)
  }
}
