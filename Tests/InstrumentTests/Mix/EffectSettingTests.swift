// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import Testing

@testable import Instrument

@Suite struct EffectSettingTests {
  private func read(_ json: String) throws -> EffectSetting {
    try JSONDecoder().decode(EffectSetting.self, from: Data(json.utf8))
  }

  @Test("a setting from before texts is read, and has none")
  func old() throws {
    let setting = try read(#"{"effect":"compress","isBypassed":true,"values":{"ratio":8}}"#)
    #expect(setting.source == nil && setting.sourceHash == nil && setting.isBypassed)
    #expect(setting["ratio"] == 8 && setting["threshold"] == -20 && setting.hasPossibleSource)
  }

  @Test("a text and its hash are kept, and what was read is not")
  func kept() throws {
    var setting = EffectSetting(.convolve)
    (setting.source, setting.sourceHash) = ("/sounds/Room 1.wav", "ab12")
    setting.material = ImpulseResponse(left: [1], right: [1])
    #expect(!setting.lacksMaterial)
    let again = try read(String(decoding: JSONEncoder().encode(setting), as: UTF8.self))
    #expect(again == setting && again.material == nil && again.lacksMaterial)
    #expect(again.description == "convolve, file /sounds/Room 1.wav, mix 1")
    setting.sourceHash = "ab13"
    #expect(again != setting)
    #expect(!SlotContent(again).isSameKind(as: SlotContent(setting)))
  }

  @Test("a text is possible where the effect takes one, and needed where it says so")
  func possible() {
    func isPossible(_ effect: Effect, _ source: String?) -> Bool {
      var setting = EffectSetting(effect)
      setting.source = source
      return SlotChange(.master, slot: 1, setting).isPossible
    }
    #expect(isPossible(.convolve, "room.wav") && !isPossible(.convolve, nil))
    #expect(!isPossible(.convolve, "") && !isPossible(.convolve, "a\0b"))
    #expect(isPossible(.compress, nil) && isPossible(.compress, "drums"))
    #expect(!isPossible(.compress, "cellar") && !isPossible(.compress, "master"))
    #expect(isPossible(.lowpass, nil) && !isPossible(.lowpass, "room.wav"))
  }
}
