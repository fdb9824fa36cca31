// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@testable import Engine

/// Effects on drums, and rows of the matrix of hits, by the names of a kit.
@Suite struct KitLackTests {
  /// A kit of a snare on MIDI note 38.
  private static func kit(isWhole: Bool = true) -> Kit {
    var drum = TestKit.Drum(TestKit.steady(0.5, frameCount: 10))
    (drum.role, drum.note) = (.snare, 38)
    return TestKit.kit([drum], in: SampleMemory(blockCount: 256), isWhole: isWhole)
  }

  private static func row(
    _ drum: String, _ parameter: String, slot: Int = 1
  ) -> Modulation {
    Modulation(.velocity, .pad(drum), slot: slot, parameter, amount: 0.5)
  }

  @Test("a row meets the effects of its drum, whichever names the two have")
  func names() throws {
    let kit = Self.kit()
    for (effects, drum) in [("snare", "38"), ("38", "snare"), ("38", "drum 0"), ("sn", "38")] {
      let slots = try kit.slots([SlotChange(.pad(effects), slot: 1, EffectSetting(.delay))])
      let rows = try kit.modulations([Self.row(drum, "mix")], on: slots)
      #expect(rows == [Self.row("snare", "mix")], "\(effects) \(drum)")
    }
  }

  @Test("a row is refused where the drum's slot holds another effect, or none")
  func faults() throws {
    let kit = Self.kit()
    // The second effect of the drum goes into its second slot.
    let slots = try kit.slots([
      SlotChange(.pad("snare"), slot: 1, EffectSetting(.delay)),
      SlotChange(.pad("38"), slot: 1, EffectSetting(.crush)),
    ])
    func reason(_ row: Modulation, isLater: Bool = false) -> String? {
      do throws(EngineError) {
        _ = try kit.modulations([row], on: slots, isLater: isLater)
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(reason(Self.row("38", "bits")) == "a delay has no 'bits' that follows hits")
    #expect(reason(Self.row("38", "bits"), isLater: true) != nil)
    #expect(reason(Self.row("38", "bits", slot: 2)) == nil)
    #expect(reason(Self.row("38", "bits", slot: 3)) == "slot 3 of snare is empty")
    #expect(reason(Self.row("38", "bits", slot: 3), isLater: true) == nil)
    #expect(reason(Self.row("gong", "bits")) != nil)
  }

  @Test("a part of a kit leaves the rows of drums that it may lack, and checks those of buses")
  func part() throws {
    let kit = Self.kit(isWhole: false)
    let gong = Self.row("gong", "mix")
    #expect(try kit.modulations([gong], on: []) == [gong])
    let bus = Modulation(.velocity, .drums, slot: 1, "mix", amount: 0.5)
    #expect(throws: EngineError.self) { try kit.modulations([bus], on: []) }
  }
}
