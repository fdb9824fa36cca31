// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Storage

/// The adapters, devices and characteristics that BlueZ has reported. Malformed ones are left out.
struct BlueZObjects {
  /// A device of a powered adapter.
  struct Device: Hashable {
    var path: String
    var adapterPath: String
    var board: BluetoothBoard
    var isConnected: Bool
    /// Its characteristics are known.
    var isResolved: Bool
    var services: [BluetoothUUID]
  }

  /// Two characteristics that form a serial line.
  struct Pair: Hashable {
    var notifyPath: String
    var writePath: String
    /// The radio confirms what is written.
    var isAnswered: Bool
  }

  private typealias Properties = [String: BusValue]

  private struct Characteristic {
    var path: String
    var servicePath: String
    var uuid: BluetoothUUID
    var flags: Set<String>
    var canNotify: Bool { !flags.isDisjoint(with: ["notify", "indicate"]) }
    var canBeWritten: Bool { !flags.isDisjoint(with: ["write-without-response", "write"]) }
  }

  /// The properties of each interface of the object at a path.
  private var objects: [String: [String: Properties]] = [:]

  /// Reads the answer of `GetManagedObjects`.
  init(_ answer: [BusValue]) {
    for (path, interfaces) in answer.first?.table ?? [:] { add(interfaces, at: path) }
  }

  /// Applies the signal `member` of the object at `path`.
  mutating func take(_ member: String, of path: String, _ arguments: [BusValue]) {
    switch (member, arguments.count) {
    case ("InterfacesAdded", 2...): if let path = arguments[0].text { add(arguments[1], at: path) }
    case ("InterfacesRemoved", 2...):
      guard let path = arguments[0].text else { return }
      for interface in arguments[1].list ?? [] {
        if let name = interface.text { objects[path]?[name] = nil }
      }
    case ("PropertiesChanged", 2...):
      guard let interface = arguments[0].text, objects[path]?[interface] != nil else { return }
      objects[path]?[interface]?.merge(arguments[1].table ?? [:]) { $1 }
    default: break
    }
  }

  private mutating func add(_ interfaces: BusValue, at path: String) {
    for (name, properties) in interfaces.table ?? [:] {
      objects[path, default: [:]][name] = properties.table ?? [:]
    }
  }

  private func all(_ interface: String) -> [(path: String, properties: Properties)] {
    objects.compactMap { path, interfaces in interfaces[interface].map { (path, $0) } }
      .sorted { $0.path < $1.path }
  }

  /// The adapters that are on.
  ///
  /// - Throws: If there is none, with advice.
  func adapters() throws(SystemError) -> [String] {
    let all = all(BlueZ.adapter)
    guard !all.isEmpty else { throw BlueZRefusal.noAdapter }
    let on = all.filter { $0.properties["Powered"] == .boolean(true) }
    guard !on.isEmpty else {
      throw BlueZRefusal.off(
        isBlocked: all.contains { $0.properties["PowerState"]?.text == "off-blocked" })
    }
    return on.map(\.path)
  }

  /// The devices of these adapters.
  func devices() throws(SystemError) -> [Device] {
    let adapters = Set(try adapters())
    return all(BlueZ.device).compactMap { path, properties in
      guard let address = properties["Address"]?.text, Self.isAddress(address),
        let adapter = properties["Adapter"]?.text, adapters.contains(adapter)
      else { return nil }
      let name = properties["Alias"]?.text ?? properties["Name"]?.text ?? address
      return Device(
        path: path, adapterPath: adapter, board: BluetoothBoard(name: name, address: address),
        isConnected: properties["Connected"] == .boolean(true),
        isResolved: properties["ServicesResolved"] == .boolean(true),
        services: (properties["UUIDs"]?.list ?? [])
          .compactMap { $0.text.flatMap(BluetoothUUID.init(rawValue:)) })
    }
  }

  /// The device with a name or an address; nil if there is none.
  ///
  /// - Throws: If several have the name.
  func device(called name: String) throws(SystemError) -> Device? {
    let called = try devices().filter {
      $0.board.name == name || $0.board.address == name.uppercased()
    }
    let addresses = Set(called.map(\.board.address)).sorted()
    guard addresses.count < 2 else {
      throw BlueZRefusal.several(name, addresses.prefix(8).joined(separator: ", "))
    }
    return called.first(where: \.isConnected) ?? called.first
  }

  /// The serial line of a device; nil if it has none of the wanted services.
  func pair(of device: Device, _ wanted: [SerialService]) -> Pair? {
    let services = all(BlueZ.service).filter { $0.properties["Device"]?.text == device.path }
      .compactMap { path, properties in uuid(properties).map { (path: path, uuid: $0) } }
    let characteristics = all(BlueZ.characteristic).compactMap { path, properties in
      characteristic(path, properties)
    }
    for candidate in wanted {
      for service in services where candidate.service ?? service.uuid == service.uuid {
        let own = characteristics.filter { $0.servicePath == service.path }
        let notify = own.first { $0.canNotify && candidate.notify ?? $0.uuid == $0.uuid }
        let write = own.first { $0.canBeWritten && candidate.write ?? $0.uuid == $0.uuid }
        guard let notify, let write else { continue }
        return Pair(
          notifyPath: notify.path, writePath: write.path,
          isAnswered: !write.flags.contains("write-without-response"))
      }
    }
    return nil
  }

  private func characteristic(_ path: String, _ properties: Properties) -> Characteristic? {
    guard let uuid = uuid(properties), let service = properties["Service"]?.text else { return nil }
    let flags = (properties["Flags"]?.list ?? []).compactMap(\.text)
    return Characteristic(path: path, servicePath: service, uuid: uuid, flags: Set(flags))
  }

  private func uuid(_ properties: Properties) -> BluetoothUUID? {
    properties["UUID"]?.text.flatMap(BluetoothUUID.init(rawValue:))
  }

  /// People paste the address into a shell: it must be an address and nothing else.
  private static func isAddress(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return parts.count == 6
      && parts.allSatisfy { part in
        part.count == 2 && part.allSatisfy { "0123456789ABCDEF".utf8.contains($0) }
      }
  }
}
