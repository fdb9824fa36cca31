// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the inaudible regions of a pad that name a sound: its file contains only zeros, or its
/// gain is 0. Silences that a kit demands do not count.
struct MuteRegions {
  /// The regions without them; all if nothing else sounds.
  let heard: [KitRegion]
  /// The first region of each hit that consists only of these, if others of the pad sound.
  let hits: [KitRegion]

  init(_ pad: PadDescription, peak: (KitRegion.Slice) -> Float?) {
    let regions = pad.regions
    let isMute = regions.map { region in
      region.slice.map { region.gain == 0 || peak($0) == 0 } ?? false
    }
    let isHeard = zip(regions, isMute).contains { $0.slice != nil && !$1 }
    guard isHeard, isMute.contains(true) else {
      (heard, hits) = (regions, [])
      return
    }
    heard = zip(regions, isMute).filter { !$1 }.map(\.0)
    let groups = HitGroups(regions)
    var unreported = ProblemList()
    let all =
      groups.areMeasured
      ? groups.all : groups.layers(pad, reporting: &unreported).flatMap(\.variations)
    hits = all.filter { hit in hit.allSatisfy { isMute[$0] } }.compactMap { $0.first }
      .map { regions[$0] }
  }

  /// The report about one.
  static func text(_ region: KitRegion) -> String {
    "'\(Folder.stem(region.slice?.path ?? ""))' is silent"
      + (region.gain == 0 ? ": its gain is 0" : "")
  }
}
