// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// One region of the kit's SFZ with the opcodes that it inherits from its group.
struct MappedRegion {
  let key: Int
  let velocities: ClosedRange<Int>
  let volumeDecibels: Double
  let sample: String
  private let softestGain: Double

  /// All regions of a map, in the subset of SFZ that the generator writes.
  static func all(in text: String) -> [MappedRegion] {
    var group: [String: String] = [:]
    return text.split(separator: "\n").filter { !$0.hasPrefix("//") }.compactMap { line in
      if line.hasPrefix("<group>") { group = [:] }
      let opcodes = line.split(separator: " ").filter { $0.contains("=") }.map {
        $0.split(separator: "=", maxSplits: 1).map(String.init)
      }
      if line.hasPrefix("<region>") {
        return MappedRegion(
          opcodes.reduce(into: group) { $0[$1[0]] = $1[1] })
      }
      for opcode in opcodes { group[opcode[0]] = opcode[1] }
      return nil
    }
  }

  private init?(_ opcodes: [String: String]) {
    guard let key = opcodes["key"].flatMap(Int.init),
      let softest = opcodes["lovel"].flatMap(Int.init),
      let hardest = opcodes["hivel"].flatMap(Int.init), softest < hardest,
      let volume = opcodes["volume"].flatMap(Double.init), let sample = opcodes["sample"],
      let softestGain = opcodes["amp_velcurve_\(softest)"].flatMap(Double.init)
    else { return nil }
    (self.key, velocities, volumeDecibels) = (key, softest...hardest, volume)
    (self.sample, self.softestGain) = (sample, softestGain)
  }

  func answers(to velocity: Int) -> Bool { velocities.contains(velocity) }

  /// The velocity curve's gain: linear between its two points.
  func gainDecibels(at velocity: Int) -> Double {
    let part = Double(velocity - velocities.lowerBound) / Double(velocities.count - 1)
    return 20 * log10(softestGain + (1 - softestGain) * part)
  }
}
