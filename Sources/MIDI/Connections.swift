// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// The devices that a player named, and which of them are connected.
struct Connections {
  private let wanted: [String]
  private let ports: () -> [SequencerPort]
  private let connect: (SequencerPort) -> Bool
  private var connected: Set<SequencerPort> = []

  /// Devices by their names, none of them connected yet.
  init(_ wanted: [String], _ direction: Sequencer.Direction, of sequencer: Sequencer) {
    self.init(wanted, ports: { sequencer.ports(direction) }, connect: sequencer.connect)
  }

  /// The same for any ports.
  ///
  /// - Parameters:
  ///   - ports: Lists the ports.
  ///   - connect: Connects a port; false if it refuses.
  init(
    _ wanted: [String], ports: @escaping () -> [SequencerPort],
    connect: @escaping (SequencerPort) -> Bool
  ) {
    (self.wanted, self.ports, self.connect) = (wanted, ports, connect)
  }

  /// Connects devices that have come. Returns what changed, including devices that have gone.
  ///
  /// - Parameter reportingMissing: Also reports names without a device.
  mutating func renew(reportingMissing: Bool = false) -> [EngineEvent.Port] {
    let ports = ports()
    let others = ports.filter { $0.clientName != MIDIPorts.clientName }
    var changes = connected.subtracting(ports).sorted { $0.name < $1.name }.map {
      EngineEvent.Port(.midi, $0.name, .lost)
    }
    connected.formIntersection(ports)
    for port in others where !connected.contains(port) && wanted.contains(where: port.isMeant) {
      guard connect(port) else {
        changes.append(
          EngineEvent.Port(.midi, port.name, .troubled, detail: "it takes no connection"))
        continue
      }
      connected.insert(port)
      let asked = wanted.first(where: port.isMeant)
      changes.append(EngineEvent.Port(.midi, port.name, .connected, asked: asked))
    }
    guard reportingMissing else { return changes }
    for name in wanted where !connected.contains(where: { $0.isMeant(by: name) }) {
      let known = others.map(\.name).joined(separator: ", ")
      changes.append(
        EngineEvent.Port(
          .midi, name, .missing,
          detail: known.isEmpty ? "no MIDI device is there" : "there is \(known)"))
    }
    return changes
  }
}
