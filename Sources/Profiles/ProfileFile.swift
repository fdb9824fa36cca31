// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Glibc
import Instrument
import Storage

/// A profile as one JSON file that people can read.
public enum ProfileFile {
  /// The version for one microphone, and the oldest that is read.
  public static let version = 2
  /// The version for two microphones, and the latest that is read.
  public static let pairVersion = 3

  private struct Document: Codable {
    struct Sound: Codable {
      var name: String
      /// The role, or else what the sound plays if ``Document/plays`` lacks it.
      var pad: String
      /// The drum that answers if a kit lacks the pad.
      var role: String?
      var examples: [Recorded]
      var taught: TaughtSound?
    }
    struct Recorded: Codable {
      var session: Int?
      var sound: ShortSound
      /// The sound of the second of two microphones.
      var second: ShortSound?
      var onsetErrorFrames: FoundOnset?
      var shapeDecibels: ShapeExample
      var burst: Burst?
    }
    var version: Int
    var noiseDecibels: Float
    var velocityCurve: String?
    /// What the sounds play, as people write it, by sound.
    var plays: [String: String]?
    /// The same for single kits, by kit name.
    var playsInKit: [String: [String: String]]?
    var sounds: [Sound]
  }

  private struct Version: Decodable { var version: Int }

  /// Reads the profile at `path`.
  public static func read(path: String) throws(ProfileError) -> Profile {
    guard FileSystem.exists(path) else {
      throw .missing(path: path, known: [])
    }
    var status = stat()
    guard stat(FileNames.systemPath(path), &status) != 0 || status.st_size <= Limits.profileBytes
    else {
      throw .broken(
        path: path,
        reason: "it has more than \(Limits.profileBytes >> 20) MB, the limit of a profile")
    }
    let data: Data
    do { data = try Data(RegularFile.bytes(path)) } catch {
      throw .unreadable(path: path, reason: reason(error))
    }
    return try profile(data, path: path)
  }

  /// Writes a profile to `path`, whole or not at all; makes its folder.
  public static func write(
    _ profile: Profile, path: String, isOverwriting: Bool
  ) throws(ProfileError) {
    guard isOverwriting || !FileSystem.exists(path) else {
      throw .exists(path: path)
    }
    do {
      try WholeFile.write(data(profile), to: path, makingFolder: true)
    } catch {
      throw .unwritable(path: path, reason: reason(error))
    }
  }

  /// Replaces the profile at `path`; the old one stays beside it as ``keptPath(_:)``. If this
  /// fails, the old one does not change.
  public static func replace(_ profile: Profile, path: String) throws(ProfileError) {
    do {
      let old = try Data(RegularFile.bytes(path))
      try WholeFile.write(old, to: keptPath(path))
    } catch {
      throw .unwritable(path: keptPath(path), reason: reason(error))
    }
    try write(profile, path: path, isOverwriting: true)
  }

  /// The path where ``replace(_:path:)`` keeps the old profile.
  public static func keptPath(_ path: String) -> String { path + ".bak" }

  /// The text of a profile; equal profiles give equal text.
  public static func data(_ profile: Profile) throws -> Data {
    let table = PadTable(profile)
    return try text(
      Document(
        version: profile.hasPlaces ? pairVersion : version, noiseDecibels: profile.noiseDecibels,
        velocityCurve: profile.velocityCurve == .linear ? nil : profile.velocityCurve.rawValue,
        plays: table.rules.isEmpty ? nil : table.rules,
        playsInKit: table.kitRules.isEmpty ? nil : table.kitRules,
        sounds: profile.sounds.map {
          Document.Sound(
            name: $0.name, pad: $0.role.name,
            examples: $0.examples.map {
              Document.Recorded(
                session: $0.session > 0 ? $0.session : nil, sound: $0.sound,
                second: $0.second, onsetErrorFrames: $0.found == .exact ? nil : $0.found,
                shapeDecibels: $0.shape,
                burst: $0.burst == .none ? nil : $0.burst)
            }, taught: $0.taught)
        }))
  }

  private static func text(_ document: Document) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(document)
  }

  /// What the sounds of the profile at `path` play.
  public static func table(path: String) throws(ProfileError) -> PadTable {
    let document = try document(path)
    return PadTable(document.plays ?? [:], document.playsInKit ?? [:])
  }

  /// Adds a table to that of the profile at `path`; rules for every kit then hold in all of them.
  /// The old profile stays beside it, as in ``replace(_:path:)``.
  public static func keep(_ table: PadTable, path: String) throws(ProfileError) {
    var document = try document(path)
    let sounds = document.sounds.map(\.name)
    if let fault = table.fault(sounds: sounds) { throw .broken(path: path, reason: fault) }
    let plays = (document.plays ?? [:]).merging(table.rules) { $1 }
    let inKits = (document.playsInKit ?? [:])
      .mapValues { $0.filter { table.rules[$0.key] == nil } }
      .merging(table.kitRules) { $0.merging($1) { $1 } }
      .filter { !$0.value.isEmpty }
    document.plays = plays.isEmpty ? nil : plays
    document.playsInKit = inKits.isEmpty ? nil : inKits
    do {
      try WholeFile.write(try Data(RegularFile.bytes(path)), to: keptPath(path))
      try WholeFile.write(text(document), to: path)
    } catch {
      throw .unwritable(path: path, reason: reason(error))
    }
  }

  private static func document(_ path: String) throws(ProfileError) -> Document {
    guard FileSystem.exists(path) else { throw .missing(path: path, known: []) }
    do {
      return try JSONDecoder().decode(Document.self, from: Data(RegularFile.bytes(path)))
    } catch {
      throw .unreadable(path: path, reason: reason(error))
    }
  }

  /// The profile with the text `data` from `path`.
  public static func profile(_ data: Data, path: String) throws(ProfileError) -> Profile {
    let document: Document
    do {
      let found = try JSONDecoder().decode(Version.self, from: data).version
      guard found >= version else { throw ProfileError.outdated(path: path, version: found) }
      guard found <= pairVersion else {
        throw ProfileError.unknownVersion(path: path, version: found)
      }
      document = try JSONDecoder().decode(Document.self, from: data)
    } catch let error as ProfileError {
      throw error
    } catch {
      throw .broken(path: path, reason: reason(error))
    }
    guard !document.sounds.isEmpty, document.sounds.allSatisfy({ !$0.examples.isEmpty }) else {
      throw .broken(path: path, reason: "it has no sounds, or a sound without examples")
    }
    let table = PadTable(document.plays ?? [:], document.playsInKit ?? [:])
    if let fault = table.fault(sounds: document.sounds.map(\.name)) {
      throw .broken(path: path, reason: fault)
    }
    var sounds: [Profile.SoundClass] = []
    for sound in document.sounds {
      var role = PadRole(name: sound.pad)
      let pad = role == nil ? sound.pad : nil
      if role == nil { role = try substitute(sound, path: path) }
      sounds.append(
        Profile.SoundClass(
          name: sound.name,
          choice: table.choice(
            ofSound: sound.name, otherwise: PadChoice(role ?? .other, named: pad)),
          examples: Self.examples(sound.examples), taught: sound.taught))
    }
    var profile = Profile(sounds: sounds, noiseDecibels: document.noiseDecibels)
    profile.velocityCurve = try velocityCurve(document.velocityCurve, path: path)
    return profile
  }

  /// The role of a sound whose pad has none: from the profile, else from the name of the pad or of
  /// the sound.
  private static func substitute(
    _ sound: Document.Sound, path: String
  ) throws(ProfileError) -> PadRole {
    guard let name = sound.role else {
      return PadMapping.role(named: sound.pad) ?? PadMapping.role(named: sound.name) ?? .other
    }
    guard let role = PadRole(name: name) else {
      throw .broken(path: path, reason: "its sound \(sound.name) names the unknown role \(name)")
    }
    return role
  }

  /// The velocity curve with a name; linear without one.
  private static func velocityCurve(
    _ name: String?, path: String
  ) throws(ProfileError) -> VelocityCurve {
    guard let name else { return .linear }
    guard let shape = VelocityCurve(rawValue: name) else {
      throw .broken(path: path, reason: "it names the unknown velocity curve \(name)")
    }
    return shape
  }

  /// Hears the recordings as they were heard when they were taught.
  private static func examples(_ recorded: [Document.Recorded]) -> [Example] {
    guard let first = recorded.first else { return [] }
    var reader = ExampleReader(sampleRateHz: first.sound.sampleRateHz)
    var examples: [Example] = []
    for hit in recorded {
      if hit.sound.sampleRateHz != reader.sampleRateHz {
        reader = ExampleReader(sampleRateHz: hit.sound.sampleRateHz)
      }
      var example = reader.example(
        hit.sound, second: hit.second, shape: hit.shapeDecibels,
        found: hit.onsetErrorFrames ?? .exact)
      example.session = hit.session ?? 0
      example.burst = hit.burst ?? .none
      examples.append(example)
    }
    return examples
  }

  /// What went wrong with a file, in words.
  public static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.dataCorrupted(let context):
      context.debugDescription.hasSuffix(".")
        ? String(context.debugDescription.dropLast()) : context.debugDescription
    case DecodingError.keyNotFound(let key, _): "“\(key.stringValue)” is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "“\(context.codingPath.last?.stringValue ?? "")” has an unexpected value"
    case let error as CocoaError:
      (error.underlying as? POSIXError).map { String(cString: strerror($0.code.rawValue)) }
        ?? "the system refuses it"
    default: "\(error)"
    }
  }
}
