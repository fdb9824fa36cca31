// SPDX-License-Identifier: GPL-3.0-or-later

/// Titles of the option groups in every help text, in the order of their appearance.
enum HelpSection {
  static let need = "What you need"
  static let sound = "Sound"
  static let hearing = "Hearing"
  static let along = "Playing along"
  static let timing = "Beats and bars"
  static let devices = "Devices"
  static let recording = "Recording"
  static let ports = "Other instruments"
  static let page = "The page"
  static let advanced = "Advanced"

  static let all = [need, sound, hearing, along, timing, devices, recording, ports, page, advanced]
}
