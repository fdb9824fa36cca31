// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Scores

/// What a score cannot do, and what ends it.
struct SandboxTests {
  @Test(
    "a score with limited time is ended with its line, whatever it computes",
    arguments: [
      "while true do end", "while true do pcall(error) end", "while true do wait(0) end",
      "while true do frame() end",
    ])
  func time(text: String) {
    let run = Performed("print 'first'\n" + text, mostSteps: .max, mostSeconds: 0.05)
    #expect(run.printed == ["0 first"])
    #expect(
      run.error
        == "groove.lua:2: the score computes for longer than 50 ms without giving the clock back: "
        + "let it wait(seconds) or rest(beats)")
  }

  @Test("time is limited between two moves of the clock, not altogether")
  func timeBetween() {
    let run = Performed(
      "for i = 1, 9000 do for j = 1, 2000 do end wait(0.001) end print 'end'", mostSteps: .max,
      mostSeconds: 0.05)
    #expect(run.error == nil && run.printed == ["9000 end"])
  }

  @Test("nothing reaches beyond the score")
  func closed() {
    let run = Performed(
      "print(os, io, debug, package, dofile, loadfile, collectgarbage, charge)")
    #expect(run.printed == ["0 nil\tnil\tnil\tnil\tnil\tnil\tnil\tnil"])
  }

  @Test("byte code is not loaded, text is")
  func byteCode() {
    let run = Performed("print((load(string.char(27) .. 'Lua'))) print(load('return 1 + 1')())")
    #expect(run.printed == ["0 nil", "0 2"])
  }

  @Test("require brings what another score beside it returns, once")
  func modules() {
    let run = Performed(
      "print(require('drums').count) print(require('drums') == require 'drums')",
      modules: ["drums": "print 'loaded' return {count = 3}"])
    #expect(run.printed == ["0 loaded", "0 3", "0 true"])
    #expect(
      Performed("\nrequire 'bass'").error == "groove.lua:2: require: there is no \"bass.lua\"")
    let broken = Performed("require 'drums'", modules: ["drums": "\n\nlocal = 3"])
    #expect(broken.error?.hasPrefix("drums.lua:3: ") == true)
  }

  @Test("pairs and next have a fixed order: numbers, text, false and true, objects")
  func pairsOrder() {
    let run = Performed(
      """
      local o, p = object 'o', object 'p'
      local t = {[p] = 1, z = 1, [true] = 1, b = 1, [2.5] = 1, 'x', 'y', [o] = 1, [-1] = 1, [false] = 1}
      local keys = {}
      for key in pairs(t) do keys[#keys + 1] = tostring(key) end
      print(table.concat(keys, ' ')) print(next(t), next({}))
      """)
    #expect(run.printed == ["0 1 2 -1 2.5 b z false true object object", "0 1\tnil"])
  }

  @Test("random numbers follow from the seed")
  func random() {
    let text = "print(math.random(1000), math.random(), math.random(1000))"
    #expect(Performed(text, seed: 5).printed == Performed(text, seed: 5).printed)
    #expect(Performed(text, seed: 5).printed != Performed(text, seed: 6).printed)
  }

  @Test("no text shows where something lies in memory")
  func addresses() {
    let run = Performed(
      "print({}, print, object 'o', string.format('%s', {}), coroutine.create(print))")
    #expect(run.printed == ["0 table\tfunction\tobject\ttable\tthread"])
    #expect(
      Performed("string.format('%p', {})").error == "groove.lua:1: format: %p is not for scores")
  }

  @Test("a score that is no Lua names its line")
  func syntax() {
    #expect(Performed("local a = 1\nlocal = 2").error?.hasPrefix("groove.lua:2: ") == true)
  }

  @Test(
    "a score that computes for ever is ended with its line, whatever it tries",
    arguments: [
      "while true do end", "while true do pcall(function() while true do end end) end",
      "while true do wait(0) end", "while true do coroutine.wrap(function() end)() end",
      "local t = setmetatable({}, {__index = function(t, k) return t[k + 1] end}) while true do pcall(function() return t[1] end) end",
      "object 'o':when('message', 'a', function() broadcast 'a' end) broadcast 'a'",
      "for i in function() return 1 end do end",
      "while true do local s = ('a'):rep(3000):find('a-b') end",
      "while true do local s = ('a'):rep(10000000) end",
    ])
  func endless(text: String) {
    let run = Performed("\n" + text, mostSteps: 1_000_000)
    #expect(
      run.error
        == "groove.lua:2: the score computes for ever without giving the clock back: let it wait(seconds) or rest(beats)"
    )
  }

  @Test("a score that waits in between may compute as long as it likes")
  func patient() {
    let run = Performed(
      "for i = 1, 100 do for j = 1, 10000 do end wait(0.01) end print 'on'", mostSteps: 1_000_000)
    #expect(run.printed == ["1000 on"])
  }

  @Test(
    "what takes too much is ended with its line",
    arguments: [
      ("local function f() return 1 + f() end f()", "stack overflow"),
      ("local s = 'x' while true do s = s .. s end", "needs more memory"),
      ("local t = {} while true do t[#t + 1] = {} end", "needs more memory"),
      ("local s = ('x'):rep(1e9)", "needs more memory"),
      ("for i = 1, 1e6 do object 'o':when('start', function() wait(1) end) end", "10000 scripts"),
      ("for i = 1, 1e6 do object 'o':when('hit', function() end) end", "10000 functions"),
      (
        "object 'o':when('message', 'a', function() wait(1) end) for i = 1, 1e6 do broadcast 'a' end",
        "10000 scripts"
      ),
      ("for i = 1, 1e8 do object('o' .. i) end", "256 objects"),
      ("local o = object 'o' for i = 1, 1e8 do o:sound('s' .. i, '1.wav') end", "1000 sounds"),
      (
        "local o = object 'o' o:sound('s', '1.wav') for i = 1, 1e8 do o:play 's' end", "1000 things"
      ),
      ("('a'):rep(1e5):find(('a*'):rep(20) .. 'b')", "too many for a pattern"),
      ("table.move({}, 1, 1e15, 2)", "the most at a time"),
      ("local t = {} t.t = t command(t)", "too deep"),
    ])
  func tooMuch(text: String, reason: String) {
    let run = Performed("\n\n" + text)
    #expect(run.error?.hasPrefix("groove.lua:3: ") == true, "\(run.error ?? "none")")
    #expect(run.error?.contains(reason) == true, "\(run.error ?? "none")")
  }

  @Test("a long text of nothing is made at once")
  func emptyText() {
    #expect(Performed("print(#(''):rep(1e15))").printed == ["0 0"])
  }

  @Test("an error keeps its own line, and one without a text has a line as well")
  func errors() {
    #expect(Performed("\nerror 'ouch'").error == "groove.lua:2: ouch")
    #expect(Performed("\nerror {}").error == "groove.lua:2: an error that is no text")
    #expect(Performed("\nlocal x = nil + 1").error?.hasPrefix("groove.lua:2: attempt to") == true)
  }

  @Test("an error that is caught lets the score go on")
  func caught() {
    #expect(Performed("print((pcall(hit, 'gong'))) print 'on'").printed == ["0 false", "0 on"])
  }

  @Test("a coroutine of the score's own cannot wait for it")
  func ownCoroutine() {
    let run = Performed("\ncoroutine.wrap(function() wait(1) end)()")
    #expect(run.error?.contains("wait: a script has to ask for this itself") == true)
    #expect(
      Performed("\ncoroutine.yield()").error
        == "groove.lua:2: coroutine.yield: a script gives the clock back by wait(seconds) or rest(beats)"
    )
  }
}
