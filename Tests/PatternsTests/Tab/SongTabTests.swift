// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Patterns

@Suite struct SongTabTests {
  @Test("a song that is printed and read is the same, whatever changes within it")
  func readBack() throws {
    let text = """
      title Changes
      style everything
      tempo 120
      play a b a
      [a]
      HH |x-x-x-x-|xXxgxoxO|
      SD |--F---f-|--O---g-|
      RB |x-------|--------|
      70 |--o-----|--------|
      [b]
      meter 6/8
      tempo 66.5
      BD |o--o--|
      meter 4/4
      swing 58 16ths
      T1 |oooooooooooooooo|
      swing 66
      T3 |oooooooo|
      HF |-x------|
      """
    let song = try PatternFile.song(Array(text.utf8), path: "a.txt")
    let printed = SongTab(song).description
    let again = try PatternFile.song(Array(printed.utf8), path: "a.txt")
    #expect(again.title == song.title && again.style == song.style && again.tempi == song.tempi)
    #expect(again.bars.map(\.meter) == song.bars.map(\.meter))
    #expect(again.bars.map(\.swing) == song.bars.map(\.swing))
    #expect(Set(again.notes.map { "\($0)" }) == Set(song.notes.map { "\($0)" }))
    #expect(again.notes.count == song.notes.count)
    #expect(SongTab(again).description == printed.replacing(#/# [ab]\n/#, with: ""))
  }
}
