// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Scores

/// Waits, beats, the order of what is due together.
struct TimeTests {
  @Test("wait lasts so many seconds, rest so many beats at the tempo", arguments: blockSizes)
  func waits(block: Int) {
    let run = Performed(
      """
      local o = object 'o'
      wait(0.5) print(frame(), seconds()) set_tempo(120) o:rest(3) print(frame(), beat())
      """, blockFrames: block)
    #expect(run.printed == ["500 500\t0.5", "2000 2000\t3.5"])
  }

  @Test(
    "the tempo is clamped after each change",
    arguments: [
      ("set_tempo(120)", "120"), ("set_tempo(5)", "20"), ("set_tempo(1000)", "500"),
      ("change_tempo(30)", "90"), ("change_tempo(-480)", "20"), ("change_tempo(480)", "500"),
    ])
  func tempo(statement: String, value: String) {
    #expect(Performed("\(statement) print(tempo())").printed == ["0 \(value)"])
  }

  @Test("the tempo is 60 at first, and one for all objects")
  func oneTempo() {
    let run = Performed(
      """
      print(tempo())
      local o, p = object 'o', object 'p'
      p:when('start', function() wait(0.001) p:rest(1) print 'p' end)
      set_tempo(120) o:rest(1) print 'o'
      """)
    #expect(run.printed == ["0 60", "500 o", "501 p"])
  }

  @Test("a change of the tempo leaves what has begun", arguments: blockSizes)
  func running(block: Int) {
    let run = Performed(
      """
      local o = object 'o'
      o:when('start', function() o:rest(1) print 'rest' o:rest(1) print 'next' end)
      wait(0.25) set_tempo(240)
      """, blockFrames: block)
    #expect(run.printed == ["1000 rest", "1250 next"])
  }

  @Test("a tempo that a command sets is the score's, too")
  func commanded() {
    let run = Performed("command{command='tempo', beatsPerMinute=240} print(tempo())")
    #expect(run.printed == ["0 240"])
  }

  @Test(
    "what is due on one frame happens in the order in which it was asked for", arguments: blockSizes
  )
  func order(block: Int) {
    let run = Performed(
      """
      local o = object 'o' o:sound('a', '400.wav')
      o:when('start', function() o:play_and_wait 'a' print 'one' end)
      o:when('start', function() wait(0.4) print 'two' end)
      o:when('start', function() wait(0.1) wait(0.3) print 'three' end)
      wait(0.4) print 'zero'
      """, blockFrames: block)
    #expect(run.printed == ["400 zero", "400 one", "400 two", "400 three"])
  }

  @Test("parts of frames are kept: 3000 thirds of a beat are 1000 beats", arguments: blockSizes)
  func noDrift(block: Int) {
    let run = Performed(
      "local o = object 'o' set_tempo(500) for i = 1, 3000 do o:rest(1 / 3) end print 'on'",
      blockFrames: block, frameCount: 121_000)
    #expect(run.printed == ["120000 on"])
  }

  @Test("every onset of ten minutes with 100 000 events is on its frame", .timeLimit(.minutes(2)))
  func tenMinutes() {
    let run = Performed(
      "for i = 1, 100000 do hit('kick', 0.5) wait(0.006) end", blockFrames: 441, frameCount: 600_001
    )
    #expect(run.heard.count == 100_000)
    #expect(run.heard.enumerated().allSatisfy { $1.frame == 6 * $0 })
  }

  @Test("a wait of 0 takes no time, and lets others go first")
  func zero() {
    let run = Performed(
      "object 'o':when('start', function() print 'other' end) wait(0) print 'on'")
    #expect(run.printed == ["0 other", "0 on"])
  }

  @Test(
    "waits are numbers of at least 0, and not for ever",
    arguments: [
      ("-1", "seconds must be a number of at least 0, not -1"),
      ("'x'", "seconds must be a number of at least 0, not \"x\""),
      ("1e300", "seconds must not last longer than 1000000 seconds, as 1e+300 would"),
    ])
  func wrongWaits(value: String, reason: String) {
    #expect(Performed("wait(\(value))").error == "groove.lua:1: wait: \(reason)")
  }
}
