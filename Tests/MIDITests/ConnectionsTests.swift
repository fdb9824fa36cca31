// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Testing

@testable import MIDI

@Suite struct ConnectionsTests {
  /// Ports that come and go, and those that were connected.
  private final class Desk {
    var ports: [SequencerPort] = []
    var refused: Set<Int32> = []
    private(set) var connected: [String] = []

    func connections(_ wanted: String...) -> Connections {
      Connections(
        wanted, ports: { self.ports },
        connect: { port in
          guard !self.refused.contains(port.client) else { return false }
          self.connected.append(port.name)
          return true
        })
    }
  }

  private func port(_ client: Int32, _ name: String) -> SequencerPort {
    SequencerPort(
      client: client, port: 0, clientName: name, portName: "MIDI 1", isReadable: true,
      isWritable: true)
  }

  private func received(_ changes: [EngineEvent.Port]) -> [String] {
    changes.map { "\($0.name) \($0.state.rawValue) \($0.asked ?? "-") \($0.detail ?? "-")" }
  }

  @Test("a chosen port is connected once, any other never")
  func connects() {
    let desk = Desk()
    desk.ports = [port(20, "nanoPAD2"), port(24, "Keystation")]
    var connections = desk.connections("nanopad")
    #expect(
      received(connections.renew(reportingMissing: true)) == [
        "nanoPAD2:MIDI 1 connected nanopad -"
      ])
    #expect(connections.renew(reportingMissing: true) == [])
    #expect(desk.connected == ["nanoPAD2:MIDI 1"])
  }

  @Test("a missing device is reported with the available ones, and connected when it comes")
  func comes() {
    let desk = Desk()
    var connections = desk.connections("nanopad")
    #expect(
      received(connections.renew(reportingMissing: true)) == [
        "nanopad missing - no MIDI device is there"
      ])
    desk.ports = [port(24, "Keystation")]
    #expect(
      received(connections.renew(reportingMissing: true)) == [
        "nanopad missing - there is Keystation:MIDI 1"
      ])
    #expect(connections.renew() == [])
    desk.ports.append(port(20, "nanoPAD2"))
    #expect(received(connections.renew()) == ["nanoPAD2:MIDI 1 connected nanopad -"])
  }

  @Test(
    "a device that is pulled is reported, and connected again when it is back under other numbers")
  func returns() {
    let desk = Desk()
    desk.ports = [port(20, "nanoPAD2")]
    var connections = desk.connections("nanopad")
    _ = connections.renew()
    desk.ports = []
    #expect(received(connections.renew()) == ["nanoPAD2:MIDI 1 lost - -"])
    #expect(connections.renew() == [])
    desk.ports = [port(28, "nanoPAD2")]
    #expect(received(connections.renew()) == ["nanoPAD2:MIDI 1 connected nanopad -"])
    #expect(desk.connected.count == 2)
  }

  @Test("a port that accepts no connection is reported, and tried again")
  func refuses() {
    let desk = Desk()
    desk.ports = [port(20, "nanoPAD2")]
    desk.refused = [20]
    var connections = desk.connections("all")
    #expect(received(connections.renew()) == ["nanoPAD2:MIDI 1 troubled - it takes no connection"])
    desk.refused = []
    #expect(received(connections.renew()) == ["nanoPAD2:MIDI 1 connected all -"])
  }

  @Test("all means each device, but neither the kernel's loopback port nor Flam's own")
  func all() {
    let desk = Desk()
    desk.ports = [
      port(14, "Midi Through"), port(20, "nanoPAD2"), port(24, "Keystation"),
      port(128, MIDIPorts.clientName),
    ]
    var connections = desk.connections("all")
    #expect(connections.renew().map(\.name) == ["nanoPAD2:MIDI 1", "Keystation:MIDI 1"])
  }
}
