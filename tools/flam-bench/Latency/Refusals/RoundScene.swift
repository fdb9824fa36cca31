// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation

/// The return of a stimulus through a cable or a room, and the true delay.
struct RoundScene {
  /// The path between output and input.
  enum Kind: String, CaseIterable {
    case connected
    case lateCable = "connected late"
    case pulledEarly = "pulled out early"
    case looseContact = "loose contact"
    case otherSignal = "another signal"
    case feedback
    case twoWays = "two ways"
    case moving = "buffers that move"
    case tooLate = "later than a second"
    case clipped
    case silence
    case noise

    /// Nothing is wrong with it.
    var isTrue: Bool { self == .connected }
  }

  /// A pause before the stimulus, in frames.
  static let beforeFrames = 14_400
  private static let sampleRateHz = 48_000.0

  let before: [Float]
  let heard: [Float]
  /// All true delays; empty if nothing of the stimulus comes back in time.
  let delaysFrames: [Double]

  /// The return of `stimulus`; through a room if `room` is given.
  init(_ kind: Kind, of stimulus: [Float], room: SimulatedRoom?, seed: UInt64) {
    var sounds = SceneSounds(seed: seed)
    let count = stimulus.count
    let sounding = Double(count) - Self.sampleRateHz
    let delay = sounds.within(64, 4000)
    var heard =
      room.map { $0.heard(stimulus, noiseDecibels: 20, seed: seed) }
      ?? Signal.delayed(stimulus, frames: delay).map { 0.5 * $0 }
    func echo(_ gain: Float, _ lag: Int) {
      let dry = heard
      for frame in lag..<count { heard[frame] += gain * dry[frame - lag] }
    }
    func mute(_ frames: Range<Int>) { for frame in frames { heard[frame] = 0 } }
    var later = [0]
    switch kind {
    case .connected: break
    case .lateCable: mute(0..<Int(sounds.within(0.02, 0.9) * sounding))
    case .pulledEarly: mute(Int(sounds.within(0.1, 0.98) * sounding)..<count)
    case .looseContact:
      for _ in 0..<6 {
        let start = Int(sounds.within(0, 0.9) * sounding)
        mute(start..<start + Int(sounds.within(0.02, 0.09) * sounding))
      }
    case .otherSignal:
      heard =
        seed % 2 == 0
        ? sounds.music(count)
        : Array(repeating: sounds.drum(), count: count / 14_400 + 1).flatMap { $0 }
      heard = Array(heard.prefix(count))
      later = []
    case .feedback:
      let (gain, lag) = (Float(sounds.within(0.3, 0.95)), Int(sounds.within(200, 6000)))
      for frame in lag..<count { heard[frame] += gain * heard[frame - lag] }
      let peak = heard.reduce(1e-9) { max($0, abs($1)) }
      heard = heard.map { $0 * min(1, 0.9 / peak) }
    case .twoWays:
      let (gain, lag) = (Float(sounds.within(0.75, 1.3)), Int(sounds.within(300, 24_000)))
      echo(gain, lag)
    case .moving:
      let jump = Int(sounds.within(20, 2000))
      let place = Int(sounds.within(0.3, 0.7) * sounding)
      let dry = heard
      for frame in place..<count { heard[frame] = dry[frame - jump] }
      later = [0, jump]
    case .tooLate:
      let lag = Int(sounds.within(1.02, 1.8) * Self.sampleRateHz)
      let dry = heard
      for frame in 0..<count { heard[frame] = frame >= lag ? dry[frame - lag] : 0 }
      later = []
    case .clipped: heard = heard.map { max(-1, min(1, 40 * $0)) }
    case .silence:
      heard = heard.map { _ in 0 }
      later = []
    case .noise:
      heard = sounds.noise(count)
      later = []
    }
    let floor = Signal.noise(count: count + Self.beforeFrames, amplitude: 0.0003, seed: seed)
    self.heard = zip(heard, floor).map { max(-1, min(1, $0 + $1)) }
    let isElsewhere = kind == .noise || kind == .otherSignal
    before =
      isElsewhere && seed % 3 != 0
      ? Array(self.heard.suffix(Self.beforeFrames)) : Array(floor.suffix(Self.beforeFrames))
    let first = room?.arrivalFrames ?? delay
    delaysFrames = later.map { first + Double($0) }
  }
}
