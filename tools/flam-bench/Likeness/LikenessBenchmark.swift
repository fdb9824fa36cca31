// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits

/// The bundled kit compared with recorded ones: how far its drums are from theirs, and how far
/// theirs are from each other.
///
/// Whoever shapes a drum hears the kits at hand, so that they cannot judge it alone. Kits drawn by
/// lot judge, and the recorded kits that were not drawn are judged beside ours: a computed drum is
/// as likely as a recorded one if it is outside of the judges' spread no more often.
struct LikenessBenchmark {
  /// Recorded kits of acoustic drums, no two of the same drums: of Debian's hydrogen-drumkits, and one to
  /// be downloaded.
  private static let peers = [
    "GMRockKit", "ForzeeStereo", "ColomboAcousticDrumkit", "BJA_Pacific", "ElectricEmpireKit",
    "Millo_MultiLayered3", "rumpf_kit_z01_h2", "MuldjordKit",
  ]
  private static let roles: [PadRole] = [
    .kick, .snare, .hihatClosed, .hihatOpen, .tomLow, .tomMid, .tomHigh, .crash, .ride,
  ]
  private static let velocities = [50, 90, 120]
  private static let strokeCount = 4
  private static let sampleMegabytes = 1024
  private static let drawCount = 10

  let seed: UInt64
  /// The drum to compare; nil for all.
  let drum: String?
  /// The path of the page to listen to; nil for none.
  let page: String?

  func run() throws -> Bool {
    let locator = KitLocator()
    var kits = [("flam", try locator.kit(nil))]
    kits += Self.peers.compactMap { name in
      locator.kits.first { $0.name == name }.map { (name, $0.path) }
    }
    let loaded = try kits.map { (name: $0.0, kit: try load($0.1)) }
    print("likeness: strokes through the voices at equal loudness, beside \(loaded.count - 1) kits")
    guard loaded.count > 4 else {
      print("  there are no four recorded kits to compare with (apt install hydrogen-drumkits)")
      return true
    }
    var listening = ListeningPage()
    var draws = LikenessDraws(
      kits: loaded.dropFirst().map(\.name), count: Self.drawCount, seed: seed)
    var count = (met: 0, all: 0)
    for role in Self.roles where drum == nil || drum == role.name {
      let drums = loaded.compactMap { StruckDrum(role, of: $0.kit, named: $0.name, seed: seed) }
      guard let ours = drums.first, ours.kit == "flam", drums.count > 4 else { continue }
      for velocity in Self.velocities {
        let struck = drums.map { $0.struck(velocity: velocity, count: Self.strokeCount) }
        let comparison = DrumComparison(of: struck[0], judgedBy: Array(struck.dropFirst()))
        comparison.lines(role: role.name, velocity: velocity).forEach { print($0) }
        count.met += comparison.metCount
        count.all += comparison.targetCount
        draws.add(struck)
        if page != nil { listening.add(struck, role: role.name, velocity: velocity) }
      }
    }
    if let page { try listening.write(to: page) }
    let isMet = verdict(
      "\(count.met) of \(count.all) distances within the spread of recorded kits",
      count.met == count.all)
    return draws.areMet() && isMet
  }

  private func load(_ path: String) throws -> Kit {
    try KitLoader.load(
      path: path, sampleRateHz: StruckPad.sampleRateHz,
      into: SampleMemory(megabytes: Self.sampleMegabytes)
    ).kit
  }
}

/// A drum of a kit, ready to be struck.
struct StruckDrum {
  /// Its strokes at one velocity.
  struct Strokes {
    let kit: String
    let sounds: [[SIMD2<Float>]]
    let portraits: [StrokePortrait]
  }

  /// Words in the names of pads that are struck otherwise, or are other cymbals.
  private static let unusual = ["bell", "rimshot", "roll", "china", "splash"]

  let kit: String
  private let loaded: Kit
  private let pad: Int
  private let seed: UInt64

  /// Nil if the kit has no such drum.
  init?(_ role: PadRole, of kit: Kit, named name: String, seed: UInt64) {
    let pads = kit.pads.indices.filter { kit.pads[$0].role == role }
    let usual = pads.filter { pad in
      !Self.unusual.contains { kit.pads[pad].name.lowercased().contains($0) }
    }
    let noted = usual.first { kit.pads[$0].note == role.generalMIDINote }
    guard let pad = noted ?? usual.first ?? pads.first else { return nil }
    (self.kit, loaded, self.pad, self.seed) = (name, kit, pad, seed)
  }

  func struck(velocity: Int, count: Int) -> Strokes {
    var struck = StruckPad(loaded, pad: pad, seed: seed)
    var hearing = PortraitHearing()
    let sounds = (0..<count).map { _ in
      struck.beginning(velocity: velocity, seconds: PortraitHearing.heardSeconds)
    }
    return Strokes(
      kit: kit, sounds: sounds, portraits: sounds.map { StrokePortrait($0, with: &hearing) })
  }
}
