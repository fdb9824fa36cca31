// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The kit type, because an event has the same name.
typealias Drums = Kit

extension EngineEvent {
  /// The drums that answer from now on.
  public struct Kit: Codable, Sendable, Equatable {
    /// A pad and its strip of the mixer.
    public struct Pad: Codable, Sendable, Equatable {
      /// Its name for players: its role, or the kit's own name if it has no role.
      public let name: String
      /// All of its names.
      public let names: [String]
      /// The MIDI note that strikes it, if its kit names one.
      public let note: Int?
      /// The MIDI notes that play it, each at its pitch; missing where ``note`` is the only one.
      public let keys: [Int]?
      /// It sounds until its note ends; missing where it sounds to its end.
      public let isGated: Bool?
      /// How it is mixed.
      public internal(set) var strip: Strip

      /// A pad.
      public init(
        name: String, names: [String], note: Int?, zone: KeyZone = KeyZone(), strip: Strip
      ) {
        (self.name, self.names, self.note, self.strip) = (name, names, note, strip)
        keys = zone.keys.count > 1 ? zone.keys : nil
        isGated = zone.isGated ? true : nil
      }

      /// A MIDI note plays it.
      public func isPlayed(byNote note: Int) -> Bool {
        note == self.note || keys?.contains(note) == true
      }
    }

    /// As people call it.
    public let name: String
    /// Its path; missing if that is not known.
    public let path: String?
    /// It is completely loaded.
    public let isWhole: Bool
    /// Its drums in their order.
    public private(set) var pads: [Pad]

    /// A kit that took over.
    public init(name: String, path: String?, isWhole: Bool = true, pads: [Pad] = []) {
      (self.name, self.path, self.isWhole, self.pads) = (name, path, isWhole, pads)
    }

    /// The drums of a kit and how they are mixed.
    init(_ kit: Drums, path: String?, strips: [Strip]) {
      self.init(
        name: kit.name, path: path, isWhole: kit.isWhole,
        pads: zip(kit.pads, strips).map { pad, strip in
          Pad(
            name: pad.title,
            names: DrumName.names(role: pad.role, name: pad.name, note: pad.note),
            note: pad.note, zone: pad.zone, strip: strip)
        })
    }

    /// The pads that a name matches, by their places; empty if there is no such drum.
    public func pads(named asked: String) -> [Int] {
      DrumName.places(named: asked, in: pads.map(\.names), keys: pads.map { $0.keys ?? [] })
    }

    mutating func apply(_ change: StripChange) {
      for pad in pads(named: change.drum) {
        pads[pad].strip = change.applied(to: pads[pad].strip)
      }
    }

    mutating func endSolo() { for pad in pads.indices { pads[pad].strip.isSoloed = false } }
  }

  /// A kit that is being loaded.
  public struct KitLoading: Codable, Sendable, Equatable {
    /// Its name or path, as it was asked for.
    public let name: String
    /// The share that is loaded, 0...1.
    public let share: Double

    /// A kit, loaded so far.
    public init(name: String, share: Double) { (self.name, self.share) = (name, share) }
  }

  /// A kit that is completely loaded.
  public struct KitLoaded: Codable, Sendable, Equatable {
    /// As people call it.
    public let name: String
    /// How long it took.
    public let seconds: Double
    /// It does not fit into the sample memory and is streamed from the disk.
    public let isStreamed: Bool
    /// The sample memory, in megabytes.
    public let memoryMegabytes: Int
    /// Its faults, a sentence each.
    public let faults: [String]

    /// A kit.
    public init(
      name: String, seconds: Double, isStreamed: Bool, memoryMegabytes: Int, faults: [String]
    ) {
      (self.name, self.seconds, self.isStreamed) = (name, seconds, isStreamed)
      (self.memoryMegabytes, self.faults) = (memoryMegabytes, faults)
    }
  }

  /// A kit that cannot be loaded.
  public struct KitFailed: Codable, Sendable, Equatable {
    /// Its name or path, as it was asked for.
    public let name: String
    /// The attempt, why it failed, and the remedy.
    public let reason: String

    /// A failure.
    public init(name: String, reason: String) { (self.name, self.reason) = (name, reason) }
  }
}
