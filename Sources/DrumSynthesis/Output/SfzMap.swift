// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The text of an SFZ file: the sound for each key and velocity.
struct SfzMap {
  private(set) var text: String

  init(_ kit: DrumKit) {
    text = """
      // Flam, kit '\(kit.name)': \(kit.title), synthesised from models.
      // Licence: CC0-1.0. Rendered by Flam; render anew instead of editing sounds.

      <global>
      loop_mode=one_shot

      """
  }

  /// Adds a velocity layer. Its files alternate, and within it loudness follows velocity.
  mutating func addLayer(
    of pad: Pad, velocities: ClosedRange<Int>, volumeDecibels: Double, files: [String]
  ) {
    let (softest, hardest) = (velocities.lowerBound, velocities.upperBound)
    let softestGain = pow(10, (velocityDecibels(softest) - velocityDecibels(hardest)) / 20)
    text += """

      // \(pad.title), velocity \(softest) to \(hardest)
      <group>
      group_label=\(pad.title) \(hardest)
      key=\(pad.note) lovel=\(softest) hivel=\(hardest)
      volume=\(decimal(volumeDecibels, places: 2)) amp_veltrack=100
      amp_velcurve_\(softest)=\(decimal(softestGain, places: 4)) amp_velcurve_\(hardest)=1
      seq_length=\(files.count)

      """
    if !pad.choke.isEmpty { text += pad.choke + "\n" }
    for (index, file) in files.enumerated() {
      text += "<region> seq_position=\(index + 1) sample=\(file)\n"
    }
  }

  private func decimal(_ value: Double, places: Int) -> String {
    let scale = pow(10, Double(places))
    return "\((value * scale).rounded() / scale)"
  }
}
