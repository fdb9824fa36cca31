// SPDX-License-Identifier: GPL-3.0-or-later

/// A drop-in file of kernel settings.
struct SysctlFile {
  let name: String

  /// Writes `setting` into it and applies it.
  func fix(_ setting: String) -> String {
    "echo '\(setting)' | sudo tee /etc/sysctl.d/\(name) && sudo sysctl -p /etc/sysctl.d/\(name)"
  }
}
