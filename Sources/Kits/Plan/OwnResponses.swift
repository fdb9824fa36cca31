// SPDX-License-Identifier: GPL-3.0-or-later

extension PadDescription {
  /// The same pad, with velocity in the mix of regions that answer the same velocities in different
  /// ways: their proportions change with velocity, as where they fade into each other.
  var withOwnResponses: PadDescription {
    var kinds: [VelocityResponse] = []
    let kind = regions.map { region -> Int in
      if let known = kinds.firstIndex(of: region.response) { return known }
      kinds.append(region.response)
      return kinds.count - 1
    }
    guard kinds.count > 1 else { return self }
    var kindAt = [Int?](repeating: nil, count: 128)
    var differAt = [Bool](repeating: false, count: 128)
    for (region, kind) in zip(regions, kind) where region.slice != nil {
      for velocity in region.velocities {
        differAt[velocity] = differAt[velocity] || (kindAt[velocity] ?? kind) != kind
        kindAt[velocity] = kind
      }
    }
    var pad = self
    for index in regions.indices where regions[index].velocities.contains(where: { differAt[$0] }) {
      let faded = regions[index].crossfade ?? VelocityResponse.flat.gains
      pad.regions[index].crossfade = zip(faded, regions[index].response.gains).map { $0 * $1 }
      pad.regions[index].response = .flat
    }
    return pad
  }
}
