// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Scores

/// Scripts that begin by events, messages, values.
struct EventTests {
  @Test("a hit begins a new script each time, which learns what it was", arguments: blockSizes)
  func hits(block: Int) {
    let run = Performed(
      """
      local o = object 'o'
      o:when('hit', 'snare', function(e) print(e.sound, e.velocity, e.frame, e.seconds, e.source) wait(0.1) print 'on' end)
      """, blockFrames: block,
      happening: [
        ScoreOccurrence(.hit(sound: "kick"), frame: 50, velocity: 1, source: "microphone"),
        ScoreOccurrence(.hit(sound: "snare"), frame: 100, velocity: 0.5, source: "microphone"),
        ScoreOccurrence(.hit(sound: "snare"), frame: 150, velocity: 0.25, source: "microphone"),
      ])
    #expect(
      run.printed == [
        "100 snare\t0.5\t100\t0.1\tmicrophone", "150 snare\t0.25\t150\t0.15\tmicrophone", "200 on",
        "250 on",
      ])
  }

  @Test("without a name it is any hit", arguments: ["'hit', function", "'hit', nil, function"])
  func anyHit(words: String) {
    let run = Performed(
      "object 'o':when(\(words)(e) print(e.sound) end)",
      happening: [
        ScoreOccurrence(.hit(sound: "kick"), frame: 5, source: "microphone"),
        ScoreOccurrence(.hit(sound: "snare"), frame: 7, source: "microphone"),
      ])
    #expect(run.printed == ["5 kick", "7 snare"])
  }

  @Test("keys, notes and pads begin scripts as well")
  func others() {
    let run = Performed(
      """
      local o = object 'o'
      o:when('key', 'a', function(e) print('key', e.source) end)
      o:when('note', 36, function(e) print('note', e.note) end)
      o:when('pad', 'kick', function(e) print('pad', e.pad) end)
      """,
      happening: [
        ScoreOccurrence(.key("a"), frame: 1, source: "key"),
        ScoreOccurrence(.key("b"), frame: 2, source: "key"),
        ScoreOccurrence(.note(36), frame: 3, source: "midi"),
        ScoreOccurrence(.note(37), frame: 4, source: "midi"),
        ScoreOccurrence(.pad("kick"), frame: 5, source: "midi"),
      ])
    #expect(run.printed == ["1 key\tkey", "3 note\t36", "5 pad\tkick"])
  }

  @Test("a pad that the score strikes begins scripts, too")
  func ownPad() {
    let run = Performed(
      "object 'o':when('pad', 'kick', function(e) print(e.velocity, e.source) end) wait(0.1) hit('kick', 0.5)"
    )
    #expect(run.lines == ["100 strike kick 0.5"])
    #expect(run.printed == ["100 0.5\tscore"])
  }

  @Test(
    "a message begins all who wait for it, in their order, and the sender goes on first",
    arguments: blockSizes)
  func messages(block: Int) {
    let run = Performed(
      """
      local o, p = object 'o', object 'p'
      o:when('message', 'go', function(e) print('o', e.message) end)
      p:when('message', 'go', function() print 'p' end)
      p:when('message', 'halt', function() print 'never' end)
      wait(0.1) broadcast 'go' print 'sent'
      """, blockFrames: block)
    #expect(run.printed == ["100 sent", "100 o\tgo", "100 p"])
  }

  @Test("broadcast_and_wait goes on after the last of them has ended", arguments: blockSizes)
  func broadcastAndWait(block: Int) {
    let run = Performed(
      """
      local o = object 'o'
      o:when('message', 'go', function() wait(0.3) print 'long' end)
      o:when('message', 'go', function() wait(0.1) print 'short' end)
      broadcast_and_wait 'go' print 'on'
      """, blockFrames: block)
    #expect(run.printed == ["100 short", "300 long", "300 on"])
  }

  @Test("without anyone who waits for the message it goes on at once")
  func nobody() {
    #expect(Performed("broadcast_and_wait 'go' print 'on'").printed == ["0 on"])
  }

  @Test("loudness is a number wherever a number stands")
  func loudness() {
    let run = Performed(
      "local o = object 'o' wait(0.1) o:set_volume(loudness() * 2) wait(0.1) print(loudness())",
      loudness: { $0 < 150 ? 17.5 : 6.25 })
    #expect(run.lines == ["100 volume 0 35.0"])
    #expect(run.printed == ["200 6.25"])
  }

  @Test("hit takes a velocity from 0 to 1, and names a pad that there is not")
  func strikes() {
    #expect(
      Performed("hit('snare', 0.25) hit(38)").lines == ["0 strike snare 0.25", "0 strike 38 0.8"])
    #expect(
      Performed("hit('snare', 2)").error
        == "groove.lua:1: hit: velocity must be a number from 0 to 1, not 2")
    #expect(Performed("hit 'gong'").error == "groove.lua:1: hit: the kit has no drum 'gong'")
  }

  @Test("a command goes to the engine as JSON")
  func commands() {
    #expect(
      Performed("command{command='choke', pad='snare'}").heard.count == 1)
    #expect(
      Performed("command 'choke'").error
        == "groove.lua:1: command: a table is expected, as {command=\"tempo\", isClicking=true}, not \"choke\""
    )
  }

  @Test("an event that there is not is named")
  func wrongEvent() {
    #expect(
      Performed("object 'o':when('clap', function() end)").error
        == "groove.lua:1: when: it waits for start, message, hit, pad, key or note, not for \"clap\""
    )
  }
}
