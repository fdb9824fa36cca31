// SPDX-License-Identifier: GPL-3.0-or-later
import Bluetooth
import Testing

@Suite struct BluetoothUUIDTests {
  @Test("a name is read whole or of 16 bits, in any case")
  func names() {
    let nordic = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
    #expect(BluetoothUUID(rawValue: nordic.uppercased())?.rawValue == nordic)
    #expect(
      BluetoothUUID(rawValue: "FFE0")?.rawValue == "0000ffe0-0000-1000-8000-00805f9b34fb")
  }

  @Test(
    "other text is no name",
    arguments: [
      "", "ffe", "ffgg", "6e400001b5a3f393e0a9e50e24dcca9e", "6e400001-b5a3-f393-e0a9e-50e24dcca9e",
      "6e400001-b5a3-f393-e0a9-e50e24dcca9e-", "6e400001-b5a3-f393-e0a9-e50e24dcca9\u{301}",
    ])
  func refused(name: String) {
    #expect(BluetoothUUID(rawValue: name) == nil)
  }
}
