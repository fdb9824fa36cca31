// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import SoundFiles
import Storage

/// A kit of the player's own, as it lies on the disk.
public struct OwnKit: Sendable {
  /// A drum of it.
  public struct Pad: Sendable, Equatable {
    /// Its role.
    public let role: PadRole
    /// Its sounds, from soft to loud. People count them from 1.
    public let sounds: [OwnSound]
    /// Their files, as paths in the kit's folder.
    public let files: [String]
    /// Which velocities each of them answers.
    public let layers: VelocityLayers

    init(_ role: PadRole, _ sounds: [OwnSound], files: [String]) {
      (self.role, self.sounds, self.files) = (role, sounds, files)
      layers = VelocityLayers(decibels: sounds.map(\.decibels))
    }

    /// The place of a sound, which people count from 1.
    public func index(of number: Int, kit name: String) throws(KitMakingError) -> Int {
      guard !sounds.isEmpty else { throw noSounds(kit: name) }
      guard (1...sounds.count).contains(number) else {
        throw KitMakingError(
          .unknownName, "there is no sound \(number) of '\(role.name)' in the kit '\(name)'",
          advice: "it has \(sounds.count): give a number from 1 to \(sounds.count)")
      }
      return number - 1
    }

    /// Why nothing can be done with its sounds.
    func noSounds(kit name: String) -> KitMakingError {
      KitMakingError(
        .missing, "the kit '\(name)' has no sounds of '\(role.name)'",
        advice: "record some first")
    }
  }

  /// No file of a recorded sound is larger.
  static let mostSoundBytes = 16 << 20

  /// Where it lies.
  public let place: OwnKitPlace
  let text: OwnKitText

  /// Reads the kit at a place; nil if nothing is there.
  public init?(at place: OwnKitPlace) throws(KitMakingError) {
    guard FileSystem.exists(place.folder) else { return nil }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try RegularFile.bytes(place.textPath, atMost: Limits.kitTextBytes)
    } catch {
      throw Self.foreign(place, "it has no '\(FileNames.last(place.textPath))': \(error)")
    }
    guard let text = OwnKitText(String(decoding: bytes, as: UTF8.self)) else {
      throw Self.foreign(place, "its text was not made by Flam")
    }
    (self.place, self.text) = (place, text)
  }

  /// The kit at a place; an error if nothing is there.
  public static func found(at place: OwnKitPlace) throws(KitMakingError) -> OwnKit {
    if let kit = try OwnKit(at: place) { return kit }
    throw KitMakingError(
      .missing, "there is no kit of yours '\(place.name)' in '\(place.parent)'",
      advice: "record some sounds first, or check its name with 'flam kits'")
  }

  /// Who made it, and on what terms.
  public var terms: KitTerms { text.terms }
  /// The pads that have sounds.
  public var roles: [PadRole] { text.roles }
  /// How many sounds a pad has.
  public func count(of role: PadRole) -> Int { text.sounds(of: role).count }

  /// A pad with its sounds; without any if the kit lacks it.
  public func pad(_ role: PadRole) throws(SoundFileError) -> Pad {
    let files = text.sounds(of: role)
    var sounds: [OwnSound] = []
    for file in files { sounds.append(try OwnSound(path: "\(place.folder)/\(file)")) }
    return Pad(role, sounds, files: files)
  }

  /// The same for a program that somebody uses from afar: an error if a sound lies outside the kit's folder, or is larger than
  /// a recorded one can be.
  public func containedPad(_ role: PadRole) throws -> Pad {
    for file in text.sounds(of: role) { _ = try containedPath(file) }
    return try pad(role)
  }

  /// The path of a sound's file, which lies in the kit's folder.
  public func containedPath(_ file: String) throws(KitMakingError) -> String {
    let (path, home) = (
      FileNames.resolved("\(place.folder)/\(file)"), FileNames.resolved(place.folder)
    )
    guard let path, let home, path.hasPrefix("\(home)/") else {
      throw KitMakingError(
        .notOwn, "cannot read a sound of the kit '\(place.name)': it is not in the kit's folder",
        advice: "copy it there, or use 'flam sample'")
    }
    var status = stat()
    guard lstat(FileNames.exactPath(path), &status) == 0, status.st_size <= Self.mostSoundBytes
    else {
      throw KitMakingError(
        .notOwn,
        "cannot read a sound of the kit '\(place.name)': it is larger than "
          + "\(Self.mostSoundBytes >> 20) MB", advice: "use 'flam sample'")
    }
    return path
  }

  private static func foreign(_ place: OwnKitPlace, _ reason: String) -> KitMakingError {
    KitMakingError(
      .notOwn, "cannot change the kit '\(place.name)' in '\(place.folder)': \(reason)",
      advice: "give yours another name")
  }
}
