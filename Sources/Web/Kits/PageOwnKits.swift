// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import KitMaking
import Storage

/// Lets pages hear and change kits of the player's own sounds, as `flam sample` does. Of other kits, and of files outside a kit's
/// folder, nothing is read or written. This takes long: only the job queue's thread calls it.
final class PageOwnKits: Sendable {
  let kits: PageHost.Kits
  let changed = SavedFiles()

  init(_ kits: PageHost.Kits) { self.kits = kits }

  /// The pads of a kit; those of another's kit are not listed.
  func open(_ name: String) throws -> PageOwnKit {
    guard let place = try place(of: name) else { return PageOwnKit(nil) }
    return PageOwnKit(try? OwnKit(at: place))
  }

  /// The sounds of a pad with their waveforms; returns the download.
  func sounds(of asked: PageOwnSound, for downloads: ClientDownloads) throws -> PageDownload {
    let (kit, role) = try found(asked.name, asked.pad)
    let bytes = try PageOwnPad(kit.containedPad(role)).pageJSON
    return PageDownload(
      file: downloads.add(Download(type: "application/json", content: .bytes(bytes))))
  }

  /// One sound; returns the download.
  func hear(_ asked: PageOwnSound, for downloads: ClientDownloads) throws -> PageDownload {
    let (kit, role) = try found(asked.name, asked.pad)
    let pad = try kit.containedPad(role)
    let file = pad.files[try pad.index(of: asked.sound ?? 1, kit: asked.name)]
    // A copy: the next change moves the file.
    let bytes = try RegularFile.bytes(kit.containedPath(file))
    return PageDownload(
      file: downloads.add(
        Download(
          type: file.lowercased().hasSuffix(".flac") ? "audio/flac" : "audio/wav",
          content: .bytes(bytes), isHeard: true)))
  }

  /// Changes a sound, or all of a pad.
  func change(_ asked: PageSoundChange, by caller: CommandCaller) throws -> PageSoundChanged {
    let (kit, role) = try found(asked.name, asked.pad)
    let change = try asked.padChange()
    let before = try kit.containedPad(role)
    try changed.take("change the kit '\(asked.name)'", from: caller)
    let after = try OwnKit.change([(role, change)], of: kit.place).first
    guard asked.sound != nil, asked.change != .remove, let after else {
      return PageSoundChanged(sound: nil)
    }
    let place = after.sounds.firstIndex { !before.sounds.contains($0) }
    return PageSoundChanged(sound: (place.map { $0 + 1 }) ?? asked.sound)
  }

  /// Takes the last change of a kit back, or brings it back.
  func undo(_ name: String, by caller: CommandCaller) throws -> PageOwnKit {
    guard let place = try place(of: name) else { throw Self.notOwn(name) }
    // Of a kit that Flam did not make nothing is moved.
    _ = try OwnKit.found(at: place)
    try changed.take("change the kit '\(name)'", from: caller)
    return PageOwnKit(try OwnKit.undo(place))
  }

  /// A kit of the list that lies where kits of the player's own do; nil if it lies elsewhere.
  private func place(of name: String) throws(EngineError) -> OwnKitPlace? {
    guard let kit = kits.list().first(where: { $0.name == name }) else {
      throw EngineError(
        "open the kit '\(PathText.name(name))'", reason: "there is none of that name",
        advice: "pick one from the list")
    }
    guard let place = kits.own(name), place.textPath == kit.path else { return nil }
    return place
  }

  private func found(_ name: String, _ pad: String) throws -> (kit: OwnKit, role: PadRole) {
    guard let place = try place(of: name) else { throw Self.notOwn(name) }
    guard let role = PadRole(name: pad) else {
      throw EngineError(
        "open a pad of the kit '\(name)'", reason: "no pad has that name",
        advice: "pick one from the list")
    }
    return (try OwnKit.found(at: place), role)
  }

  private static func notOwn(_ name: String) -> EngineError {
    EngineError(
      "change the kit '\(name)'", reason: "Flam did not make it of your sounds",
      advice: "make a kit of your own: flam sample mouth")
  }
}

extension PageSoundChange {
  /// The change; an error if a number is out of its range.
  fileprivate func padChange() throws(EngineError) -> PadChange {
    switch change {
    case .remove:
      guard let sound else { throw fault("a sound has no number", "give its number") }
      return .remove(sound)
    case .trim: return .edit([.trim], sound: sound)
    case .reverse: return .edit([.reverse], sound: sound)
    case .normalise: return .edit([.normalise], sound: sound)
    case .pitch:
      let range = SoundEdit.pitchesSemitones
      guard let semitones, range.contains(semitones) else {
        let text = "\(Int(range.lowerBound)) to \(Int(range.upperBound)) semitones"
        throw fault("the pitch is out of its range", "give \(text)")
      }
      return .edit([.pitch(semitones: semitones)], sound: sound)
    case .part:
      let least = SoundEdit.shortestSeconds
      guard let from, let to, from >= 0, to - from >= least, to < 3600 else {
        throw fault("the part is too short", "give its beginning and its end, 5 ms apart or more")
      }
      return .edit([.part(from: from, to: to)], sound: sound)
    }
  }

  private func fault(_ reason: String, _ advice: String) -> EngineError {
    EngineError("change '\(pad)' of the kit '\(name)'", reason: reason, advice: advice)
  }
}
