// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct SoundGroupTests {
  private static func names(_ groups: [SoundGroup], _ names: [String]) -> [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: groups.sorted(names) { $0 }.map { ($0.group.name, $0.figures) })
  }

  @Test("a set belongs to the first group that its name says")
  func steady() {
    let groups = Self.names(
      SoundGroup.steady, ["taps4", "taps_other_day", "body_claps", "desk_knocks", "cajon9"])
    #expect(
      groups == [
        "another day": ["taps_other_day"], "taps": ["taps4"],
        "claps, knocks": ["body_claps", "desk_knocks"],
      ])
  }

  @Test("rooms are judged by taps, surfaces, cajon and claps, as far as there are any")
  func rooms() {
    #expect(
      Self.names(SoundGroup.rooms, ["materials", "cajon9", "keys"])
        == ["surfaces": ["materials"], "cajon": ["cajon9"]])
  }
}
