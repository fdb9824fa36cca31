// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import DSP
import Instrument
import Kits
import Profiles

/// Someone taps, the instrument answers, and its output comes back into the microphone.
struct ClosedLoop {
  /// The measures against it.
  enum Treatment: String, CaseIterable {
    case untreated, cancelled, gated, measured

    /// It is compared with the targets.
    var isJudged: Bool { self == .gated || self == .measured }

    var feedback: FeedbackSettings? {
      var settings = FeedbackSettings()
      settings.raisesExpectation = isJudged
      return self == .untreated ? nil : settings
    }
  }

  /// The result.
  struct Outcome {
    var foundTaps = 0
    var taps = 0
    var falseHits = 0
    var minutes = 0.0
    var reductionDecibels: Float = 0

    var recall: Double { Double(foundTaps) / Double(max(1, taps)) }
    var falseHitsPerMinute: Double { Double(falseHits) / max(1e-9, minutes) }

    static func += (sum: inout Outcome, more: Outcome) {
      sum.foundTaps += more.foundTaps
      sum.taps += more.taps
      sum.falseHits += more.falseHits
      sum.minutes += more.minutes
      sum.reductionDecibels += more.reductionDecibels
    }
  }

  /// A hit this close to a tap is that tap's, in frames before and after: -3...6 ms.
  private static let matchFrames = -144...288
  private static let blockFrames = 64

  let kit: Kit
  let tapping: Tapping

  /// How the room returns a sweep, over the noise of the taps.
  private func path(through room: inout RoomEcho) -> EchoPath {
    let probe = EchoProbe(sampleRateHz: 48_000)
    var heard = [Float](repeating: 0, count: Self.blockFrames)
    for start in stride(from: 0, to: probe.samples.count, by: Self.blockFrames) {
      let output = probe.samples[start..<start + Self.blockFrames].flatMap { [$0.x, $0.y] }
      heard += room.process(output)
    }
    return probe.path(heard: zip(heard, tapping.noise).map { $0 + $1 })
  }

  /// Plays all taps; `room` returns the output, nil for headphones.
  func run(_ treatment: Treatment, room: inout RoomEcho, isReturning: Bool = true) -> Outcome {
    var settings = InstrumentSettings()
    settings.feedback = treatment.feedback
    let performance = Performance(kit: kit, profile: .general, settings: settings)
    if treatment == .measured { performance.expectReturn(along: path(through: &room)) }
    var hits: [Int] = []
    var returned = [Float](repeating: 0, count: Self.blockFrames)
    for start in stride(from: 0, to: tapping.samples.count, by: Self.blockFrames) {
      let heard = (0..<Self.blockFrames).map {
        tapping.samples[start + $0] + (isReturning ? returned[$0] : 0)
      }
      var output = [Float](repeating: 0, count: 2 * Self.blockFrames)
      heard.withUnsafeBufferPointer { input in
        output.withUnsafeMutableBufferPointer { played in
          guard let input = input.baseAddress, let played = played.baseAddress else { return }
          performance.audioSide.process(input, into: played, frameCount: Self.blockFrames)
        }
      }
      returned = room.process(output)
      hits += performance.newHits().filter { $0.sound != nil }.map(\.frame)
    }
    var outcome = score(hits)
    outcome.reductionDecibels = performance.snapshot.echoReductionDecibels
    return outcome
  }

  private func score(_ hits: [Int]) -> Outcome {
    var outcome = Outcome()
    outcome.taps = tapping.taps.count
    outcome.minutes = Double(tapping.samples.count) / 48_000 / 60
    var unmatched = hits.sorted()
    for tap in tapping.taps {
      let match = unmatched.firstIndex { Self.matchFrames.contains($0 - tap.frame) }
      guard let match else { continue }
      unmatched.remove(at: match)
      outcome.foundTaps += 1
    }
    outcome.falseHits = unmatched.count
    return outcome
  }

  /// Sets the gain of the room so that a drum returns with `decibels` over the tap it answers, by their peaks (median).
  func calibrate(_ room: inout RoomEcho, decibels: Float) {
    room.gain = 1
    var peaks: [Float] = []
    let performance = Performance(kit: kit, profile: .general, settings: InstrumentSettings())
    for start in stride(from: 0, to: tapping.samples.count, by: Self.blockFrames) {
      let heard = Array(tapping.samples[start..<start + Self.blockFrames])
      var output = [Float](repeating: 0, count: 2 * Self.blockFrames)
      heard.withUnsafeBufferPointer { input in
        output.withUnsafeMutableBufferPointer { played in
          guard let input = input.baseAddress, let played = played.baseAddress else { return }
          performance.audioSide.process(input, into: played, frameCount: Self.blockFrames)
        }
      }
      peaks.append(room.process(output).reduce(0) { max($0, abs($1)) })
    }
    let ratios = tapping.taps.map { tap in
      let first = (tap.frame + room.delayFrames) / Self.blockFrames
      return peaks[min(first, peaks.count)..<min(first + 40, peaks.count)].reduce(0, max)
        / tap.amplitude
    }
    let median = ratios.sorted()[ratios.count / 2]
    room.gain = Units.amplitude(decibels: decibels) / max(median, 1e-6)
  }
}
