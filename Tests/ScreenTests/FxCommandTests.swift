// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Simulation
import TestSupport
import Testing

@testable import Screen

/// Commands for effects, typed while playing.
@Suite struct FxCommandTests {
  private let silent: SilentEngine

  init() throws { silent = try SilentEngine() }

  private func reported(_ line: String) -> [String]? { FxCommand(silent.engine).carryOut(line) }

  @Test("an effect is put into a rack, set, bypassed and removed", .slow)
  func effects() {
    #expect(reported("fx")?.first == "nothing has an effect")
    #expect(
      reported("fx drums lowpass cutoff=800") == ["drums 1: lowpass, cutoff 800 Hz, q 0.71"])
    #expect(reported("fx drums 1 q=2") == ["drums 1: lowpass, cutoff 800 Hz, q 2"])
    #expect(reported("fx drums 1 off") == ["drums 1: lowpass, cutoff 800 Hz, q 2, bypassed"])
    #expect(reported("fx drums 1 on") == ["drums 1: lowpass, cutoff 800 Hz, q 2"])
    #expect(reported("fx mic highpass")?.first?.hasPrefix("microphone 1: highpass") == true)
    #expect(reported("fx mic 1 remove") == ["microphone has no effect"])
    let echo = "speech 1: delay, time 0.3 s, feedback 0.4, mix 0.4, spread 0, note"
    #expect(reported("fx speech delay time=1/8t") == ["\(echo) 1/8t"])
    #expect(reported("fx speech 1 time=1/4.") == ["\(echo) 1/4."])
    #expect(reported("fx speech 1 time=0.3") == ["\(echo) 0"])
    let ducked = reported("fx backing compress key=mic threshold=-30")?.first
    #expect(ducked?.hasPrefix("backing 1: compress, key microphone, threshold -30 dB") == true)
    #expect(reported("fx")?.prefix(2).count == 2)
    #expect(reported("fx drums 1 remove") == ["drums has no effect"])
  }

  @Test("effects of a microphone that is not in the mix come with how to hear them", .slow)
  func unheard() throws {
    let hint = "the microphone is not in the mix: type 'microphone 0'"
    #expect(reported("fx microphone synth")?.last == hint)
    #expect(reported("fx drums width")?.contains(hint) == false)
    try silent.engine.perform(.bus(EngineCommand.Bus(.microphone, .gain, 1)))
    #expect(reported("fx microphone")?.contains(hint) == false)
  }

  @Test("an effect is moved to another slot", .slow)
  func move() {
    _ = reported("fx drums width")
    _ = reported("fx drums crush")
    #expect(
      reported("fx drums 1 to 2")?.map { $0.prefix(14) } == ["drums 1: crush", "drums 2: width"])
    #expect(reported("fx drums 1 to")?.first?.contains("fx drums 1 to 2") == true)
    #expect(reported("fx drums 5 to 1")?.first?.contains("is empty") == true)
  }

  @Test("effects that make their sound later say by how much", .slow)
  func late() {
    let late = "drums: these effects make it 21.3 ms later"
    #expect(reported("fx drums pitch semitones=-5")?.last == late)
    #expect(
      reported("fx drums average points=9")?.last == "drums: these effects make it 21.4 ms later")
    #expect(reported("fx drums 2 remove")?.last == late)
    #expect(reported("fx drums 1 off") == ["drums 1: pitch, semitones -5, mix 1, bypassed"])
  }

  @Test("a drum has a rack of its own, by any of its names", .slow)
  func pads() {
    #expect(
      reported("fx snare lowpass cutoff=800") == ["snare 1: lowpass, cutoff 800 Hz, q 0.71"])
    #expect(reported("fx 38 1 q=2") == ["snare 1: lowpass, cutoff 800 Hz, q 2"])
    #expect(reported("fx snare") == ["snare 1: lowpass, cutoff 800 Hz, q 2"])
    #expect(reported("fx kick") == ["kick has no effect"])
    #expect(reported("fx")?.first == "snare 1: lowpass, cutoff 800 Hz, q 2")
    #expect(reported("fx snare wobble")?.first?.contains("'wobble' is no effect") == true)
    #expect(reported("fx snare 1 remove") == ["snare has no effect"])
    #expect(reported("fx cellar")?.first?.contains("no bus or drum 'cellar'") == true)
  }

  @Test(
    "an impossible command is reported, and one that is not about effects is left to others", .slow)
  func wrong() {
    for (line, reason) in [
      ("fx cellar lowpass", "no bus 'cellar'"), ("fx drums wobble", "no effect"),
      ("fx drums 1", "no effect"), ("fx drums 1 q=2", "is empty"),
      ("fx drums lowpass cutoff=5", "cutoff"), ("fx drums lowpass 800", "cutoff=800"),
      ("fx drums lowpass size=3", "has no 'size'"), ("fx drums delay time=1/9", "1/8t"),
      ("fx drums compress key=cellar", "'cellar' is no key"),
      ("fx drums compress key=backing", "mixed after"),
      ("fx drums convolve", "needs its file"), ("fx drums convolve file=None.wav", "No such file"),
    ] {
      #expect(reported(line)?.first?.contains(reason) == true, "\(line): \(reported(line) ?? [])")
    }
    #expect(reported("kick -6") == nil && silent.engine.state.rack(of: .drums).isEmpty)
  }
}
