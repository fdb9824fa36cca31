// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import KitMaking
import Testing

@Suite struct VelocityLayersTests {
  @Test(arguments: UInt64(1)...20)
  func `layers are in order and answer each velocity once`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let levels = (0..<Int(1 + seed * 2)).map { _ in -50 * generator.uniform() }
    let layers = VelocityLayers(decibels: levels).layers
    #expect(layers.flatMap { Array($0.velocities) } == Array(1...127))
    #expect(layers.flatMap(\.sounds).map { levels[$0] } == levels.sorted())
    #expect(layers.allSatisfy { $0.velocities.contains($0.ownVelocity) })
    #expect(layers.count <= 8)
  }

  @Test func `sounds of one level take turns, others have layers of their own`() {
    #expect(
      VelocityLayers(decibels: [-10, -30, -10.5, -29, -20]).layers.map(\.sounds)
        == [[1, 3], [4], [2, 0]])
    #expect(VelocityLayers(decibels: [-7, -7, -7]).layers.map(\.ownVelocity) == [127])
  }

  @Test func `half the amplitude has velocity 127 divided by the root of 2`() {
    let layers = VelocityLayers(decibels: [-6.0206, 0]).layers
    #expect(layers.map(\.ownVelocity) == [90, 127])
    #expect(layers.map(\.velocities) == [1...108, 109...127])
  }
}
