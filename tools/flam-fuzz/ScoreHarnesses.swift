// SPDX-License-Identifier: GPL-3.0-or-later
import Scores
import Simulation
import SoundFonts

/// Scores, and the SoundFonts that play their notes.
extension Harness {
  static let score = Harness(
    name: "score", reads: "a score in Lua",
    words: [
      "local o = object 'o' ", "o:when('start', function() ", " end)", "o:play_and_wait 's' ",
      "o:sound('s', 's.wav') ", "broadcast_and_wait 'm' ", "o:when('message', 'm', function(e) ",
      "wait(0.1) ", "o:play_note(60, 1) ", "o:play_drum(1, 0.5) ", "set_tempo(500) ", "pcall(",
      "coroutine.wrap(", "for i = 1, 1e9 do ", "while true do ", "string.rep('x', 1e6) ",
      "command{command='choke', pad='snare'} ", "stop() ", "setmetatable({}, {__index = ",
    ],
    seeds: {
      [
        "local o = object 'o' o:sound('s', 's.wav') o:when('start', function() o:play_and_wait 's' end)",
        "local o = object 'o' o:when('message', 'm', function(e) wait(1) end) broadcast_and_wait 'm'",
        "local t = {} for i = 1, 10 do t[i] = math.random() end table.sort(t) print(t[1], #t)",
        "local o = object 'o' o:set_effect('pitch', 120) o:play_note(60.5, 1) o:play_drum(3, 1) stop()",
      ].map { Array($0.utf8) }
    },
    accepts: { _, input in
      var settings = ScoreSettings(sampleRateHz: 1000, seed: 1)
      (settings.mostSteps, settings.mostBytes) = (1_000_000, 16 << 20)
      let stage = SilentStage()
      let score = try Score(
        String(decoding: input.bytes, as: UTF8.self), name: "score.lua", settings: settings,
        stage: stage)
      try score.happen(
        ScoreOccurrence(.hit(sound: "snare"), frame: 10, velocity: 0.5, source: "microphone"),
        atFrame: 10)
      // Not even a score that waits for no time comes to more events than this.
      for frame in 1...1000 where stage.eventCount < 100_000 { try score.run(before: 10 * frame) }
      return true
    })

  static let soundFont = Harness(
    name: "soundfont", reads: "a SoundFont 2",
    words: [
      "RIFF", "sfbk", "LIST", "smpl", "sm24", "phdr", "pbag", "pmod", "pgen", "inst", "ibag",
      "imod", "igen", "shdr",
    ],
    seeds: {
      [
        MadeSoundFont.bytes(sample: [0, 1000, 0, -1000], loop: 0..<4),
        MadeSoundFont.bytes(
          sample: [Int16](repeating: 7, count: 100), loop: 10..<90, programs: [0, 24, 88],
          zones: [[(43, 60 << 8), (54, 1)], [(43, 61 | 127 << 8), (17, 100)]],
          modulators: [[(0x0502, 48, 0, 0, 0)], [(0x0081, 8, -900, 0x0c02, 2)]],
          preset: [(48, 30)], presetModulators: [(0x0003, 17, 500, 0, 0)]),
      ]
    },
    accepts: { _, input in
      let font = try SoundFont(input.bytes, path: "fuzzed.sf2")
      let controls = SoundFontControls(velocity: 100, key: 60.5)
      for program in 0..<128 {
        for (zone, sample) in font.zones(program: program) ?? [] {
          for generator: Generator in [.attenuation, .pan, .filterCutoff] {
            precondition(
              zone.value(generator, controls).isFinite, "what modulators add is a number")
          }
          let places = sample.start..<min(sample.end, sample.start + 1000)
          precondition(font.samples(places).allSatisfy { abs($0) <= 1 }, "samples lie in -1...1")
        }
      }
      return true
    })
}

/// A stage on which nothing sounds.
private final class SilentStage: ScoreStage {
  private(set) var eventCount = 0

  func sound(path: String) throws(ScoreRefusal) -> ScoreSound {
    ScoreSound(number: 0, frameCount: 300)
  }
  func speech(_ text: String) throws(ScoreRefusal) -> ScoreSound {
    ScoreSound(number: 1, frameCount: text.utf8.count)
  }
  func module(_ name: String) throws(ScoreRefusal) -> String { "return {}" }
  func perform(_ action: ScoreAction, atFrame frame: Int) throws(ScoreRefusal) {}
  func strike(
    pad: String, velocity: Double, object: Int?, atFrame frame: Int
  ) throws(ScoreRefusal) -> String { pad }
  func strike(
    _ drum: ScoreDrum, object: Int, atFrame frame: Int
  ) throws(ScoreRefusal) -> String { drum.rawValue }
  func command(_ json: String, atFrame frame: Int) throws(ScoreRefusal) -> Double? { nil }
  func loudness(atFrame frame: Int) -> Double { 50 }
  func publish(_ event: ScoreEvent) { eventCount += 1 }
}
