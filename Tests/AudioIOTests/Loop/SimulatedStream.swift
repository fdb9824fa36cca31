// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A stream in simulated time, whose clock is off and wanders.
struct SimulatedStream {
  static let nominalRateHz = 48_000.0
  /// The period of the wandering, in seconds.
  static let wanderingSeconds = 7200.0

  let periodFrames: Int
  /// The device reports its position in steps of so many frames, an interrupt each; 1: at any time.
  let stepFrames: Int
  let partsPerMillion: Double
  let wanderingPartsPerMillion: Double
  /// The last step, and the rate since.
  private(set) var frame = 0
  private var seconds: Double
  private var framesPerSecond = 0.0
  private var secondsPerFrame = 0.0
  private var framesUntilChange = 0

  init(
    periodFrames: Int, stepFrames: Int, partsPerMillion: Double, wandering: Double = 0,
    startSeconds: Double
  ) {
    self.periodFrames = periodFrames
    self.stepFrames = stepFrames
    self.partsPerMillion = partsPerMillion
    wanderingPartsPerMillion = wandering
    seconds = startSeconds
    changeRate()
  }

  /// Follows the wandering, some ten times a second.
  private mutating func changeRate() {
    let wandering = wanderingPartsPerMillion * sin(2 * .pi * seconds / Self.wanderingSeconds)
    framesPerSecond = Self.nominalRateHz * (1 + 1e-6 * (partsPerMillion + wandering))
    secondsPerFrame = 1 / framesPerSecond
    framesUntilChange = 4800
  }

  /// Advances to `now`.
  mutating func advance(to now: Double) {
    let passed = Int((now - seconds) * framesPerSecond)
    guard passed >= stepFrames else { return }
    let frames = passed - passed % stepFrames
    seconds += Double(frames) * secondsPerFrame
    frame += frames
    framesUntilChange -= frames
    if framesUntilChange < 0 { changeRate() }
  }

  /// When the stream is, was or will be at `wanted`, not far from now.
  func seconds(atFrame wanted: Double) -> Double {
    seconds + (wanted - Double(frame)) * secondsPerFrame
  }

  /// When the device reports that it has reached `wanted`.
  func seconds(showing wanted: Int) -> Double {
    seconds(atFrame: Double((wanted + stepFrames - 1) / stepFrames * stepFrames))
  }
}
