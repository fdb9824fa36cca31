// SPDX-License-Identifier: GPL-3.0-or-later

/// The player's mixer settings: changes of drums are kept by name, so that they also hold for other
/// kits.
public struct MixSettings: Sendable {
  /// The later ones over the earlier ones; no two of the same name change the same.
  private(set) var changes: [StripChange] = []
  /// The buses that were changed.
  public private(set) var buses: [MixBus: BusStrip] = [:]

  /// The contents of the racks' filled slots, by their numbers.
  public private(set) var racks: [RackPlace: [Int: EffectSetting]] = [:]
  private var padRacks = PadRackNumbers()
  /// The rows of the matrix that are filled, by their numbers.
  public private(set) var modulations: [Int: Modulation] = [:]

  /// A mixer that is set so, the later changes over the earlier ones.
  public init(
    _ changes: [StripChange] = [], effects: [SlotChange] = [], modulations: [Modulation] = []
  ) {
    for change in changes { apply(change) }
    for change in effects { apply(change) }
    for (row, modulation) in zip(Modulation.rows, modulations) { set(modulation, row: row) }
  }

  /// Notes a change. Its size does not grow with the number of changes, but with the number of
  /// names.
  public mutating func apply(_ change: StripChange) {
    let name = change.drum.lowercased()
    for index in changes.indices where changes[index].drum.lowercased() == name {
      changes[index].yield(to: change)
    }
    changes.removeAll { $0.isEmpty }
    changes.append(change)
  }

  /// The filled slots of all racks, in the order of the buses and slots.
  public var slots: [SlotChange] {
    (RackPlace.buses + padRacks.names.compactMap { $0.map(RackPlace.pad) }).flatMap { place in
      (racks[place] ?? [:]).sorted { $0.key < $1.key }.map {
        SlotChange(place, slot: $0.key, $0.value)
      }
    }
  }

  /// Notes what a row of the matrix does; nil for nothing.
  public mutating func set(_ modulation: Modulation?, row: Int) { modulations[row] = modulation }

  /// Where a row of the matrix leads; nil for nowhere.
  public func route(ofRow row: Int) -> ModulationRoute? {
    modulations[row].flatMap { row in
      ModulationRoute(row, racks[row.bus]?[row.slot], at: rackPoints(of: row.bus).first)
    }
  }

  /// Notes how a bus is set.
  public mutating func set(_ bus: MixBus, _ strip: BusStrip) { buses[bus] = strip }

  /// There is a rack for a place: only so many drums have one at a time.
  public func hasRack(for place: RackPlace) -> Bool {
    if case .pad(let name) = place { padRacks.hasRoom(for: name) } else { true }
  }

  /// Notes a change of a slot; nothing if there is no rack for it.
  public mutating func apply(_ change: SlotChange) {
    guard change.setting == nil || hasRack(for: change.bus) else { return }
    racks[change.bus, default: [:]][change.slot] = change.setting
    guard case .pad(let name) = change.bus else { return }
    padRacks.note(name, isFilled: racks[change.bus]?.isEmpty == false)
  }

  /// A drum has effects, or had some.
  var hasPadRacks: Bool { padRacks.names.contains { $0 != nil } }

  /// The points that hold the effects of a place; none for a drum without effects.
  public func rackPoints(of place: RackPlace) -> [RackPoint] {
    switch place {
    case .bus(let bus): bus.rackPoints
    case .pad(let name): padRacks.number(of: name).map(RackPoint.pad) ?? []
    }
  }

  /// The numbers of the racks of a kit's pads; nil for a pad without one. Pads that a name means
  /// share its rack.
  public func rackNumbers(of kit: Kit) -> [Int?] {
    var numbers = [Int?](repeating: nil, count: kit.pads.count)
    for (number, name) in padRacks.names.enumerated() {
      guard let name else { continue }
      for pad in kit.pads(named: name) where numbers[pad] == nil { numbers[pad] = number }
    }
    return numbers
  }

  /// No drum is soloed any more.
  public mutating func endSolo() {
    for index in changes.indices { changes[index].leave(.solo) }
    changes.removeAll { $0.isEmpty }
  }

  /// The strips of a kit's pads.
  public func strips(of kit: Kit) -> [Strip] {
    var strips = kit.pads.map { _ in Strip() }
    let (names, keys) = (kit.padNames, kit.pads.map(\.zone.keys))
    for change in changes {
      for pad in DrumName.places(named: change.drum, in: names, keys: keys) {
        strips[pad] = change.applied(to: strips[pad])
      }
    }
    return strips
  }
}

extension Kit {
  /// All that each pad is called.
  fileprivate var padNames: [[String]] {
    pads.map { DrumName.names(role: $0.role, name: $0.name, note: $0.note) }
  }

  /// The pads that a name means; see ``DrumName/places(named:in:keys:)``.
  public func pads(named asked: String) -> [Int] {
    DrumName.places(named: asked, in: padNames, keys: pads.map(\.zone.keys))
  }
}

extension Pad {
  /// The players' name for it: its role, or the kit's own name if it has no role.
  public var title: String { role == .other ? name : role.name }
}
