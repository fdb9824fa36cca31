// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the regions of a pad that nobody hears although a sound is named: its file is nothing but zeros, or its gain
/// is 0. Silences that a kit asks for are none of them.
struct MuteRegions {
  /// The regions without them; all where nothing else sounds.
  let heard: [KitRegion]
  /// The first region of each hit that is made of nothing else, where others of the pad sound.
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
    var untold = ProblemList()
    let all =
      groups.areMeasured
      ? groups.all : groups.layers(pad, reporting: &untold).flatMap(\.variations)
    hits = all.filter { hit in hit.allSatisfy { isMute[$0] } }.compactMap { $0.first }
      .map { regions[$0] }
  }

  /// The report about one.
  static func text(_ region: KitRegion) -> String {
    "'\(Folder.stem(region.slice?.path ?? ""))' is silent"
      + (region.gain == 0 ? ": its gain is 0" : "")
  }
}
