// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Foundation
import Instrument
import Profiles
import Realtime
import Simulation
import Testing

@testable import Engine

@Suite struct ObjectCheckTests {
  @Test("sounds and notes of a score that begin, bend and end do none of it")
  func objects() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { try Self.play() }
    result.reportOffence()
  }

  private static func play() throws {
    let objects = ObjectExchange(objectCount: 4, sampleRateHz: 48_000)
    let performance = Performance(
      kit: TestKit.kit(TestKit.noiseDrums(frameCount: 480)), profile: .general,
      settings: InstrumentSettings(), objects: objects)
    let sound = ObjectSound(Signal.noise(count: 9600, amplitude: 0.1), channelCount: 2)
    let wave = ToneWave(
      (0..<400).map { 0.2 * sin(Float($0) * .pi / 50) }, loop: ToneWave.Loop(100..<300))
    var tone = ToneSettings(wave.view, ratio: 1.3, gains: SIMD2(0.5, 0.5))
    (tone.cutoffCents, tone.modulationToFilterCents, tone.vibrato.toPitchCents) = (9000, 1200, 30)
    (tone.vibrato.rate, tone.volume.decayFrames, tone.volume.sustain) = (0.0001, 20_000, 0.1)
    (tone.volume.releaseFrames, tone.tremolo.toVolumeDecibels, tone.tremolo.rate) = (
      5000, 3, 0.0002
    )
    var block = [Float](repeating: 0, count: 128)
    let history = SampleHistory(minimumFrames: 256)
    var play = 0
    var loudest: Float = 0
    for round in 0..<3000 {
      let (frame, object) = (64 * round, round % 4)
      func send(_ change: ObjectEvent.Change) {
        _ = objects.send(ObjectEvent(change, atFrame: frame + 17))
      }
      if round % 5 == 0 {
        play += 2
        send(.start(sound.view, play: play, object: object, step: 1 << 32 + round << 20))
        send(.note(tone, play: play + 1, object: object))
      }
      if round % 7 == 0 { send(.step(3 << 32, object: object)) }
      if round % 11 == 0 { send(.gains(SIMD2(0.3, 0.6), object: object)) }
      if round % 13 == 0 { send(.volume(0.5, object: object)) }
      if round % 23 == 0 {
        send(.lay(sound.view, play: 10_000 + round, beginFrame: frame - 100 * (round % 3)))
      }
      if round % 15 == 0 { send(.bend(cents: 50, object: object)) }
      if round % 17 == 0 { send(.end(play: play)) }
      if round % 19 == 0 { send(.release(play: play + 1)) }
      if round % 997 == 0 { send(.silence) }
      rt_region_enter()
      history.writer.append(block, count: 64)
      performance.audioSide.play(into: &block, frameCount: 64)
      rt_region_exit()
      loudest = max(loudest, block.map(abs).max() ?? 0)
    }
    #expect(loudest > 0.1)
    var last: [Float] = []
    #expect(history.read(191_936..<192_000, into: &last) == 191_936..<192_000)
    #expect(last.count == 64)
  }
}
