// SPDX-License-Identifier: GPL-3.0-or-later

/// USB sound devices are not put to sleep.
enum USBPowerSaving: Check {
  static let name = "usb-power-saving"
  static let why = "a sleeping USB device drops out or disappears for a moment"
  private static let folder = "/sys/bus/usb/devices"
  /// The number of the class of sound devices in USB.
  private static let audioClass = "01"

  static func verdict(on system: System) -> Verdict {
    // An interface "1-2:1.0" belongs to the device "1-2".
    let interfaces = system.names(in: folder).filter {
      system.text("\(folder)/\($0)/bInterfaceClass") == audioClass
    }
    let devices = Set(interfaces.map { String($0.prefix { $0 != ":" }) }).sorted()
    guard !devices.isEmpty else { return .pass("there is no USB sound device") }
    let sleepers = devices.filter { system.text("\(folder)/\($0)/power/control") == "auto" }
    guard !sleepers.isEmpty else { return .pass("USB sound devices stay awake") }
    let names = sleepers.map { system.text("\(folder)/\($0)/product") ?? $0 }
    return .fix(
      "\(names.joined(separator: ", ")) may be put to sleep",
      with: sleepers.map { stayAwake($0, on: system) }.joined(separator: "; "))
  }

  /// Keeps a device awake, now and whenever it is plugged in.
  private static func stayAwake(_ device: String, on system: System) -> String {
    let now = "echo on | sudo tee \(folder)/\(device)/power/control"
    guard let vendor = system.text("\(folder)/\(device)/idVendor"),
      let product = system.text("\(folder)/\(device)/idProduct")
    else { return now }
    let rule =
      #"ACTION=="add", SUBSYSTEM=="usb", ATTR{idVendor}=="\#(vendor)", "#
      + #"ATTR{idProduct}=="\#(product)", TEST=="power/control", ATTR{power/control}="on""#
    return "\(now) && echo '\(rule)' "
      + "| sudo tee /etc/udev/rules.d/90-usb-audio-\(vendor)-\(product).rules"
  }
}
