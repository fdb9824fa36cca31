// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import TestSupport
import Testing

@testable import Instrument

/// Another profile takes over while hits are heard.
@Suite struct AdoptedProfileTests {
  private static func recogniser(place: Int) -> SoundRecogniser {
    SoundRecogniser(
      classifier: Classifier(model: .anyHit(), sampleRateHz: 48_000),
      judge: HitValidator(model: .none, sampleRateHz: 48_000), usualPeaksDecibels: [nil],
      places: [place], pads: [PadChoice(.snare).addresses])
  }

  /// Hears a take, in which another profile takes over before a frame is heard; the sounds of the hits that were settled.
  private func settled(_ take: [Float], adoptingAt frame: Int) -> [Int?] {
    var tracker = HitTracker(
      detector: OnsetDetector(sampleRateHz: 48_000), recogniser: Self.recogniser(place: 0),
      sampleRateHz: 48_000)
    var next = Self.recogniser(place: 7)
    var sounds: [Int?] = []
    func note(_ tracker: borrowing HitTracker) {
      for index in 0..<tracker.eventCount {
        if case .settled(let hit)? = tracker.event(index) { sounds.append(hit.latest.sound) }
      }
    }
    for sample in take {
      if tracker.frameCount == frame {
        tracker.adopt(&next)
      }
      tracker.process(sample)
      note(tracker)
    }
    return sounds
  }

  @Test("a touch that is held when the profile changes is struck all the same")
  func held() {
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: [0.5, 0.05, 0.5], spacingSeconds: 0.15)
    let second = take.onsetFrames[1]
    // The stroke follows its touch after 8 ms.
    var samples = take.samples
    for frame in 0..<2400 {
      samples[second + 384 + frame] += take.samples[take.onsetFrames[0] + frame]
    }
    for frame in stride(from: second, to: second + 960, by: 24) {
      let sounds = settled(samples, adoptingAt: frame)
      #expect(sounds.count == 3 && sounds.last == 7, "\(frame - second)")
    }
  }

  @Test(
    "every hit is reported once, whenever the profile changes; later ones are the new profile's"
  )
  func once() {
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: [0.5, 0.4, 0.6], spacingSeconds: 0.15)
    let second = take.onsetFrames[1]
    for frame in stride(from: second - 48, to: second + 2880, by: 24) {
      let sounds = settled(take.samples, adoptingAt: frame)
      #expect(sounds.count == 3 && sounds.first == 0 && sounds.last == 7, "\(frame - second)")
    }
  }
}
