// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What commands share that change a slot of a rack.
protocol SlotCommand: ControlCommand, PreparedCommand, PerformanceCommand {
  /// The rack's bus or drum, by any name of the drum until it is carried out.
  var bus: RackPlace { get set }
  /// The slot, 1...8; nil for the first empty one.
  var place: Int? { get }

  /// What the slot holds after the command, nil for nothing; an error if its content cannot be
  /// changed in this way.
  func setting(after before: EffectSetting?) throws(EngineError) -> EffectSetting?
  /// Carries it out, with what the effect's text names.
  func perform(
    on control: inout EngineControl, atFrame frame: Int?, _ resources: EffectResources
  ) throws(EngineError)
}

extension SlotCommand {
  static var timing: EngineCommand.Timing { .ahead }
  static var isForGuests: Bool { true }

  func checkBounds() throws(EngineError) { try checkSlot() }

  /// An error if there is no slot of that number.
  func checkSlot() throws(EngineError) {
    guard let place, !SlotChange.slots.contains(place) else { return }
    let slots = SlotChange.slots
    throw EngineError(
      operation, reason: "a rack has no slot \(place)",
      advice: "give one of \(slots.lowerBound)...\(slots.upperBound)")
  }

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    try perform(on: &control, atFrame: frame, EffectResources())
  }

  func perform(
    on control: inout EngineControl, atFrame frame: Int?, _ resources: EffectResources
  ) throws(EngineError) {
    var named = self
    named.bus = try control.place(meantBy: bus, operation)
    if let place { _ = try setting(after: control.live.performance.rack(of: named.bus)[place]) }
    try named.take(on: control, atFrame: frame, resources)
  }

  /// Has it take effect; an error if what its effect's text names is not there.
  func take(
    on control: EngineControl, atFrame frame: Int?, _ resources: EffectResources
  ) throws(EngineError) {
    guard try control.takes(self, atFrame: frame, resources) else {
      throw EngineError(
        operation, reason: "the rack has changed since it was asked for",
        advice: "ask for it again")
    }
  }

  func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool {
    guard let place, SlotChange.slots.contains(place) else { return false }
    let before = performance.rack(of: bus)[place]
    var setting: EffectSetting?
    do throws(EngineError) { setting = try self.setting(after: before) } catch { return false }
    if let wanted = setting, wanted.lacksMaterial {
      guard let material = resources.material(wanted) else { return false }
      setting?.material = material
    }
    return performance.take(SlotChange(bus, slot: place, setting), after: before, atFrame: frame)
  }

  func event(atFrame frame: Int, of performance: Performance) -> EngineEvent? {
    place.map { place in
      let change = SlotChange(bus, slot: place, performance.rack(of: bus)[place])
      return .effect(EngineEvent.Effect(frame: frame + Instrument.outputLatencyFrames, change))
    }
  }

  /// The effect that a slot holds; an error if it is empty.
  func held(_ before: EffectSetting?) throws(EngineError) -> EffectSetting {
    if let before { return before }
    throw EngineError(
      operation, reason: "slot \(place ?? 0) of \(bus.name) is empty",
      advice: "put an effect into it before")
  }
}

extension EngineControl {
  /// The place that a name means: of a rack that is there, else of a drum of the kit.
  func place(meantBy name: RackPlace, _ operation: String) throws(EngineError) -> RackPlace {
    guard live.performance.mix.rackPoints(of: name).isEmpty else { return name }
    return try live.performance.kit.place(name, operation)
  }
}

extension Performance {
  /// Has a slot hold something, at all points of its rack, with effects that have heard nothing yet
  /// where they are needed; false if there is no such rack, or too much is on its way.
  fileprivate func take(
    _ change: SlotChange, after before: EffectSetting?, atFrame frame: Int
  ) -> Bool {
    guard change.setting == nil || mix.hasRack(for: change.bus) else { return false }
    var next = mix
    next.apply(change)
    sendRacks(next, atFrame: frame)
    let isNew = change.setting?.isNew(after: before) ?? false
    for point in next.rackPoints(of: change.bus) {
      let unit = isNew ? change.setting.flatMap(newUnit) : nil
      guard !isNew || unit != nil,
        mixing.send(
          .effect(
            change.setting.map(SlotContent.init), unit, slot: change.slot, of: point),
          atFrame: frame)
      else {
        lostMixChanges += 1
        return false
      }
    }
    sendRoutes(of: next, atFrame: frame)
    mix = next
    return true
  }

  /// Gives the kit's pads the racks that they have from now on.
  private func sendRacks(_ next: MixSettings, atFrame frame: Int) {
    let (before, after) = (mix.rackNumbers(of: kit), next.rackNumbers(of: kit))
    send(
      kit.pads.indices.filter { before[$0] != after[$0] }.map {
        .padRack(after[$0], pad: $0, drums: drumsNumber)
      }, atFrame: frame)
  }

  private func newUnit(_ setting: EffectSetting) -> EffectUnit? {
    mixing.unit(setting, sampleRateHz: Float(sampleRateHz))
  }
}

extension EffectSetting {
  /// It begins as one that has heard nothing yet, where a slot held another, or passed it by.
  fileprivate func isNew(after before: Self?) -> Bool {
    before.map { !isMade(as: $0) } ?? true
      // A plug-in goes on in its process.
      || effect != .lv2 && before?.isBypassed == true && !isBypassed
  }

  /// Sets the text, nil for none; an error if it is needed, or is none that the effect takes.
  mutating func set(source: String?, hash: String?, _ operation: String) throws(EngineError) {
    guard let kind = effect.source else {
      guard let source else { return }
      throw EngineError(
        operation, reason: "a \(effect.name) takes no '\(source)'",
        advice: "it has \(effect.parameters.map(\.name).joined(separator: ", "))")
    }
    if let source, !kind.accepts(source) {
      throw EngineError(
        operation, reason: "'\(source)' is no \(kind.name)", advice: "give \(kind.rangeText)")
    }
    guard source != nil || !kind.isNeeded else {
      throw EngineError(
        operation, reason: "a \(effect.name) needs its \(kind.name)",
        advice: "give \(kind.rangeText): \(kind.name)=\(kind.example)")
    }
    if self.source != source || sourceHash != hash { material = nil }
    (self.source, sourceHash) = (source, hash)
  }

  /// An error if it cannot work there.
  func checkPlace(on bus: RackPlace, _ operation: String) throws(EngineError) {
    guard let fault = fault(on: bus) else { return }
    throw EngineError(operation, reason: fault, advice: "choose one of them, or no key")
  }

  /// Sets values by their names; an error if one is not possible.
  mutating func set(_ values: [String: Float], _ operation: String) throws(EngineError) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      if effect == .lv2 {
        guard takes(name) else {
          throw EngineError(
            operation, reason: "a plug-in takes eight values at most", advice: "leave some out")
        }
        // A process has the values that it was started with.
        if self[name] == nil { material = nil }
        self[name] = value
        continue
      }
      guard let parameter = effect.parameters.first(where: { $0.name == name }) else {
        throw EngineError(
          operation, reason: "a \(effect.name) has no '\(name)'",
          advice: "it has \(effect.parameters.map(\.name).joined(separator: ", "))")
      }
      guard parameter.scale.range.contains(value) else {
        throw EngineError(
          operation, reason: "\(value) is no \(name)",
          advice: "give one in \(parameter.scale.rangeText)")
      }
      self[name] = value
    }
  }
}
