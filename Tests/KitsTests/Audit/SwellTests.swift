// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import Testing

@testable import Kits

@Suite struct SwellTests {
  let kit = KitFolder()

  @Test("a sound that swells for longer than 50 ms begins at once, and its loss is reported")
  func swell() throws {
    func swell(seconds: Float) throws -> [KitProblem] {
      let samples = (0..<48_000).map { frame in
        let time = Float(frame) / 48_000
        return 0.5 * min(1, time / seconds) * sin(2 * .pi * 300 * time)
      }
      try kit.sound("swell.wav", samples: samples)
      kit.write("<region> key=49 sample=swell.wav")
      let loaded = try kit.load()
      #expect(RenderedKit(loaded.kit).hits().allSatisfy { ($0.lateSeconds ?? 1) <= 0.0005 })
      return loaded.problems
    }
    #expect(try swell(seconds: 0.3).isEmpty)
    let received = try swell(seconds: 0.9)
    #expect(received.map(\.kind) == [.trimmedSwell] && received.allSatisfy { !$0.isFault })
    #expect(
      received.first?.description.contains("kit.sfz:1: 'swell' swells: ") == true, "\(received)")
  }
}
