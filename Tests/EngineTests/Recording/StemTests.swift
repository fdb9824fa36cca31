// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Engine
import DSP
import Instrument
import Profiles
import Realtime
import Recording
import Simulation
import SoundFiles
import TestSupport
import Testing

/// The parts of a mix, apart.
@Suite(.simulated) struct StemTests {
  let folder = TemporaryFolder()
  private static let frameCount = 96_000
  private static let take = Signal.taps(count: frameCount, everyFrames: 6000)

  /// All drums, quieter, sent into the room and to the delay, with the microphone.
  private func performance(notes: NoteExchange? = nil) -> Performance {
    let drums = TestKit.noiseDrums(frameCount: 9600)
    var settings = InstrumentSettings()
    settings.gainDecibels = -9
    settings.monitorDecibels = -12
    settings.strips = PadRole.allCases.map { role in
      var change = StripChange(drum: role.name)
      (change[.send], change[.delay]) = (0.5, 0.1)
      return change
    }
    return Performance(
      kit: TestKit.kit(drums, blockCount: drums.count * SampleMemory.blocks(frameCount: 9600)),
      profile: .general, settings: settings, notes: notes)
  }

  private func play(
    _ body: (UnsafePointer<Float>, _ unlimited: UnsafePointer<Float>, StemBuffers, Int) -> Void,
    blockFrames: Int
  ) {
    let performance = performance()
    let stems = StemBuffers(
      soundCount: performance.sounds.count, capacityFrames: blockFrames)
    defer { stems.free() }
    var output = [Float](repeating: 0, count: 2 * blockFrames)
    var unlimited = output
    for first in stride(from: 0, to: Self.frameCount, by: blockFrames) {
      let count = min(blockFrames, Self.frameCount - first)
      Self.take.withUnsafeBufferPointer { input in
        guard let input = input.baseAddress else { return }
        performance.audioSide.hear(input + first, frameCount: count, timeline: Timeline())
        performance.audioSide.play(
          into: &output, frameCount: count, unlimited: &unlimited, stems: stems)
      }
      body(output, unlimited, stems, count)
    }
  }

  @Test(
    "together they are the limiter's input, and change nothing of the output",
    arguments: [64, 1000])
  func sum(blockFrames: Int) {
    var (played, farthest, loudest) = ([Float](), Float(0), [Float](repeating: 0, count: 8))
    play(
      { output, unlimited, stems, count in
        played += UnsafeBufferPointer(start: output, count: 2 * count)
        for sample in 0..<2 * count {
          var sum: Float = 0
          for part in 0..<stems.partCount {
            sum += stems.part(part)[sample]
            loudest[part] = max(loudest[part], abs(stems.part(part)[sample]))
          }
          farthest = max(farthest, abs(sum - unlimited[sample]))
        }
      }, blockFrames: blockFrames)
    #expect(farthest < 1e-6)
    // At least a drum, the room, the delay and the microphone.
    #expect(loudest[..<3].contains { $0 > 0.01 } && loudest[3] > 0.001)
    #expect(loudest[4] > 0.001 && loudest[5] > 0.01)
    var alone: [Float] = []
    Rendering(performance(), periodFrames: 64).run(
      HeldTake(Self.take), write: { alone += $0.played }, report: { _ in })
    #expect(played[...] == alone.prefix(played.count))
  }

  @Test("drums that only notes strike are as loud in their part as in the mix")
  func others() throws {
    let performance = performance(notes: NoteExchange())
    for (number, pad) in performance.kit.pads.enumerated() {
      let note = try #require(performance.pads(named: pad.title).first)
      let id = HitIdentity(number + 1, from: .key)
      #expect(performance.send(NoteEvent(.on(note, velocity: 0.5), id: id, atFrame: 0)))
    }
    // From then on no sound plays any other drum than the first.
    for sound in performance.profileSounds {
      performance.take(
        .soundPad(EngineCommand.SoundPad(sound: sound, pad: performance.kit.pads[0].title)))
    }
    performance.take(.bus(BusChange(.drums, .gain, 0.25)))
    let stems = StemBuffers(
      soundCount: performance.sounds.count, hasOthers: true, capacityFrames: 4800)
    defer { stems.free() }
    var output = [Float](repeating: 0, count: 2 * 4800)
    var unlimited = output
    performance.audioSide.play(
      into: &output, frameCount: 4800, unlimited: &unlimited, stems: stems)
    let loudest = (0..<9600).map { abs(stems.part(stems.othersPart)[$0]) }.max() ?? 0
    #expect(loudest > 0.01)
    for sample in 0..<9600 {
      let sum = (0..<stems.partCount).reduce(0) { $0 + stems.part($1)[sample] }
      #expect(abs(sum - unlimited[sample]) < 1e-5)
    }
  }

  @Test("recorded with the mix they are aligned with it, to the sample")
  func recorded() throws {
    let mix = RecordingFile(path: "\(folder.path)/a.wav")
    let names = performance().stemNames
    #expect(names.suffix(3) == ["room", "delay", "monitor"] && Set(names).count == names.count)
    let files = names.map { mix.beside(named: $0) }
    let recorder = try Recorder(mix, stems: files, sampleRateHz: 48_000)
    var entering: [Float] = []
    let stems = try #require(recorder.input.stems)
    play(
      { output, unlimited, parts, count in
        for part in 0..<parts.partCount {
          stems.part(part).update(from: parts.part(part), count: 2 * count)
        }
        recorder.input.push(output, frameCount: count)
        entering += UnsafeBufferPointer(start: unlimited, count: 2 * count)
      }, blockFrames: 480)
    #expect(recorder.finish().frameCount == Self.frameCount)
    var sum = [Float](repeating: 0, count: 2 * Self.frameCount)
    for file in files {
      let samples = try StereoFile.samples(file.path)
      #expect(samples.count == sum.count)
      for index in samples.indices { sum[index] += samples[index] }
    }
    let late = 2 * SoftLimiter.latencyFrames
    #expect(zip(sum.dropFirst(late), entering).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(sum.prefix(late).allSatisfy { $0 == 0 })
    // Nothing is too loud here: the live limiter only delays.
    let recorded = try StereoFile.samples(mix.path)
    #expect(zip(recorded, sum).allSatisfy { abs($0 - $1) < 1e-6 })
  }
}
