// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Scores

/// Volume, effects, speech, drums.
struct ObjectTests {
  @Test(
    "the volume is clamped after each change",
    arguments: [
      ("set_volume(40)", 40.0), ("set_volume(150)", 100), ("set_volume(-80)", 0),
      ("change_volume(-30)", 70), ("change_volume(50)", 100), ("change_volume(-150)", 0),
      ("set_volume(12.5)", 12.5),
    ])
  func volume(statement: String, value: Double) {
    let run = Performed("local o = object 'o' o:\(statement) print(o:volume())")
    #expect(run.lines == ["0 volume 0 \(value)"])
    #expect(run.printed == ["0 \(ScoreValue.shown(value))"])
  }

  @Test("a volume is 100 at first, and each object has its own")
  func ownVolume() {
    let run = Performed("local o, p = object 'o', object 'p' o:set_volume(20) print(p:volume())")
    #expect(run.printed == ["0 100"])
  }

  @Test(
    "numbers that are none are refused", arguments: ["0/0", "math.huge", "'loud'", "nil", "{}"])
  func noNumbers(value: String) {
    let run = Performed("local o = object 'o'\n\no:set_volume(\(value))")
    #expect(run.error?.hasPrefix("groove.lua:3: set_volume: percent must be a number, not") == true)
  }

  @Test(
    "effects are clamped after each change",
    arguments: [
      ("set_effect('pan', -30)", "pan 0 -30.0"), ("set_effect('pan', 200)", "pan 0 100.0"),
      ("change_effect('pan', -250)", "pan 0 -100.0"), ("set_effect('pitch', 120)", "pitch 0 2.0"),
      ("set_effect('pitch', 999)", "pitch 0 8.0"),
      ("change_effect('pitch', -720)", "pitch 0 0.125"),
      ("set_effect('pitch', 10)", "pitch 0 1.0594630944542587"),
    ])
  func effects(statement: String, heard: String) {
    #expect(Performed("object 'o':\(statement)").lines == ["0 \(heard)"])
  }

  @Test("a change counts from the value before")
  func changed() {
    let run = Performed("local o = object 'o' o:set_effect('pan', 50) o:change_effect('pan', -20)")
    #expect(run.lines.last == "0 pan 0 30.0")
  }

  @Test("clear_effects clears those of the object alone")
  func cleared() {
    let run = Performed(
      """
      local o, p = object 'o', object 'p'
      o:set_effect('pan', 50) p:set_effect('pan', 60) o:set_effect('pitch', 120)
      o:clear_effects()
      """)
    #expect(run.lines.suffix(2) == ["0 pan 0 0.0", "0 pitch 0 1.0"])
  }

  @Test("an effect that there is not changes nothing, and the score learns of it")
  func unknownEffect() {
    let run = Performed("local o = object 'o'\no:set_effect('echo', 3) print 'on'")
    #expect(run.lines.isEmpty && run.error == nil)
    #expect(run.printed == ["0 on"])
    let warning = run.events.first { $0.event == "score.warning" }
    #expect(
      warning?.text
        == "groove.lua:2: set_effect: there is no effect \"echo\", so nothing changes; there are pan and pitch"
    )
  }

  @Test("speak begins at once, and the script goes on")
  func speaks() {
    let run = Performed("object 'o':speak 'hello' print 'on'")
    #expect(run.lines == ["0 start 1 speech 500"])
    #expect(run.printed == ["0 on"])
  }

  @Test("speak_and_wait waits until the text is said", arguments: blockSizes)
  func speaksAndWaits(block: Int) {
    let run = Performed("object 'o':speak_and_wait 'hello' print 'on'", blockFrames: block)
    #expect(run.printed == ["500 on"])
  }

  @Test(
    "another text ends the first at once, of any object, and who waits goes on",
    arguments: blockSizes)
  func latestWins(block: Int) {
    let run = Performed(
      """
      local o, p = object 'o', object 'p'
      o:when('start', function() o:speak_and_wait 'hello' print 'o' end)
      p:when('start', function() wait(0.2) p:speak_and_wait 'hi' print 'p' end)
      """, blockFrames: block)
    #expect(run.lines == ["0 start 1 speech 500", "200 end 1", "200 start 2 speech 200"])
    #expect(run.printed == ["200 o", "400 p"])
  }

  @Test("a number is said as its words")
  func number() {
    #expect(Performed("object 'o':speak(12)").lines == ["0 start 1 speech 200"])
  }

  @Test("play_drum strikes, and the script goes on exactly after its beats", arguments: blockSizes)
  func drum(block: Int) {
    let run = Performed(
      "local o = object 'o' o:play_drum(1, 0.25) o:play_drum('hand clap', 0.5) print 'on'",
      blockFrames: block)
    #expect(run.lines == ["0 drum snare", "250 drum hand clap"])
    #expect(run.printed == ["750 on"])
  }

  @Test("a drum of 0 beats sounds, and nothing waits")
  func noBeats() {
    let run = Performed("object 'o':play_drum(2, 0) print 'on'")
    #expect(run.lines == ["0 drum bass drum"])
    #expect(run.printed == ["0 on"])
  }

  @Test(
    "the number of a drum is rounded, and begins again after 18",
    arguments: [
      (1.0, "snare"), (18, "cuica"), (19, "snare"), (0, "cuica"), (5.6, "closed hi-hat"),
      (-1, "vibraslap"),
    ])
  func drums(number: Double, name: String) {
    #expect(Performed("object 'o':play_drum(\(number), 0)").lines == ["0 drum \(name)"])
  }

  @Test(
    "beats are a number of at least 0",
    arguments: [("'x'", "\"x\""), ("-1", "-1"), ("nil", "nothing"), ("{}", "a table")])
  func beats(value: String, shown: String) {
    let run = Performed("\nobject 'o':play_drum(1, \(value))")
    #expect(
      run.error == "groove.lua:2: play_drum: beats must be a number of at least 0, not \(shown)")
  }

  @Test(
    "a note sounds for its beats, and the script goes on exactly after them", arguments: blockSizes)
  func note(block: Int) {
    let run = Performed(
      "local o = object 'o' o:play_note(69, 0.25) o:play_note(60.5, 0.5) print 'on'",
      blockFrames: block)
    #expect(
      run.lines == [
        "0 note 1 piano 69.0 0", "250 end note 1", "250 note 2 piano 60.5 0", "750 end note 2",
      ])
    #expect(run.printed == ["750 on"])
  }

  @Test("a note of 0 beats is silent, and nothing waits")
  func noNote() {
    let run = Performed("object 'o':play_note(69, 0) print 'on'")
    #expect(run.lines.isEmpty && run.printed == ["0 on"])
  }

  @Test("a note beyond 0 to 130 is the nearest", arguments: [(-5.0, 0.0), (131, 130), (130, 130)])
  func noteRange(asked: Double, key: Double) {
    #expect(Performed("object 'o':play_note(\(asked), 1)").lines.first == "0 note 1 piano \(key) 0")
  }

  @Test("two scripts play the same key, and each note has its own end")
  func sameKey() {
    let run = Performed(
      """
      local o = object 'o'
      o:when('start', function() o:play_note(60, 1) end)
      o:when('start', function() wait(0.1) o:play_note(60, 0.2) end)
      """)
    #expect(
      run.lines == [
        "0 note 1 piano 60.0 0", "100 note 2 piano 60.0 0", "300 end note 2", "1000 end note 1",
      ])
  }

  @Test(
    "the instrument is that of the notes afterwards; its number is rounded, and begins again after 21",
    arguments: [
      ("9", "trombone"), ("'Music Box'", "music box"), ("22", "piano"), ("0", "synth pad"),
      ("2.4", "electric piano"),
    ])
  func instrument(value: String, name: String) {
    let run = Performed(
      "local o = object 'o' o:play_note(60, 0.1) o:set_instrument(\(value)) o:play_note(60, 0.1)")
    #expect(run.heard.map(\.what).contains("note 1 piano 60.0 0"))
    #expect(run.heard.map(\.what).contains("note 2 \(name) 60.0 0"))
  }

  @Test(
    "an instrument that is neither a number, a name nor a file is an error that lists the names")
  func unknownInstrument() {
    let error = Performed("local o = object 'o'\no:set_instrument 'kazoo'").error ?? ""
    #expect(
      error.hasPrefix(
        "groove.lua:2: set_instrument: there is no instrument \"kazoo\"; there are piano, electric piano,"
      ))
    #expect(
      error.hasSuffix(
        "synth pad, \"bass.sfz\" and \"lead.sfz\" of Flam, and files beside the score as \"piano.sfz\""
      ))
    #expect(
      Performed("object 'o':set_instrument 'kazoo.SFZ'").error
        == "groove.lua:1: set_instrument: \"kazoo.SFZ\" cannot be played here")
  }

  @Test("stop_all_sounds leaves notes, a tempo set meanwhile leaves their length")
  func keptNotes() {
    let run = Performed(
      """
      local o = object 'o'
      o:when('start', function() o:play_note(60, 1) end)
      wait(0.5) stop_all_sounds() set_tempo(500)
      """)
    #expect(run.lines == ["0 note 1 piano 60.0 0", "500 tempo 500.0", "1000 end note 1"])
  }

  @Test("a method without its object says how it is written")
  func noColon() {
    let run = Performed("local o = object 'o'\no.play('a')")
    #expect(
      run.error
        == "groove.lua:2: play: it belongs to an object: write o:play(…) with a colon")
  }

  @Test("an object of a known name is the same one")
  func same() {
    #expect(
      Performed("print(object 'o' == object 'o', object 'o' == object 'p')").printed == [
        "0 true\tfalse"
      ])
  }
}
