// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@testable import Kits

@Suite struct OwnResponsesTests {
  let kit = KitFolder()

  @Test("each region of a hit follows velocity in its own way, in any order")
  func ownResponses() throws {
    try kit.hit("a.wav", decibels: -12)
    try kit.hit("b.wav", decibels: -12)
    let regions = [
      "<region> key=38 sample=a.wav amp_veltrack=0",
      "<region> key=38 sample=b.wav amp_veltrack=100",
    ]
    for text in [regions, regions.reversed()] {
      kit.write(text.joined(separator: "\n"))
      let plan = try KitLoader.plan(path: kit.path)
      let pad = plan.pads[0]
      for layer in pad.layers {
        let gains = Dictionary(
          uniqueKeysWithValues: layer.hits[0].sounds[0].parts.map {
            (Folder.stem($0.slice.path), $0.gain)
          })
        let middle = Float((layer.velocities.lowerBound + layer.velocities.upperBound) / 2) / 127
        #expect(gains["a"] == 1 && abs((gains["b"] ?? 0) - middle * middle) < 1e-5)
      }
      // The same sounds over each other: 1 + v² of them.
      for velocity in [20, 64, 100] {
        let ideal = Units.decibels(amplitude: (1 + Float(velocity * velocity) / 16_129) / 2)
        let loudness = pad.loudnessDecibels[velocity] - pad.loudnessDecibels[127]
        #expect(abs(loudness - ideal) < 0.6, "\(velocity)")
      }
      #expect(plan.problems.isEmpty, "\(plan.problems)")
    }
  }
}
