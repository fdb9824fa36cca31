// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import ScorePlayer
import Scores
import Simulation
import SoundFiles
import Testing

/// What is heard of a score.
struct ScoreRenderingTests {
  private let folder = TemporaryFolder()
  /// Half a second of noise in stereo, far from the limiter.
  private let noise = Signal.noise(count: 48_000, amplitude: 0.2, seed: 7)
  private let tone: [Float] = (0..<24_000).map { 0.25 * sin(2 * .pi * 441 * Float($0) / 48_000) }
  private static let object =
    "local o = object 'o' o:sound('a', 'noise.wav') o:sound('t', 'tone.wav') "

  init() throws {
    try write("noise.wav", noise, channels: 2)
    try write("tone.wav", tone, channels: 1)
  }

  private func write(_ name: String, _ samples: [Float], channels: Int, rateHz: Int = 48_000) throws
  {
    var writer = try SoundFileWriter(
      path: "\(folder.path)/\(name)", sampleRateHz: rateHz, channelCount: channels,
      isOverwriting: true)
    try samples.withUnsafeBufferPointer { try writer.write($0) }
    try writer.finish()
  }

  private func render(
    _ text: String, block: Int = 64, hearing take: [Float]? = nil, seconds: Double? = nil
  ) throws -> RenderedScore {
    try RenderedScore(Self.object + text, in: folder, block: block, hearing: take, seconds: seconds)
  }

  private var noiseLeft: [Float] { stride(from: 0, to: noise.count, by: 2).map { noise[$0] } }
  private var noiseRight: [Float] { stride(from: 1, to: noise.count, by: 2).map { noise[$0] } }

  @Test("a sound is heard on its frame, bit by bit as it is", arguments: [1, 64, 441])
  func asItIs(block: Int) throws {
    let score = try render("wait(0.1) o:play 'a'", block: block)
    #expect(score.left[..<4800].allSatisfy { $0 == 0 })
    #expect(Array(score.left[4800..<28_800]) == noiseLeft)
    #expect(Array(score.right[4800..<28_800]) == noiseRight)
    #expect(score.left[28_800...].allSatisfy { $0 == 0 })
  }

  @Test("on frame 0 it is heard at the beginning of the file")
  func atOnce() throws {
    #expect(Array(try render("o:play 'a'").left.prefix(24_000)) == noiseLeft)
  }

  @Test("everything is the same at any block size, and from run to run")
  func blockSizes() throws {
    let text = """
      math.random() o:set_effect('pitch', 37) o:set_effect('pan', -40)
      o:when('hit', function(e) o:play 't' print(e.frame, e.velocity, loudness()) end)
      o:when('start', function() for i = 1, 5 do o:play_drum(i, 0.13) o:change_volume(-10) end end)
      o:when('start', function() wait(0.21) o:set_effect('pitch', -50) wait(0.2) stop_all_sounds() end)
      o:play 'a' set_tempo(137) o:rest(0.5) command{command='strip', pad='kick', gainDecibels=-6, sendDecibels=-6}
      hit('kick', math.random())
      """
    let take = Signal.taps(count: 48_000, everyFrames: 12_000)
    let first = try render(text, block: 64, hearing: take)
    #expect(first.error == nil && first.outcome.hitCount > 1)
    for block in [64, 1, 441, 4096] {
      let other = try render(text, block: block, hearing: take)
      #expect(other.left == first.left && other.right == first.right)
      #expect(other.events == first.events)
      #expect(other.engineEvents == first.engineEvents)
    }
  }

  @Test("a restart cuts the sound within 2 ms, and begins it again", arguments: [1, 441])
  func restart(block: Int) throws {
    let score = try render("o:play 'a' wait(0.1) o:play 'a'", block: block)
    #expect(Array(score.left[..<4800]) == Array(noiseLeft[..<4800]))
    #expect(Array(score.left[4896..<28_800]) == Array(noiseLeft[96...]))
    #expect(score.left[28_800...].allSatisfy { $0 == 0 })
  }

  @Test("stop_all_sounds leaves exact silence after 2 ms")
  func stopAll() throws {
    let score = try render("o:play 'a' wait(0.1) stop_all_sounds()")
    #expect(score.left[4896...].allSatisfy { $0 == 0 })
  }

  @Test("stop leaves exact silence of sounds within 2 ms, and of drums within 5")
  func stop() throws {
    let score = try render("o:play 'a' hit('kick', 1) wait(0.1) stop()")
    #expect(score.left[4700] != 0)
    #expect(score.left[5040...].allSatisfy { $0 == 0 })
  }

  @Test(
    "the volume is linear, from the first frame on", arguments: [(0, 0), (25, 0.25), (50, 0.5)])
  func volume(percent: Int, gain: Float) throws {
    let score = try render("o:set_volume(\(percent)) o:play 'a'")
    #expect(Array(score.left.prefix(24_000)) == noiseLeft.map { $0 * gain })
  }

  @Test("a volume changes what plays, within 5 ms, of its object alone")
  func volumeMeanwhile() throws {
    let score = try render(
      "local p = object 'p' p:set_volume(0) o:play 'a' wait(0.1) o:set_volume(50)")
    #expect(Array(score.left[..<4800]) == Array(noiseLeft[..<4800]))
    #expect(Array(score.left[5040..<24_000]) == noiseLeft[5040...].map { $0 * 0.5 })
  }

  @Test(
    "pan leaves a stereo sound as it is at 0, and keeps the power of each side else",
    arguments: [-100.0, -50, 0, 25, 100])
  func pan(value: Double) throws {
    let score = try render("o:set_effect('pan', \(value)) o:play 'a'")
    let angle = (value + 100) / 200 * Double.pi / 2
    for frame in stride(from: 100, to: 20_000, by: 997) {
      #expect(
        abs(Double(score.left[frame]) - cos(angle) * 2.0.squareRoot() * Double(noiseLeft[frame]))
          < 1e-6)
      #expect(
        abs(Double(score.right[frame]) - sin(angle) * 2.0.squareRoot() * Double(noiseRight[frame]))
          < 1e-6)
    }
    if value == 0 { #expect(Array(score.left.prefix(24_000)) == noiseLeft) }
    if value == 100 { #expect(score.left.allSatisfy { $0 == 0 }) }
  }

  @Test(
    "pitch plays faster and higher: 120 is an octave",
    arguments: [(-120.0, 220.5), (10, 467.22), (120, 882), (240, 1764)])
  func pitch(value: Double, hertz: Double) throws {
    let score = try render("o:set_effect('pitch', \(value)) o:play 't'")
    let length = Int(24_000 / exp2(value / 120))
    #expect(
      abs(TonePitch.hertz(Array(score.left[200..<length - 200]), near: hertz) / hertz - 1) < 0.0005)
    #expect(score.left[(length + 2)...].allSatisfy { $0 == 0 })
    #expect(
      score.events.first { $0.event == "score.sound" }?.frames.map { abs($0 - length) < 2 } == true)
  }

  @Test("a sound of another rate and of one channel is heard at its pitch on both sides")
  func resampled() throws {
    try write(
      "tone.wav", (0..<22_050).map { 0.25 * sin(2 * .pi * 441 * Float($0) / 44_100) }, channels: 1,
      rateHz: 44_100)
    let score = try render("o:play_and_wait 't' print(frame())")
    #expect(score.printed == ["24000"])
    #expect(abs(TonePitch.hertz(Array(score.left[500..<23_500]), near: 441) - 441) < 0.05)
    #expect(score.left == score.right)
  }

  @Test("a drum sounds to its end, however short its beats, at the volume of its object")
  func drum() throws {
    let score = try render("o:play_drum(2, 0.01) o:set_volume(50) wait(0.5) o:play_drum(2, 0)")
    let onsets = score.onsets
    #expect(onsets == [0, 24_480])
    #expect(score.left[RenderedScore.kickFrames - 10] != 0)
    #expect(score.left[RenderedScore.kickFrames + 10] == 0)
    #expect(score.left[100] == 0.25 && score.left[4000] == 0.125 && score.left[25_000] == 0.125)
  }

  @Test("pan and pitch leave drums as they are")
  func plainDrum() throws {
    let plain = try render("o:play_drum(2, 0)")
    let shaped = try render("o:set_effect('pan', 100) o:set_effect('pitch', 120) o:play_drum(2, 0)")
    #expect(shaped.left == plain.left)
  }

  @Test("hit strikes a pad of the kit, and a strip changes it", arguments: [1, 441])
  func hits(block: Int) throws {
    let score = try render(
      "wait(0.1) command{command='strip', pad='snare', gainDecibels=-20} wait(0.1) hit('snare', 0.5)",
      block: block)
    #expect(score.onsets == [9600])
    #expect(abs(score.left[10_000] - 0.025) < 1e-5)
    #expect(score.engineEvents.map(\.name) == ["mix", "note"])
    let frames = score.engineEvents.compactMap { event in
      switch event {
      case .mix(let change): change.frame
      case .note(let note): note.startFrame
      default: nil
      }
    }
    #expect(frames == [4800, 9600])
  }

  @Test(
    "a pad that the kit lacks, and a command that needs a running engine, are errors with their lines"
  )
  func errors() throws {
    #expect(
      try render("\nhit 'gong'").error
        == "groove.lua:2: hit: the kit has no drum 'gong'; it has kick, snare, hihat-closed")
    #expect(
      try render("command{command='quit'}").error
        == "groove.lua:1: command: it needs more than a score may use; leave it out"
    )
    #expect(
      try render("command{command='fly'}").error == "groove.lua:1: command: \"fly\" is no command")
    #expect(
      try render("command{command='choke'}").error == "groove.lua:1: command: it has no \"pad\"")
    #expect(
      try render("o:sound('b', '../b.wav')").error?.contains("a sound lies beside the score")
        == true)
    #expect(
      try render("o:sound('b', 'none.wav')").error?.hasPrefix(
        "groove.lua:1: sound: cannot read '\(folder.path)/none.wav'") == true)
  }

  @Test("what the microphone hears begins scripts, and is as loud as it is", arguments: [1, 441])
  func hears(block: Int) throws {
    let take = Signal.taps(count: 96_000, everyFrames: 24_000)
    let score = try render(
      "o:when('hit', function(e) print(e.source, e.sound) o:play 't' end)", block: block,
      hearing: take)
    let heard = score.engineEvents.compactMap {
      if case .hit(let hit) = $0, hit.turn == .settled { hit } else { nil }
    }
    #expect(heard.count > 2)
    #expect(score.printed == heard.map { "microphone\t\($0.sound ?? "")" })
    let begun = score.events.filter { $0.event == "score.sound" }.map(\.frame)
    #expect(begun == heard.map { $0.onsetFrame + 576 })
  }

  @Test("loudness is 100 times the power of the last 50 ms", arguments: [1, 441])
  func loudness(block: Int) throws {
    let take = (0..<48_000).map { frame -> Float in
      frame < 24_000 ? 0.063095 : (frame % 2 == 0 ? 0.5 : -0.5)
    }
    let score = try render(
      "print(loudness()) wait(0.25) print(loudness()) wait(0.5) print(loudness())", block: block,
      hearing: take)
    let values = score.printed.compactMap(Double.init)
    #expect(values.count == 3 && values[0] == 0)
    #expect(abs(values[1] - 6.3095) < 0.001 && abs(values[2] - 50) < 0.001)
  }

  @Test("--seconds is the length to the frame, and without it all rings out")
  func length() throws {
    #expect(try render("while true do o:play_and_wait 't' end", seconds: 0.7).left.count == 33_600)
    let score = try render("o:play 'a'")
    #expect(score.left.count >= 24_000 && score.left.count < 48_000 && !score.outcome.isLeft)
  }

  @Test(
    "speech is heard until its end, and not at the volume of the object", .enabled(if: canSpeak))
  func speech() throws {
    let score = try render(
      """
      o:speak_and_wait 'one two' print(frame()) wait(0.5) print(frame())
      o:set_volume(10) o:speak_and_wait 'one two'
      """)
    let frames = score.printed.compactMap(Int.init)
    try #require(frames.count == 2)
    let (first, second) = (score.left[..<frames[0]], score.left[frames[1]...].prefix(frames[0]))
    #expect(first.contains { abs($0) > 0.4 } && frames[0] > 20_000)
    #expect(score.left[frames[0]..<frames[1]].allSatisfy { $0 == 0 })
    #expect(first.elementsEqual(second))
  }

  private static var canSpeak: Bool {
    (try? RenderedScore("object 'o':speak 'a'", in: TemporaryFolder()).error == nil) == true
  }
}
