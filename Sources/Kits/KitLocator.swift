// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// Finds kits and takes by name or path: those of the player, of the system and those that come with Flam.
public struct KitLocator: Sendable {
  /// A kit that can be asked for by its name.
  public struct Found: Sendable, Equatable {
    /// The name to ask for.
    public let name: String
    /// Its SFZ file.
    public let path: String
  }

  /// Folders with a folder for each kit, the first ones win.
  public let kitFolders: [String]
  /// The folder with the bundled kit and takes; nil where it is not found.
  public let samplesFolder: String?

  private static let bundledKit = "kit/flam.sfz"

  /// Looks around as the program that runs: by its environment, and from its executable upwards.
  public init() {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    self.init(environment: ProcessInfo.processInfo.environment, executablePath: link ?? "")
  }

  /// Looks where `environment` (FLAM_SAMPLES, XDG_DATA_HOME, HOME) and the place of the executable say.
  public init(environment: [String: String], executablePath: String) {
    let home = environment["HOME"].map { "\($0)/.local/share" }
    let dataHome = environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? home
    kitFolders = ([dataHome, "/usr/local/share", "/usr/share"] as [String?])
      .compactMap { $0.map { "\($0)/flam/kits" } }
    var candidates = environment["FLAM_SAMPLES"].map { [$0] } ?? []
    var folder = Folder.holding(executablePath)
    candidates.append("\(Folder.holding(folder))/share/flam")
    while folder != "/" && folder != "." {
      candidates.append("\(folder)/Samples")
      folder = Folder.holding(folder)
    }
    candidates += ["/usr/local/share/flam", "/usr/share/flam"]
    samplesFolder = candidates.first { TextFile.isReadable("\($0)/\(Self.bundledKit)") }
  }

  /// The path of the kit that is meant; nil means the bundled one.
  public func kit(_ nameOrPath: String?) throws(KitError) -> String {
    guard let nameOrPath else { return try bundledKit() }
    if Folder.exists(nameOrPath) { return try kit(inFolder: nameOrPath) }
    if TextFile.exists(nameOrPath) { return nameOrPath }
    if let named = kits.first(where: { $0.name == nameOrPath }) { return named.path }
    let known = kits.map(\.name).joined(separator: ", ")
    throw KitError(
      .missing, kit: nameOrPath, reason: "there is no such file, and no kit of that name",
      advice: known.isEmpty
        ? "give the path of an SFZ file" : "give the path of an SFZ file or one of: \(known)")
  }

  /// All kits that can be asked for by name, the bundled one first.
  public var kits: [Found] {
    var found: [Found] = []
    if let bundled = try? bundledKit() { found.append(Found(name: "flam", path: bundled)) }
    for folder in kitFolders {
      for name in Folder.names(folder) {
        let path = "\(folder)/\(name)"
        let kit = Folder.exists(path) ? try? kit(inFolder: path) : path
        guard let kit, kit.lowercased().hasSuffix(".sfz") else { continue }
        let shortName = Folder.exists(path) ? name : Folder.stem(name)
        if !found.contains(where: { $0.name == shortName }) {
          found.append(Found(name: shortName, path: kit))
        }
      }
    }
    return found
  }

  /// The takes that come with Flam, by their paths, sorted.
  public var takes: [String] {
    guard let samplesFolder else { return [] }
    return Folder.names("\(samplesFolder)/takes")
      .filter { name in [".wav", ".flac", ".ogg"].contains { name.hasSuffix($0) } }
      .map { "\(samplesFolder)/takes/\($0)" }
  }

  private func bundledKit() throws(KitError) -> String {
    guard let samplesFolder else {
      throw KitError(
        .missing, kit: "flam", reason: "the bundled kit is not where Flam is installed",
        advice: "set FLAM_SAMPLES to the folder Samples of Flam's source, or give --kit")
    }
    return "\(samplesFolder)/\(Self.bundledKit)"
  }

  private func kit(inFolder folder: String) throws(KitError) -> String {
    let files = Folder.names(folder).filter { $0.lowercased().hasSuffix(".sfz") }
    let namesake = files.first { Folder.stem($0) == Folder.stem(folder) }
    if let file = namesake ?? (files.count == 1 ? files.first : nil) { return "\(folder)/\(file)" }
    throw KitError(
      .unsupported, kit: folder,
      reason: files.isEmpty ? "there is no SFZ file in this folder" : "it holds several kits",
      advice: files.isEmpty
        ? "give an SFZ file (NAME.sfz) or a folder with one in it"
        : "give one of \(files.joined(separator: ", "))")
  }
}
