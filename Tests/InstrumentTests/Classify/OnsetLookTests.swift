// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Simulation
import Testing

@testable import Instrument

@Suite struct OnsetLookTests {
  private static let sampleRateHz: Float = 48_000
  /// Strokes that show what is usual, before the examined one.
  private static let usualFrames = (1...6).map { 14_400 * $0 }
  private static let strokeFrame = 14_400 * 7

  private struct Change {
    let kind: OnsetTrack.Change
    let ageFrames: Int
  }

  /// The result for the onset of the last hit.
  private struct Looked {
    var firstFrame = 0
    var onsetFrame = 0
    var changes: [Change] = []

    func contains(_ kind: OnsetTrack.Change) -> Bool { changes.contains { $0.kind == kind } }
  }

  /// Six usual strokes, and whatever `addLast` adds at ``strokeFrame``.
  private static func take(usual: Bool = true, addLast: (inout [Float]) -> Void) -> [Float] {
    var samples = Signal.noise(count: 14_400 * 8, amplitude: 1e-4, seed: 3)
    for (index, frame) in (usual ? usualFrames : []).enumerated() {
      OnsetDetectorTests.addTap(
        &samples, frame: frame, amplitude: 0.5, sampleRateHz: sampleRateHz,
        seed: UInt64(20 + index))
    }
    addLast(&samples)
    return samples
  }

  /// Follows each onset for 45 ms, as hearing does; the last.
  private static func looked(_ samples: [Float]) -> Looked {
    var detector = OnsetDetector(sampleRateHz: sampleRateHz)
    let horizons = HorizonFrames(sampleRateHz: sampleRateHz)
    var track: OnsetTrack?
    var looked = Looked()
    for (frame, sample) in samples.enumerated() {
      if let onset = detector.process(sample), track == nil {
        looked = Looked(firstFrame: frame - onset.ageFrames)
        track = OnsetTrack(
          foundFrame: looked.firstFrame, frameCount: frame + 1, horizons: horizons)
      }
      guard var current = track else { continue }
      let change = current.look(frameCount: frame + 1, detector: detector, earliestFrame: 0)
      if change != .none {
        looked.changes.append(Change(kind: change, ageFrames: frame + 1 - current.signFrame))
      }
      looked.onsetFrame = current.foundFrame
      track = current
      if frame + 1 == current.foundFrame + horizons[HitFeatures.horizonCount - 1] {
        detector.registerHit(onsetFrame: current.foundFrame, signFrame: current.signFrame)
        track = nil
      }
    }
    return looked
  }

  /// A touch whose level stays until the stroke, `decibels` below it.
  private static func addTouched(
    _ samples: inout [Float], decibels: Float, milliseconds: Int
  ) {
    let touch = Signal.noise(
      count: 48 * milliseconds, amplitude: 0.5 * Units.amplitude(decibels: -decibels), seed: 9)
    for (offset, sample) in touch.enumerated() {
      samples[strokeFrame - touch.count + offset] += sample
    }
    OnsetDetectorTests.addTap(
      &samples, frame: strokeFrame, amplitude: 0.5, sampleRateHz: sampleRateHz, seed: 10)
  }

  /// Whether the last hit is held at once if it was found `lateMilliseconds` after it began, 4 ms
  /// before its stroke.
  private static func isHeldAtOnce(touchDecibels: Float, lateMilliseconds: Int) -> Bool? {
    let samples = take {
      addTouched(&$0, decibels: touchDecibels, milliseconds: 4 + lateMilliseconds)
    }
    var detector = OnsetDetector(sampleRateHz: sampleRateHz)
    for (frame, sample) in samples.enumerated() {
      _ = detector.process(sample)
      for usual in usualFrames where frame == usual + 2160 {
        detector.registerHit(onsetFrame: usual, signFrame: usual)
      }
      guard frame + 1 == strokeFrame - 48 * 4 else { continue }
      var track = OnsetTrack(
        foundFrame: frame + 1 - 48 * lateMilliseconds, frameCount: frame + 1,
        horizons: HorizonFrames(sampleRateHz: sampleRateHz))
      track.holdTouch(frameCount: frame + 1, detector: detector, earliestFrame: 0)
      return track.isHeld
    }
    return nil
  }

  @Test("a touch that is found when its answer is due is held at once; one found in time waits")
  func heldAtOnce() {
    #expect(Self.isHeldAtOnce(touchDecibels: 26, lateMilliseconds: 3) == true)
    #expect(Self.isHeldAtOnce(touchDecibels: 26, lateMilliseconds: 1) == false)
    #expect(Self.isHeldAtOnce(touchDecibels: 6, lateMilliseconds: 3) == false)
  }

  @Test(
    "a stroke 3 to 8 ms after a touch 25 dB softer begins where it was struck, to 0.5 ms",
    arguments: [3, 5, 8])
  func touched(milliseconds: Int) {
    let looked = Self.looked(
      Self.take { Self.addTouched(&$0, decibels: 25, milliseconds: milliseconds) })
    #expect(abs(looked.firstFrame - (Self.strokeFrame - 48 * milliseconds)) <= 48)
    #expect(abs(looked.onsetFrame - Self.strokeFrame) <= 24)
  }

  @Test("the touch is held back when its answer is due, as earlier strokes show what is usual")
  func held() throws {
    let looked = Self.looked(Self.take { Self.addTouched(&$0, decibels: 25, milliseconds: 5) })
    let held = try #require(looked.changes.first { $0.kind == .held })
    #expect(held.ageFrames <= Int(0.0027 * 48_000))
  }

  @Test("the first touch of a player is not held back, but the stroke follows it all the same")
  func unknownPlayer() {
    let looked = Self.looked(
      Self.take(usual: false) { Self.addTouched(&$0, decibels: 25, milliseconds: 5) })
    #expect(!looked.contains(.held) && looked.contains(.struck))
    #expect(abs(looked.onsetFrame - Self.strokeFrame) <= 24)
  }

  @Test(
    "a clean stroke is never held back, soft or loud, and begins at its found onset",
    arguments: [0, 10, 20] as [Float])
  func clean(decibels: Float) {
    let looked = Self.looked(
      Self.take { samples in
        OnsetDetectorTests.addTap(
          &samples, frame: Self.strokeFrame, amplitude: 0.5 * Units.amplitude(decibels: -decibels),
          sampleRateHz: Self.sampleRateHz, seed: 10)
      })
    #expect(!looked.contains(.held) && !looked.contains(.struck))
    #expect(abs(looked.firstFrame - Self.strokeFrame) <= 24)
    #expect(abs(looked.onsetFrame - Self.strokeFrame) <= 24)
  }

  @Test("a sound that does not decay is held back for 6 ms at most, and begins at its found onset")
  func released() throws {
    let looked = Self.looked(
      Self.take { samples in
        for (offset, sample) in Signal.noise(count: 4800, amplitude: 0.02, seed: 9).enumerated() {
          samples[Self.strokeFrame + offset] += sample
        }
      })
    #expect(abs(looked.firstFrame - Self.strokeFrame) <= 24)
    let released = try #require(looked.changes.last)
    #expect(released.kind == .released)
    #expect(released.ageFrames <= 288 + 20)
    #expect(abs(looked.onsetFrame - Self.strokeFrame) <= 24)
  }
}
