// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Storage

/// The default settings of devices: `~/.config/flam/devices.json`.
public struct DeviceDefaults: Sendable {
  /// Why a setting could not be saved.
  public struct Failure: Error, CustomStringConvertible {
    /// What was attempted, on what, why not.
    public let description: String
  }

  /// The path of the file.
  public let path: String

  /// Uses the configuration folder that `environment` names.
  public init(environment: [String: String] = BaseFolders.variables) {
    path = BaseFolders(environment: environment).config + "/flam/devices.json"
  }

  /// The setting of these two devices; nil if there is none, or if the file cannot be read.
  public func setting(input: String, output: String) -> DeviceDefault? {
    (try? read())?.last { $0.input == input && $0.output == output }
  }

  /// Saves `setting`; it replaces an older one for the same devices.
  public func keep(_ setting: DeviceDefault) throws(Failure) {
    do {
      let others = try read().filter { $0.input != setting.input || $0.output != setting.output }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try WholeFile.write(encoder.encode(others + [setting]), to: path, makingFolder: true)
    } catch {
      throw Failure(
        description: "cannot save the setting in '\(path)': \(error); "
          + "fix or remove the file, or name another folder in XDG_CONFIG_HOME")
    }
  }

  /// The saved settings; empty without a file.
  private func read() throws -> [DeviceDefault] {
    guard FileSystem.exists(path) else { return [] }
    return try JSONDecoder().decode(
      [DeviceDefault].self, from: Data(RegularFile.bytes(path)))
  }
}
