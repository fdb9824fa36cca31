// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// A serial port that may lead to a board.
public struct SerialPortName: Hashable, Sendable {
  /// Its name, the same in whichever socket:
  /// "usb-Arduino_Srl_Arduino_Uno_754393139373514171E1-if00"; if udev makes no such names,
  /// "ttyACM0".
  public let name: String
  /// The path to open.
  public let path: String

  /// The ports with hardware behind them, sorted by name.
  ///
  /// - Parameter root: The folder with `dev` and `sys`.
  public static func all(root: String = "") -> [SerialPortName] {
    let named = entries(root + "/dev/serial/by-id").map { name in
      SerialPortName(name: name, path: root + "/dev/serial/by-id/" + name)
    }
    let reached = Set(named.compactMap { target($0.path) })
    // A mainboard lists four ports even without a plug; they have no USB driver.
    let others = entries(root + "/sys/class/tty").filter { name in
      ["ttyUSB", "ttyACM", "rfcomm"].contains { name.hasPrefix($0) } && !reached.contains(name)
    }
    return (named + others.map { SerialPortName(name: $0, path: root + "/dev/" + $0) })
      .sorted { $0.name < $1.name }
  }

  /// The port with a name or path. It need not be plugged in yet.
  public static func named(_ name: String, root: String = "") -> SerialPortName {
    if name.hasPrefix("/") { return SerialPortName(name: name, path: name) }
    if let known = all(root: root).first(where: { $0.name == name }) { return known }
    let folder = name.hasPrefix("tty") || name.hasPrefix("rfcomm") ? "/dev/" : "/dev/serial/by-id/"
    return SerialPortName(name: name, path: root + folder + name)
  }

  /// The names in a folder; none if the folder does not exist.
  private static func entries(_ path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The last name of a link's target.
  private static func target(_ link: String) -> String? {
    var characters = [CChar](repeating: 0, count: 4096)
    let count = readlink(link, &characters, characters.count)
    guard count > 0 else { return nil }
    let path = String(decoding: characters[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return path.split(separator: "/").last.map(String.init)
  }
}
