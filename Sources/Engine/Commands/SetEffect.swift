// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Changes values of an effect in a slot of a rack.
  public struct SetEffect: Codable, Sendable, Equatable {
    /// The rack's bus or drum.
    public var bus: RackPlace
    /// The slot, 1...8.
    public var slot: Int
    /// The values that change, by their names.
    public var values: [String: Float]
    /// Another text; nil for the same.
    public var source: String?
    /// The SHA-256 that what the text names must have; nil for any.
    public var sourceHash: String?

    /// Values of an effect.
    public init(
      _ bus: RackPlace, slot: Int, values: [String: Float], source: String? = nil,
      sourceHash: String? = nil
    ) {
      (self.bus, self.slot, self.values) = (bus, slot, values)
      (self.source, self.sourceHash) = (source, sourceHash)
    }
  }
}

extension EngineCommand.SetEffect: SlotCommand {
  static let name = "effect.set"
  var command: EngineCommand { .setEffect(self) }
  var changeText: String { "the effect in slot \(slot) of \(bus.name)" }
  var place: Int? { slot }
  var operation: String { "set the effect in slot \(slot) of \(bus.name)" }

  /// A guest gives no text: it could be a path. A key comes with its compressor.
  func admitted(from source: HitSource, by host: CommandHost) throws(CommandRefusal) -> Self {
    guard self.source == nil else { throw .forbidden }
    return self
  }

  func setting(after before: EffectSetting?) throws(EngineError) -> EffectSetting? {
    var setting = try held(before)
    try setting.set(values, operation)
    if let source { try setting.set(source: source, hash: sourceHash, operation) }
    try setting.checkPlace(on: bus, operation)
    return setting
  }

  func prepare(by engine: Engine) throws(EngineError) -> any PreparedCommand {
    let place = engine.state.place(bus) ?? bus
    let before = engine.control.withLock { $0.live.performance.rack(of: place)[slot] }
    // What the slot holds may come only later: then nothing can be read now.
    guard let before, let setting = try setting(after: before), setting.lacksMaterial else {
      return self
    }
    return try ReadEffect(setting, operation, engine.loop) { ready in
      var read = self
      (read.source, read.sourceHash) = (ready.source, ready.sourceHash)
      return read
    }
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    guard let before = state.rack(of: state.place(bus) ?? bus)[slot] else { return [] }
    // What had no text, or no such value, has none again only as a new one.
    guard source == nil || before.source != nil, values.keys.allSatisfy({ before[$0] != nil })
    else {
      return [
        .removeEffect(EngineCommand.RemoveEffect(bus, slot: slot)),
        .insertEffect(
          EngineCommand.InsertEffect(
            bus, before.effect, slot: slot, values: before.values, isBypassed: before.isBypassed,
            source: before.source, sourceHash: before.sourceHash)),
      ]
    }
    return [
      .setEffect(
        Self(
          bus, slot: slot, values: before.values.filter { values[$0.key] != nil },
          source: source == nil ? nil : before.source,
          sourceHash: source == nil ? nil : before.sourceHash))
    ]
  }

  var target: String? { "\(Self.name) \(bus.name) \(slot) \(values.keys.sorted())" }
}
