// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@testable import Kits

/// Pitch and solo of Hydrogen kits.
@Suite struct HydrogenMixTests {
  let kit = KitFolder()

  private func describe(_ text: String) throws -> KitDescription {
    try KitReader.describe(path: kit.folder.write(text: text, to: "drumkit.xml"))
  }

  private func instrument(_ text: String) throws -> PadDescription {
    let head = "<drumkit_info><instrumentList><instrument><id>0</id><name>Kick</name>"
    return try #require(
      describe("\(head)\(text)</instrument></instrumentList></drumkit_info>").pads.first)
  }

  @Test("pitch is bounded, whatever is requested")
  func pitch() throws {
    for (offset, pitch, heard) in [(300, 0, 48), (-2000, 0, -48), (40, 40, 48), (-3, 1, -2)] {
      let region = try instrument(
        "<pitchOffset>\(offset)</pitchOffset><layer><filename>a</filename><pitch>\(pitch)</pitch></layer>"
      ).regions[0]
      #expect(region.pitchSemitones == Float(heard))
    }
    let old = try instrument("<pitchOffset>-170</pitchOffset><filename>a</filename>")
    #expect(old.regions[0].pitchSemitones == -48)
  }

  @Test("if an instrument or a component plays solo, the others are left out")
  func solo() throws {
    let component = { (name: String, text: String) in
      "<instrumentComponent>\(text)<layer><filename>\(name)</filename></layer></instrumentComponent>"
    }
    let pad = try instrument(
      component("a", "") + component("b", "<isSoloed>true</isSoloed>")
        + component("c", "<isSoloed>true</isSoloed><isMuted>true</isMuted>"))
    #expect(pad.regions.map(\.slice?.path) == ["b"])
    let description = try describe(
      """
      <drumkit_info><instrumentList>
      <instrument><name>Kick</name><filename>k</filename><isSoloed>false</isSoloed></instrument>
      <instrument><name>Snare</name><filename>s</filename><isSoloed>true</isSoloed></instrument>
      </instrumentList></drumkit_info>
      """)
    #expect(description.pads.map(\.role) == [.snare])
    #expect(description.problems.map(\.kind) == [.mutedPad])
  }
}
