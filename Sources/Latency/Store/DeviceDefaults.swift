// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Storage

/// The settings that devices are played with unless told otherwise: `~/.config/flam/devices.json`.
public struct DeviceDefaults: Sendable {
  /// Why a setting could not be kept.
  public struct Failure: Error, CustomStringConvertible {
    /// What was attempted, on what, why not.
    public let description: String
  }

  /// Where they are kept.
  public let path: String

  /// Keeps them in the configuration folder that `environment` names.
  public init(environment: [String: String] = BaseFolders.variables) {
    path = BaseFolders(environment: environment).config + "/flam/devices.json"
  }

  /// The setting of these two devices; nil if none is kept, or the file can't be read.
  public func setting(input: String, output: String) -> DeviceDefault? {
    (try? read())?.last { $0.input == input && $0.output == output }
  }

  /// Keeps `setting` in place of what was kept for the same devices.
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

  /// What is kept; nothing where there is no file yet.
  private func read() throws -> [DeviceDefault] {
    guard FileSystem.exists(path) else { return [] }
    return try JSONDecoder().decode(
      [DeviceDefault].self, from: Data(RegularFile.bytes(path)))
  }
}
