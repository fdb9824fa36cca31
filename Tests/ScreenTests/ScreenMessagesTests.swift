// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Screen

@Suite struct ScreenMessagesTests {
  @Test("messages stay with later ones, as long as there is room and for a while")
  func messages() {
    var messages = ScreenMessages()
    #expect(messages.rows(width: 20, atSeconds: 0) == [""])
    messages.show("the device is gone, playing goes on", atSeconds: 0)
    messages.show("the kit is there", atSeconds: 1)
    #expect(
      messages.rows(width: 20, atSeconds: 11)
        == ["the device is gone,", "playing goes on", "the kit is there"])
    #expect(messages.rows(width: 20, atSeconds: 12) == ["the kit is there"])
    messages.show("a pop", atSeconds: 2)
    #expect(messages.rows(width: 20, atSeconds: 3) == ["the kit is there", "a pop"])
    #expect(messages.rows(width: 20, atSeconds: 14) == [""])
  }

  @Test("an answer replaces the previous answer, and leaves messages")
  func answers() {
    var messages = ScreenMessages()
    messages.answer("sensitivity 55", atSeconds: 0)
    messages.show("a pop", atSeconds: 0)
    messages.answer("sensitivity 60", atSeconds: 0)
    #expect(messages.rows(width: 20, atSeconds: 1) == ["a pop", "sensitivity 60"])
    messages.show("a pop", atSeconds: 2)
    #expect(messages.rows(width: 20, atSeconds: 3) == ["sensitivity 60", "a pop"])
    messages.answer("one two three four five", atSeconds: 4)
    #expect(messages.rows(width: 5, atSeconds: 5) == ["one", "two", "three"])
  }
}
