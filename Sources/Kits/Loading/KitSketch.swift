// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// How much of each pad of a kit is loaded.
public enum KitDetail: String, Codable, Sendable {
  /// One hit: a variation of the layer that is played most.
  case hit
  /// One variation of each layer.
  case layers
  /// All of it.
  case whole
}

/// Makes a small version of a kit: as much as can be loaded at once. It answers as the whole kit
/// will.
enum KitSketch {
  /// What is loaded before the whole, one after the other.
  static let details: [KitDetail] = [.hit, .layers]

  /// The MIDI velocity of the layer that is played most.
  private static let usualVelocity = 96

  /// The pads of a kit that sounds strike, or all pads if there are no sounds, with fewer hits
  /// each.
  static func description(
    of whole: KitDescription, _ detail: KitDetail, struckAt choices: [PadChoice]
  ) -> KitDescription {
    let names = whole.pads.map { (name: $0.name, note: $0.note) }
    let roles = whole.pads.map {
      PadCandidate(role: $0.answeringRole, note: $0.note, recordingCount: $0.regions.count)
    }
    let struck = choices.flatMap {
      $0.places(inKit: whole.name, among: names) { $0.known(among: roles) }
    }
    // The pad that answers a role that the kit lacks is known only after all have been measured.
    let isAny = struck.isEmpty || struck.contains(nil)
    var sketch = whole
    for index in sketch.pads.indices {
      let isWanted = isAny || struck.contains(index)
      sketch.pads[index].regions = isWanted ? regions(whole.pads[index], detail) : []
    }
    return sketch
  }

  private static func regions(_ pad: PadDescription, _ detail: KitDetail) -> [KitRegion] {
    guard detail != .whole else { return pad.regions }
    var pad = pad
    // Here files are not read for that.
    pad.regions = MuteRegions(pad) { _ in nil }.heard
    let groups = HitGroups(pad.regions)
    guard !groups.areMeasured else {
      let hits = groups.all
      return hits[hits.count / 2].map { region(pad.regions[$0], answering: 0...127) }
    }
    var unheard = ProblemList()
    let layers = groups.layers(pad, reporting: &unheard)
    if detail == .hit {
      let usual = layers.first { $0.velocities.contains(usualVelocity) } ?? layers.last
      return (usual?.variations.first ?? []).map {
        region(pad.regions[$0], answering: 0...127)
      }
    }
    return layers.flatMap { layer in
      (layer.variations.first ?? []).map {
        region(pad.regions[$0], answering: layer.velocities)
      }
    }
  }

  /// The same sound for all hits of some velocities.
  private static func region(
    _ region: KitRegion, answering velocities: ClosedRange<Int>
  ) -> KitRegion {
    var region = region
    region.strength = .velocities(velocities)
    region.turn = .always
    region.crossfade = nil
    return region
  }
}
