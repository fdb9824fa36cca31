// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Kits
import Limiters
import Simulation

/// How high mixes of real drums rise between their samples after each limiter: four to eight
/// strokes of a kit at once, so loud that the highest sample is 6 and 12 dB over full scale.
struct KitMixTable {
  private static let peers = ["GMRockKit", "ForzeeStereo"]
  private static let decibelsOver: [Float] = [6, 12]
  private static let ratesHz = [44_100, 48_000, 88_200, 96_000, 192_000]
  private static let kinds: [LimiterKind] = [.soft, .lookAhead, .sigmoid, .hard]
  private static let sampleMegabytes = 2048
  private static let strokeCounts = 4...8
  private static let startSeconds: Float = 0.2
  private static let mixSeconds: Float = 0.4
  private static let softestDecibels: Float = -12

  let mixCount: Int
  let seed: UInt64

  func run() throws -> Bool {
    print(
      "  true peak of \(mixCount) mixes of each kit, 6 and 12 dB over full scale, 16 times oversampled: how many pass 0 dBTP, "
        + "and the highest")
    let locator = KitLocator()
    let paths =
      [("flam", try locator.kit(nil))]
      + locator.kits.filter { Self.peers.contains($0.name) }.map { ($0.name, $0.path) }
    if paths.count <= Self.peers.count {
      print("    (apt install hydrogen-drumkits for the others)")
    }
    var isMet = true
    for rateHz in Self.ratesHz {
      for (name, path) in paths {
        let mixes = try mixes(path, rateHz: rateHz)
        // The result of the others is the same at every rate.
        let kinds = rateHz == 48_000 ? Self.kinds : [.soft]
        for kind in kinds {
          let found = Self.decibelsOver.map { report(mixes, kind, $0, rateHz: rateHz) }
          print(
            "    \(name) at \(rateHz) Hz, \(kind.rawValue): \(found.map(\.text).joined(separator: "; "))"
          )
          if kind == .soft { isMet = isMet && found.allSatisfy { $0.overs == 0 } }
        }
      }
    }
    return verdict("no mix passes 0 dBTP behind the live limiter", isMet)
  }

  private func report(
    _ mixes: [[Float]], _ kind: LimiterKind, _ decibels: Float, rateHz: Int
  ) -> (overs: Int, text: String) {
    let peaks = mixes.map { mix in
      let gain = Units.amplitude(decibels: decibels)
      return FinePeak.decibels(
        kind.limited(mix.map { gain * $0 }, channelCount: 1, sampleRateHz: Float(rateHz)))
    }
    let overs = peaks.count { $0 > 0 }
    return (overs, "\(overs), \((peaks.max() ?? -.infinity).digits(2)) dBTP")
  }

  /// Mixes of the left side of random strokes, whose highest sample is at full scale.
  private func mixes(_ path: String, rateHz: Int) throws -> [[Float]] {
    let kit = try KitLoader.load(
      path: path, sampleRateHz: rateHz, into: SampleMemory(megabytes: Self.sampleMegabytes)
    ).kit
    let sounds = kit.pads.flatMap(\.layers).flatMap(\.variations).map(\.sound)
    var random = SeededGenerator(seed: seed)
    let frameCount = Int(Self.mixSeconds * Float(rateHz))
    return (0..<mixCount).map { _ in
      var mix = [Float](repeating: 0, count: frameCount)
      let count =
        Self.strokeCounts.lowerBound + Int(random.uniform() * Float(Self.strokeCounts.count))
      for _ in 0..<count {
        let sound = sounds[Int(random.uniform() * Float(sounds.count)) % sounds.count]
        let first = Int(random.uniform() * Self.startSeconds * Float(rateHz))
        let gain = Units.amplitude(decibels: random.uniform() * Self.softestDecibels)
        add(kit.memory.frames(of: sound, atMost: frameCount - first), gain, at: first, to: &mix)
      }
      let highest = max(1e-6, mix.map(abs).max() ?? 0)
      return mix.map { $0 / highest }
    }
  }

  private func add(
    _ frames: [SIMD2<Float>], _ gain: Float, at first: Int, to mix: inout [Float]
  ) {
    let highest = max(1e-6, frames.map { abs($0.x) }.max() ?? 0)
    for (frame, sample) in frames.enumerated() { mix[first + frame] += gain * sample.x / highest }
  }
}
