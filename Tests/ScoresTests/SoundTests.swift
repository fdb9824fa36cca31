// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Scores

/// Start sound; start sound and wait; stop all sounds.
struct SoundTests {
  private static let two =
    "local o, p = object 'o', object 'p' o:sound('a', '500.wav') o:sound('b', '300.wav') "

  @Test("play begins a sound, and the script goes on at once", arguments: blockSizes)
  func play(block: Int) {
    let run = Performed(Self.two + "wait(0.25) o:play 'a' print 'on'", blockFrames: block)
    #expect(run.lines == ["250 start 1"])
    #expect(run.printed == ["250 on"])
  }

  @Test("different sounds play at the same time")
  func together() {
    let run = Performed(Self.two + "o:play 'a' o:play 'b'")
    #expect(run.lines == ["0 start 1", "0 start 2"])
  }

  @Test(
    "the same sound of the same object stops and begins again, never two copies",
    arguments: blockSizes)
  func again(block: Int) {
    let run = Performed(Self.two + "o:play 'a' wait(0.3) o:play 'a'", blockFrames: block)
    #expect(run.lines == ["0 start 1", "300 end 1", "300 start 2"])
  }

  @Test("rapid restarts are not ignored")
  func rapid() {
    let run = Performed(Self.two + "for i = 1, 3 do o:play 'a' end")
    #expect(run.lines == ["0 start 1", "0 end 1", "0 start 2", "0 end 2", "0 start 3"])
  }

  @Test("one file under two names is two sounds, which overlap")
  func twoNames() {
    let run = Performed(Self.two + "o:sound('c', '500.wav') o:play 'a' wait(0.1) o:play 'c'")
    #expect(run.lines == ["0 start 1", "100 start 2"])
  }

  @Test("one name in two objects is two sounds")
  func twoObjects() {
    let run = Performed(Self.two + "p:sound('a', '500.wav') o:play 'a' wait(0.1) p:play 'a'")
    #expect(run.lines == ["0 start 1", "100 start 2"])
  }

  @Test("play_and_wait goes on when the sound has ended", arguments: blockSizes)
  func waits(block: Int) {
    let run = Performed(Self.two + "o:play_and_wait 'a' print 'on'", blockFrames: block)
    #expect(run.printed == ["500 on"])
    #expect(run.waits == ["500 play_and_wait"])
  }

  @Test(
    "with pitch it waits as long as is heard",
    arguments: [(120, 250), (-120, 1000), (360, 63), (0, 500)])
  func pitched(pitch: Int, frame: Int) {
    let run = Performed(Self.two + "o:set_effect('pitch', \(pitch)) o:play_and_wait 'a' print 'on'")
    #expect(run.printed == ["\(frame) on"])
  }

  @Test(
    "a change of pitch while it plays changes the wait: half at once the speed, half at twice",
    arguments: blockSizes)
  func pitchedMeanwhile(block: Int) {
    let run = Performed(
      Self.two + """
        o:when('start', function() wait(0.25) o:set_effect('pitch', 120) end)
        o:play_and_wait 'a' print 'on'
        """, blockFrames: block)
    #expect(run.printed == ["375 on"])
  }

  @Test(
    "a restart by another script lets who waits for the first go on at once", arguments: blockSizes)
  func restarted(block: Int) {
    let run = Performed(
      Self.two + """
        o:when('start', function() wait(0.2) o:play 'a' end)
        o:play_and_wait 'a' print 'on'
        """, blockFrames: block)
    #expect(run.printed == ["200 on"])
    #expect(run.waits.filter { $0.contains("play_and_wait") } == ["200 play_and_wait"])
  }

  @Test("another sound of the object does not")
  func otherSound() {
    let run = Performed(
      Self.two + """
        o:when('start', function() wait(0.2) o:play 'b' end)
        o:play_and_wait 'a' print 'on'
        """)
    #expect(run.printed == ["500 on"])
  }

  @Test("three waits, the first two restarted: each goes on once")
  func threeWaits() {
    let run = Performed(
      Self.two + """
        for i = 1, 3 do
          o:when('start', function() wait(0.1 * i) o:play_and_wait 'a' print(i) end)
        end
        """)
    #expect(run.printed == ["200 1", "300 2", "800 3"])
  }

  @Test(
    "stop_all_sounds ends the sounds of all objects, and who waits goes on", arguments: blockSizes)
  func stopsAll(block: Int) {
    let run = Performed(
      Self.two + """
        p:sound('a', '500.wav')
        o:when('start', function() o:play_and_wait 'a' print 'o' end)
        p:when('start', function() p:play_and_wait 'a' print 'p' end)
        wait(0.1) stop_all_sounds() print 'all'
        """, blockFrames: block)
    #expect(run.lines == ["0 start 1", "0 start 2", "100 end 1", "100 end 2"])
    #expect(run.printed == ["100 all", "100 o", "100 p"])
  }

  @Test("stop_all_sounds leaves speech")
  func leavesSpeech() {
    let run = Performed(Self.two + "o:speak 'hello' o:play 'a' stop_all_sounds()")
    #expect(run.lines == ["0 start 1 speech 500", "0 start 2", "0 end 2"])
  }

  @Test("after stop_all_sounds a wait is over once, not again at the sound's own end")
  func once() {
    let run = Performed(
      Self.two + """
        o:when('start', function() o:play_and_wait 'a' print 'on' wait(2) print 'two' end)
        wait(0.1) stop_all_sounds()
        """)
    #expect(run.printed == ["100 on", "2100 two"])
  }

  @Test("stop ends the score: waits for sounds are over, once, and all falls silent")
  func stopped() {
    let run = Performed(
      Self.two + """
        o:when('start', function() o:play_and_wait 'a' print 'never' end)
        wait(0.1) stop() print 'never'
        """)
    #expect(run.printed.isEmpty)
    #expect(run.waits == ["100 wait", "100 play_and_wait"])
    #expect(run.lines == ["0 start 1", "100 silence"])
    #expect(run.endFrame == 100)
  }

  @Test("a sound that is not there is an error that says how to add it")
  func missing() {
    let run = Performed("local o = object 'cat'\no:play 'meow'")
    #expect(
      run.error
        == "groove.lua:2: play: \"cat\" has no sound \"meow\"; give it one: o:sound(\"meow\", \"file.wav\")"
    )
  }

  @Test("the oldest sound gives way to the 257th")
  func most() {
    let run = Performed(
      "local o = object 'o' for i = 1, 257 do o:sound('s' .. i, '5000.wav') o:play('s' .. i) end")
    #expect(run.error == nil)
    #expect(run.lines.suffix(3) == ["0 start 256", "0 end 1", "0 start 257"])
  }
}
