// SPDX-License-Identifier: GPL-3.0-or-later

/// A package of Debian and Ubuntu with kits that play unchanged.
public struct KitPackage: Sendable, Equatable {
  /// Its name for apt.
  public let name: String
  /// Its contents, for people.
  public let contents: String
  /// A file of it, below a folder of shared data.
  private let mark: String

  /// All known ones, by Debian 12.
  private static let all = [
    KitPackage(
      name: "hydrogen-drumkits", contents: "14 kits, 220 MB",
      mark: "hydrogen/data/drumkits/ForzeeStereo"),
    KitPackage(
      name: "hydrogen-data", contents: "GMRockKit and a TR-808, 15 MB",
      mark: "hydrogen/data/drumkits/GMRockKit"),
    KitPackage(
      name: "sonic-pi-samples", contents: "sounds of Sonic Pi, 22 MB", mark: "sonic-pi/samples"),
  ]

  /// Those that have nothing in any of the folders of shared data.
  public static func missing(inData folders: [String]) -> [KitPackage] {
    all.filter { package in !folders.contains { Folder.exists("\($0)/\(package.mark)") } }
  }
}
