// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import DSP
import Testing

@testable import Bluetooth

@Suite struct BlueZObjectsTests {
  private static let names = [
    "", "/", "/org/bluez/hci0", "/org/bluez/hci0/dev_1", BlueZ.adapter, BlueZ.device, BlueZ.service,
    BlueZ.characteristic, "Address", "Adapter", "Powered", "UUID", "UUIDs", "Service", "Device",
    "Flags", "Connected", "11:22:33:44:55:66", "$(reboot)", "6e400001-b5a3-f393-e0a9-e50e24dcca9e",
    "notify", "write",
  ]

  /// Anything that a bus can carry, nested a little.
  private struct Nonsense {
    var random = SeededGenerator(seed: 7)

    mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    mutating func name() -> String { names[below(names.count)] }
    mutating func values(_ depth: Int = 0) -> [BusValue] {
      (0..<below(4)).map { _ in value(depth) }
    }

    private mutating func value(_ depth: Int) -> BusValue {
      switch below(depth < 5 ? 9 : 6) {
      case 0: return .boolean(below(2) == 0)
      case 1: return .uint64(.max)
      case 2: return .bytes([0, 255])
      case 3...5: return .string(name())
      case 6: return .list(values(depth + 1))
      default: return .table(Dictionary(values(depth + 1).map { (name(), $0) }) { $1 })
      }
    }
  }

  @Test("no report breaks it, and every listed device has an address")
  func hostile() throws {
    var nonsense = Nonsense()
    var objects = BlueZObjects([])
    for round in 0..<3000 {
      if round % 100 == 0 { objects = BlueZObjects(nonsense.values()) }
      let member = ["InterfacesAdded", "InterfacesRemoved", "PropertiesChanged"][nonsense.below(3)]
      objects.take(member, of: nonsense.name(), nonsense.values())
      for device in (try? objects.devices()) ?? [] {
        #expect(device.board.address == "11:22:33:44:55:66")
        _ = objects.pair(of: device, SerialService.known + [SerialService()])
      }
    }
  }

  private func objects(
    _ device: [String: BusValue], adapter: [String: BusValue] = ["Powered": .boolean(true)]
  ) -> BlueZObjects {
    BlueZObjects([
      .table([
        "/a": .table([BlueZ.adapter: .table(adapter)]),
        "/a/d": .table([
          BlueZ.device: .table(
            ["Address": .string("11:22:33:44:55:66"), "Adapter": .string("/a")].merging(device) {
              $1
            })
        ]),
      ])
    ])
  }

  @Test("a device is called by its name or its address; without an address it is ignored")
  func names() throws {
    let named = objects(["Alias": .string("FIRMATA")])
    #expect(try named.device(called: "FIRMATA")?.path == "/a/d")
    #expect(try named.device(called: "11:22:33:44:55:66")?.path == "/a/d")
    #expect(try named.device(called: "firmata") == nil)
    #expect(try objects(["Address": .string("11:22:33:44:55:6`")]).devices().isEmpty)
    #expect(try objects(["Adapter": .string("/b")]).devices().isEmpty)
  }

  @Test("a radio that is off is reported with how to switch it on")
  func off() {
    func reason(_ adapter: [String: BusValue]) -> String {
      do {
        _ = try objects([:], adapter: adapter).adapters()
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(reason([:]).contains("'bluetoothctl power on'"))
    #expect(
      reason(["Powered": .boolean(false), "PowerState": .string("off-blocked")])
        .contains("'rfkill unblock bluetooth'"))
  }
}
