// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits

/// The bundled kit compared with recorded ones of Debian's hydrogen-drumkits, struck through the
/// same voices; and of all installed kits the targets for every hit.
struct KitsBenchmark {
  private static let peers = ["GMRockKit", "ForzeeStereo"]
  private static let roles: [PadRole] = [
    .kick, .snare, .sideStick, .hihatClosed, .hihatPedal, .hihatHalf, .hihatOpen, .tomLow, .tomMid,
    .tomHigh, .crash, .ride,
  ]
  private static let sampleMegabytes = 1024

  private typealias NamedKit = (name: String, kit: Kit)

  let isQuick: Bool
  let seed: UInt64

  func run() throws -> Bool {
    let locator = KitLocator()
    let bundled = (name: "flam", kit: try load(locator.kit(nil)))
    var peers: [NamedKit] = []
    for found in locator.kits where Self.peers.contains(found.name) {
      peers.append((found.name, try load(found.path)))
    }
    print("kits: strokes through the voices at \(StruckPad.sampleRateHz) Hz")
    if peers.count < Self.peers.count {
      print(
        "  \(Self.peers.joined(separator: " and ")) are not all there: compared with "
          + "\(peers.count) (apt install hydrogen-drumkits)")
    }
    print("  " + name("") + PadFigures.heading)
    let isMet = Self.roles.map { compare($0, bundled, peers) }.allSatisfy { $0 }
    return try InstalledKits(isQuick: isQuick).run() && isMet
  }

  private func load(_ path: String) throws -> Kit {
    try KitLoader.load(
      path: path, sampleRateHz: StruckPad.sampleRateHz,
      into: SampleMemory(megabytes: Self.sampleMegabytes)
    ).kit
  }

  private func compare(_ role: PadRole, _ bundled: NamedKit, _ peers: [NamedKit]) -> Bool {
    print("  \(role.name)")
    guard let ours = figures(role, of: bundled) else {
      return verdict("the bundled kit has this drum", false)
    }
    let missed = KitTargets.missed(ours, beside: peers.compactMap { figures(role, of: $0) })
    for target in missed { _ = verdict(target, false) }
    return missed.isEmpty
  }

  /// Measures and prints the kit's first pad of a role; nil if it has none.
  private func figures(_ role: PadRole, of named: NamedKit) -> PadFigures? {
    guard let pad = named.kit.pads.firstIndex(where: { $0.role == role }) else { return nil }
    let figures = PadFigures(named.kit, pad: pad, strokeCount: isQuick ? 2 : 8, seed: seed)
    print("  " + name(named.name) + figures.text)
    return figures
  }

  private func name(_ text: String) -> String {
    let text = "  \(text)"
    return text + String(repeating: " ", count: max(0, 16 - text.count))
  }
}
