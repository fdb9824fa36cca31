// SPDX-License-Identifier: GPL-3.0-or-later
import Looping
import Testing

@Suite struct LooperTests {
  @Test(
    "the armed first hit is kept, and each copy is a whole number of cycles later, to the frame")
  func firstHit() throws {
    var loop = try PlayedLoop.bar([("snare", 58_123), ("hihat-closed", 70_001)])
    for cycle in 1..<4 {
      let begin = 10_000 + cycle * 96_000
      #expect(
        loop.notes(in: begin - 3000..<begin + 93_000) == [
          note("kick", begin), note("snare", begin + 48_123), note("hihat-closed", begin + 60_001),
        ])
    }
  }

  @Test("nothing is recorded before a looper is armed, and nothing sounds before it is closed")
  func unarmed() throws {
    var loop = PlayedLoop()
    loop.hear("kick", at: 100)
    try loop.perform(.record, at: 1000)
    #expect(loop.looper.stage == .armed)
    loop.hear("snare", at: 5000)
    #expect(loop.looper.stage == .recording)
    loop.advance(to: 400_000)
    #expect(loop.events.isEmpty)
    try loop.perform(.undo, at: 400_000)
    #expect(loop.looper.stage == .empty)
    #expect(throws: LoopRefusal.noStep) { try loop.perform(.undo, at: 400_001) }
  }

  @Test("one pedal arms, closes, and begins and ends overdubs")
  func pedal() throws {
    var loop = PlayedLoop()
    var stages: [LoopStage] = []
    for (number, frame) in [1000, 106_100, 110_000, 300_000, 400_000].enumerated() {
      try loop.perform(.record, at: frame)
      stages.append(loop.looper.stage)
      guard number == 0 else { continue }
      for beat in 0..<4 { loop.hear("kick", at: 10_000 + beat * 24_000) }
    }
    #expect(stages == [.armed, .overdubbing, .playing, .overdubbing, .playing])
    #expect(loop.looper.content.grid?.cycleFrames == 96_000)
    #expect(loop.looper.content.layers.count == 1)
  }

  @Test(
    "a note shortly before the seam belongs to the next beginning: it is neither lost nor moved",
    arguments: [1, 240, 960, 2900])
  func beforeTheSeam(early: Int) throws {
    var loop = try PlayedLoop.bar([("crash", 106_000 - early)])
    #expect(
      loop.notes(in: 199_000..<296_000)
        == [
          note("crash", 202_000 - early), note("kick", 202_000),
          note("crash", 298_000 - early),
        ].filter { $0.frame < 296_000 })
    // So it is where the loop is halved, and goes to the first step where it is quantised.
    try loop.perform(.half, at: 300_000)
    let crashes = loop.notes(in: 340_000..<438_000).filter { $0.pad == "crash" }.map(\.frame)
    #expect(crashes == [346_000 - early, 394_000 - early])
    try loop.perform(.quantise(1), at: 440_000)
    #expect(loop.notes(in: 440_000..<490_000).map(\.frame) == [442_000, 442_000])
  }

  @Test(
    "an overdub is one step, however many cycles it takes; undo goes back to silence, and redo brings all back"
  )
  func undo() throws {
    var loop = try PlayedLoop.bar()
    loop.hear("snare", at: 130_000)
    loop.hear("clap", at: 250_000)
    try loop.perform(.overdub(false), at: 300_000)
    try loop.perform(.overdub(true), at: 310_000)
    loop.hear("cowbell", at: 350_000)
    try loop.perform(.overdub(false), at: 390_000)
    // An overdub without a hit is no step.
    try loop.perform(.overdub(true), at: 391_000)
    func pads(_ loop: inout PlayedLoop, _ begin: Int) -> [String] {
      loop.notes(in: begin..<begin + 96_000).map(\.pad).sorted()
    }
    let all = ["clap", "cowbell", "kick", "snare"]
    #expect(pads(&loop, 400_000) == all)
    try loop.perform(.undo, at: 500_000)
    #expect(pads(&loop, 500_000) == ["clap", "kick", "snare"])
    try loop.perform(.undo, at: 600_000)
    #expect(pads(&loop, 600_000) == ["kick"])
    try loop.perform(.undo, at: 700_000)
    #expect(loop.looper.stage == .empty)
    #expect(pads(&loop, 700_000) == [])
    #expect(throws: LoopRefusal.noStep) { try loop.perform(.undo, at: 800_000) }
    for _ in 0..<3 { try loop.perform(.redo, at: 800_000) }
    #expect(throws: LoopRefusal.noStep) { try loop.perform(.redo, at: 800_000) }
    // In time with before.
    let begin = 10_000 + 9 * 96_000
    #expect(
      loop.notes(in: begin..<begin + 96_000) == [
        note("kick", begin), note("snare", begin + 24_000), note("clap", begin + 48_000),
        note("cowbell", begin + 52_000),
      ])
  }

  @Test("what is played after an undo takes the place of what was undone")
  func anew() throws {
    var loop = try PlayedLoop.bar()
    loop.hear("snare", at: 130_000)
    try loop.perform(.undo, at: 200_000)
    try loop.perform(.overdub(true), at: 210_000)
    loop.hear("clap", at: 226_000)
    #expect(throws: LoopRefusal.noStep) { try loop.perform(.redo, at: 300_000) }
    #expect(loop.notes(in: 393_000..<489_000) == [note("kick", 394_000), note("clap", 418_000)])
  }

  @Test(
    "a pad that is struck again on its place in a later cycle sounds once, as it was struck last")
  func again() throws {
    var loop = try PlayedLoop.bar()
    loop.hear("kick", at: 106_300)
    loop.hear("snare", at: 106_300)
    try loop.perform(.overdub(false), at: 150_000)
    #expect(loop.notes(in: 199_000..<295_000) == [note("kick", 202_300), note("snare", 202_300)])
    try loop.perform(.undo, at: 295_000)
    #expect(loop.notes(in: 295_000..<391_000) == [note("kick", 298_000)])
  }

  @Test("layers are muted and played alone, and keep their time")
  func layers() throws {
    var loop = try PlayedLoop.bar()
    loop.hear("snare", at: 130_000)
    try loop.perform(.overdub(false), at: 150_000)
    try loop.perform(.overdub(true), at: 160_000)
    loop.hear("clap", at: 178_000)
    try loop.perform(.overdub(false), at: 190_000)
    func pads(_ loop: inout PlayedLoop, _ begin: Int) -> [String] {
      loop.notes(in: begin..<begin + 96_000).map(\.pad)
    }
    try loop.perform(.mute(true, layer: 1), at: 200_000)
    #expect(pads(&loop, 200_000) == ["snare", "clap"])
    try loop.perform(.solo(true, layer: 3), at: 296_000)
    #expect(pads(&loop, 296_000) == ["clap"])
    try loop.perform(.solo(false, layer: 3), at: 392_000)
    try loop.perform(.mute(false, layer: 1), at: 392_000)
    try loop.perform(.mute(true, layer: nil), at: 392_000)
    #expect(pads(&loop, 392_000) == [])
    try loop.perform(.mute(false, layer: nil), at: 488_000)
    #expect(
      loop.notes(in: 488_000..<584_000) == [
        note("kick", 490_000), note("snare", 514_000), note("clap", 562_000),
      ])
    #expect(throws: LoopRefusal.noLayer(9)) { try loop.perform(.mute(true, layer: 9), at: 590_000) }
  }

  @Test("clearing silences at once, and can be undone in time")
  func clear() throws {
    var loop = try PlayedLoop.bar([("snare", 58_000)])
    try loop.perform(.clear, at: 110_000)
    #expect(loop.looper.stage == .empty)
    #expect(loop.notes(in: 110_000..<400_000).isEmpty)
    try loop.perform(.undo, at: 400_000)
    #expect(loop.notes(in: 400_000..<496_000) == [note("snare", 442_000), note("kick", 490_000)])
  }

  @Test("the lock refuses what could change or end a loop, and nothing else")
  func lock() throws {
    var loop = try PlayedLoop.bar([("snare", 58_000)])
    try loop.perform(.lock(true), at: 110_000)
    let before = loop.looper.content
    loop.hear("clap", at: 120_000)
    let refused: [LoopCommand] = [
      .arm(LoopSetup()), .record, .overdub(true), .undo, .redo, .clear, .half, .double, .bars(3),
      .stop,
    ]
    for command in refused {
      #expect(throws: LoopRefusal.locked) { try loop.perform(command, at: 130_000) }
    }
    #expect(loop.looper.content == before)
    try loop.perform(.mute(true, layer: nil), at: 190_000)
    #expect(loop.notes(in: 190_000..<290_000).isEmpty)
    try loop.perform(.mute(false, layer: nil), at: 290_000)
    try loop.perform(.quantise(0.5), at: 290_000)
    try loop.perform(.lock(false), at: 290_000)
    try loop.perform(.clear, at: 290_000)
  }

  @Test("a loop that is doubled repeats itself; halved again it is as before, to the frame")
  func length() throws {
    var loop = try PlayedLoop.bar([("snare", 58_123), ("crash", 105_500)])
    let before = loop.looper.content
    try loop.perform(.double, at: 250_000)
    #expect(loop.looper.content.grid?.cycleFrames == 192_000)
    #expect(
      loop.notes(in: 250_000..<442_000) == [
        note("snare", 250_123), note("crash", 297_500), note("kick", 298_000),
        note("snare", 346_123), note("crash", 393_500), note("kick", 394_000),
      ])
    try loop.perform(.half, at: 450_000)
    #expect(loop.looper.content.layers == before.layers)
    #expect(
      loop.notes(in: 450_000..<546_000) == [
        note("crash", 489_500), note("kick", 490_000), note("snare", 538_123),
      ])
    try loop.perform(.bars(3), at: 546_000)
    #expect(loop.looper.content.grid?.bars == 3)
    #expect(loop.notes(in: 580_000..<868_000).count == 9)
    // Two changes of the length are two steps.
    try loop.perform(.undo, at: 900_000)
    try loop.perform(.undo, at: 900_000)
    #expect(loop.looper.content.grid?.cycleFrames == 192_000)
  }

  @Test("layers that are muted or soloed are listed in order, however they came")
  func listedLayers() throws {
    for order in [[3, 1, 4, 0, 2], [0, 4, 2, 1, 3], [4, 3, 2, 1, 0]] {
      var loop = try PlayedLoop.bar()
      for turn in 2...5 {
        try loop.perform(.overdub(false), at: 100_000 * turn)
        try loop.perform(.overdub(true), at: 100_000 * turn + 1000)
        loop.hear("snare", at: 100_000 * turn + 9000)
      }
      loop.advance(to: 700_000)
      let layers = loop.looper.content.layers.map(\.number)
      try #require(layers.count == 5 && layers == layers.sorted())
      for place in order {
        try loop.perform(.mute(nil, layer: layers[place]), at: 700_000)
        try loop.perform(.solo(nil, layer: layers[place]), at: 700_000)
      }
      #expect(loop.looper.settings.mutedLayers == layers)
      #expect(loop.looper.settings.soloLayers == layers)
      try loop.perform(.mute(nil, layer: layers[2]), at: 700_000)
      #expect(loop.looper.settings.mutedLayers == layers.filter { $0 != layers[2] })
    }
  }

  @Test("an overdub in a doubled loop is heard in its own half alone")
  func doubled() throws {
    var loop = try PlayedLoop.bar()
    try loop.perform(.double, at: 110_000)
    loop.hear("clap", at: 250_000)
    try loop.perform(.overdub(false), at: 260_000)
    let claps = loop.notes(in: 260_000..<900_000).filter { $0.pad == "clap" }.map(\.frame)
    #expect(claps == [442_000, 634_000, 826_000])
  }

  @Test("held notes end as they were released, and with their cycle at the latest")
  func held() throws {
    var loop = try PlayedLoop.bar()
    let short = loop.hear("60", at: 130_000)
    loop.looper.end(short, atFrame: 140_000)
    let long = loop.hear("64", at: 190_000)
    loop.looper.end(long, atFrame: 215_000)
    try loop.perform(.overdub(false), at: 216_000)
    loop.advance(to: 400_000)
    var begins: [Int: String] = [:]
    var ends: [String: [Int]] = [:]
    for event in loop.events {
      switch event {
      case .noteOn(let note, let number): begins[number] = note.heard.pad
      case .soundOn: Issue.record("there is no sound")
      case .off(let number, let frame): ends[begins[number] ?? "", default: []].append(frame)
      }
    }
    #expect(ends == ["60": [236_000, 332_000], "64": [298_000, 394_000]])
    // A note that sounds ends when its layer is muted.
    loop.advance(to: 420_000)
    try loop.perform(.mute(true, layer: 2), at: 425_000)
    loop.advance(to: 430_000)
    guard case .off(_, let frame) = loop.events.last else {
      Issue.record("no end: \(loop.events.suffix(2))")
      return
    }
    #expect(frame == 425_000)
  }

  @Test(
    "a count-in lasts its bars; hits shortly before the first bar are kept, others of it are not")
  func countIn() throws {
    var loop = PlayedLoop()
    try loop.perform(
      .arm(LoopSetup(beatsPerMinute: 120, meter: .common, bars: 2, countInBars: 1)), at: 4000)
    loop.hear("clap", at: 52_000)
    loop.hear("kick", at: 99_500)
    loop.hear("snare", at: 124_000)
    #expect(loop.looper.stage == .recording)
    #expect(
      loop.notes(in: 0..<485_000) == [
        note("kick", 291_500), note("snare", 316_000), note("kick", 483_500),
      ])
    #expect(loop.looper.stage == .overdubbing)
  }

  @Test("with a tempo and no length, the press closes whole bars", arguments: [-9000, 0, 9000])
  func tempo(late: Int) throws {
    var loop = PlayedLoop()
    try loop.perform(.arm(LoopSetup(beatsPerMinute: 120)), at: 0)
    loop.hear("kick", at: 5000)
    loop.hear("snare", at: 77_000)
    try loop.perform(.record, at: 5000 + 192_000 + late)
    #expect(loop.looper.content.grid?.cycleFrames == 192_000)
    #expect(loop.looper.content.grid?.originFrame == 5000)
  }

  @Test("a hit that is reported late, revised or withdrawn is kept as it was in the end")
  func lateReports() throws {
    var loop = try PlayedLoop.bar()
    loop.advance(to: 131_000)
    loop.looper.hear(HeardNote(id: 70, pad: "clap", velocity: 0.2, frame: 130_000))
    loop.looper.hear(HeardNote(id: 71, pad: "clap", velocity: 0.2, frame: 140_000))
    loop.looper.revise(HeardNote(id: 70, pad: "snare", velocity: 0.9, frame: 130_000))
    loop.looper.withdraw(71)
    try loop.perform(.overdub(false), at: 150_000)
    // Heard before the overdub ended, reported after it.
    loop.looper.hear(HeardNote(id: 72, pad: "cowbell", velocity: 1, frame: 149_000))
    loop.looper.hear(HeardNote(id: 73, pad: "cowbell", velocity: 1, frame: 150_500))
    #expect(
      loop.notes(in: 199_000..<295_000) == [
        note("kick", 202_000), note("snare", 226_000), note("cowbell", 245_000),
      ])
  }

  @Test(
    "a loop goes on where playing begins again, from its beginning and as long, with all its steps",
    arguments: [48_000, 44_100, 96_000])
  func restarted(rateHz: Int) throws {
    var before = try PlayedLoop.bar([("snare", 34_000), ("crash", 105_000)])
    let held = before.hear("60", at: 130_000)
    before.looper.end(held, atFrame: 140_000)
    try before.perform(.overdub(false), at: 150_000)
    try before.perform(.quantise(0.5), at: 5_000_000)
    try before.perform(.quantise(0), at: 5_010_000)
    var loop = PlayedLoop(before.looper.restarted(sampleRateHz: rateHz))
    func frame(_ frame: Int) -> Int { frame * rateHz / 48_000 }
    #expect(loop.looper.stage == .playing && loop.looper.content.layers.count == 2)
    #expect(
      loop.notes(in: 0..<frame(120_000))
        == [
          note("kick", 0), note("snare", frame(24_000)), note("60", frame(24_000)),
          note("crash", frame(95_000)), note("kick", frame(96_000)),
        ])
    try loop.perform(.undoAll, at: frame(200_000))
    #expect(loop.looper.stage == .empty)
    try loop.perform(.redo, at: frame(200_000))
    #expect(loop.notes(in: frame(288_000)..<frame(312_000)) == [note("kick", frame(288_000))])
  }

  @Test("what is out of range is refused, and changes nothing")
  func bounds() throws {
    var loop = try PlayedLoop.bar([("snare", 58_000)])
    loop.advance(to: 110_000)
    let before = loop.looper
    let wrong: [LoopCommand] = [
      .quantise(1.1), .quantise(.nan), .swing(0.4), .humanise(-1, seed: 1), .bars(0), .bars(257),
    ]
    for command in wrong {
      #expect(throws: LoopRefusal.self) { try loop.looper.perform(command, atFrame: 110_000) }
    }
    #expect(throws: LoopRefusal.isThere) {
      try loop.looper.perform(.arm(LoopSetup()), atFrame: 110_000)
    }
    #expect(loop.looper == before)
    var empty = Looper(sampleRateHz: 48_000)
    for setup in [LoopSetup(beatsPerMinute: 5), LoopSetup(bars: 0), LoopSetup(countInBars: 1)] {
      #expect(throws: LoopRefusal.self) { try empty.perform(.arm(setup), atFrame: 0) }
    }
    for command in [LoopCommand.overdub(true), .half, .stop, .play, .clear] {
      #expect(throws: LoopRefusal.nothingThere) { try empty.perform(command, atFrame: 0) }
    }
  }
}
