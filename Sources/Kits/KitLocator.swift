// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import ErrorAdvice
import Storage

/// Finds kits and takes by name or path: those of the player, those of the system and those that
/// come with Flam.
public struct KitLocator: Sendable {
  /// A kit that can be chosen by its name.
  public struct Found: Sendable, Equatable {
    /// The name to choose it by.
    public let name: String
    /// Its file, or its folder if that contains only sounds.
    public let path: String

    /// The format, from the ending of its file.
    public var format: KitFormat {
      let path = path.lowercased()
      if path.hasSuffix(".sfz") { return .sfz }
      if path.hasSuffix(".h2drumkit") || path.hasSuffix("/\(HydrogenKit.fileName)") {
        return .hydrogen
      }
      return path.hasSuffix(".xml") ? .drumGizmo : .folder
    }
  }

  /// Folders with a folder for each kit. The first ones win.
  public let kitFolders: [String]
  /// Folders of sounds that are a kit each, named after the program that installs them.
  public let soundFolders: [String]
  /// The folder with the bundled kit and takes; nil if it is not found.
  public let samplesFolder: String?
  /// Kits that Flam makes itself when they are first played.
  public let synthesisedKits: [SynthesisedKit]
  /// Packages of the system with kits that are not installed.
  public let missingPackages: [KitPackage]

  private static let bundledKit = "kit/flam.sfz"
  /// Kits beside the bundled one that are a text alone, by their names.
  private static let bundledTexts = ["808"]

  /// Searches as the running program: by its environment, and upwards from its executable.
  public init() {
    self.init(
      environment: BaseFolders.variables,
      executablePath: FileNames.resolved("/proc/self/exe") ?? "")
  }

  /// Searches where `environment` (FLAM_SAMPLES, XDG_DATA_HOME, XDG_DATA_DIRS, HOME) and the
  /// executable's folder point.
  public init(environment: [String: String], executablePath: String) {
    let folders = BaseFolders(environment: environment)
    let data = folders.data
    kitFolders =
      data.map { "\($0)/flam/kits" } + data.map { "\($0)/hydrogen/data/drumkits" }
      + ["\(folders.home)/.hydrogen/data/drumkits"]
    missingPackages = KitPackage.missing(inData: data)
    synthesisedKits = SynthesisedKit.all(cache: "\(folders.cache)/flam/kits")
    soundFolders = data.map { "\($0)/sonic-pi/samples" }
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

  /// The path of the wanted kit; nil means the bundled one.
  public func kit(_ nameOrPath: String?) throws(KitError) -> String {
    guard let nameOrPath else { return try bundledKit() }
    let isName = !nameOrPath.contains("/") && !isKit(nameOrPath)
    if isName, let named = kits.first(where: { $0.name == nameOrPath }) { return named.path }
    if Folder.exists(nameOrPath) { return try kit(inFolder: nameOrPath) }
    // A kit that is made when it is first played need not exist yet.
    if TextFile.exists(nameOrPath) || synthesisedKits.contains(where: { $0.path == nameOrPath }) {
      return nameOrPath
    }
    let known = kits.map(\.name).joined(separator: ", ")
    throw KitError(
      .missing, kit: nameOrPath, reason: "there is no such file, and no kit of that name",
      advice: known.isEmpty
        ? "give the path of a kit" : "give the path of a kit or one of: \(known)")
  }

  /// All kits that can be chosen by name, the bundled one first.
  public var kits: [Found] {
    var found: [Found] = []
    if let bundled = try? bundledKit() { found.append(Found(name: "flam", path: bundled)) }
    for folder in kitFolders {
      // Hidden ones are no kits: earlier states, and what is being made.
      for name in Folder.names(folder) where !name.hasPrefix(".") {
        let path = "\(folder)/\(name)"
        let isFolder = Folder.exists(path)
        guard let kit = isFolder ? try? kit(inFolder: path) : Self.isKitFile(name) ? path : nil
        else { continue }
        let shortName = isFolder ? name : Folder.stem(name)
        if !found.contains(where: { $0.name == shortName }) {
          found.append(Found(name: shortName, path: kit))
        }
      }
    }
    for folder in soundFolders where FolderKit.isKit(folder) {
      let name = Folder.stem(Folder.holding(folder))
      if !found.contains(where: { $0.name == name }) {
        found.append(Found(name: name, path: folder))
      }
    }
    for text in bundledTexts where !found.contains(where: { $0.name == text.name }) {
      found.append(text)
    }
    for made in synthesisedKits where !found.contains(where: { $0.name == made.name }) {
      found.append(Found(name: made.name, path: made.path))
    }
    return found
  }

  /// Those that are there.
  private var bundledTexts: [Found] {
    guard let samplesFolder else { return [] }
    return Self.bundledTexts.map { Found(name: $0, path: "\(samplesFolder)/\($0)/\($0).sfz") }
      .filter { TextFile.isReadable($0.path) }
  }

  /// The path of an SFZ file for notes: one of those that come with Flam by its name, or any by its path.
  public func instrument(_ nameOrPath: String) -> String? {
    nameOrPath.lowercased().hasSuffix(".sfz") ? nameOrPath : bundledInstrument(nameOrPath)
  }

  /// The path of an instrument that comes with Flam, by its name alone; nil for any other text.
  public func bundledInstrument(_ name: String) -> String? {
    guard !name.contains("/"), let samplesFolder else { return nil }
    let path = "\(samplesFolder)/instruments/\(name).sfz"
    return TextFile.isReadable(path) ? path : nil
  }

  /// Whether `path` is a kit, and not something else with that name.
  private func isKit(_ path: String) -> Bool {
    if Folder.exists(path) { return (try? kit(inFolder: path)) != nil }
    return TextFile.exists(path) && (Self.isKitFile(path) || path.lowercased().hasSuffix(".xml"))
  }

  private static func isKitFile(_ name: String) -> Bool {
    [".sfz", ".h2drumkit"].contains { name.lowercased().hasSuffix($0) }
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
        .missing, kit: "flam", reason: "the bundled kit is missing from Flam's installation",
        advice: "set FLAM_SAMPLES to the folder Samples of Flam's source, or \(.chooseKit)")
    }
    return "\(samplesFolder)/\(Self.bundledKit)"
  }

  /// The kit in a folder: a Hydrogen kit, an SFZ file, an archive, the file of a DrumGizmo kit, or
  /// otherwise its sounds.
  private func kit(inFolder folder: String) throws(KitError) -> String {
    if !TextFile.isReadable(folder) {
      throw KitError(
        .unreadable, kit: folder, reason: "you may not read the folder",
        advice: "allow reading it: chmod +rx")
    }
    let names = Folder.names(folder)
    if let hydrogen = HydrogenKit.file(in: folder) { return hydrogen }
    for ending in [".sfz", ".xml", ".h2drumkit"] {
      var files = names.filter { $0.lowercased().hasSuffix(ending) }
      if ending == ".xml" { files = files.filter { KitReader.isDrumGizmo("\(folder)/\($0)") } }
      let namesake = files.first { Folder.stem($0) == Folder.stem(folder) }
      if let file = namesake ?? (files.count == 1 ? files.first : nil) {
        return "\(folder)/\(file)"
      }
      guard files.isEmpty else {
        throw KitError(
          .unsupported, kit: folder, reason: "it holds several kits",
          advice: "give one of \(files.joined(separator: ", "))")
      }
    }
    if FolderKit.isKit(folder) { return folder }
    throw KitError(
      .unsupported, kit: folder, reason: "there is neither a kit nor a sound in this folder",
      advice: "give a kit's file (NAME.sfz, drumkit.xml, NAME.h2drumkit) or a folder of sounds")
  }
}
