// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Simulation

/// The input while the sweeps play that measure how drums return, and when they do.
struct ReturnScene {
  /// The path between output and input; the first is the measurement's purpose.
  enum Kind: String, CaseIterable {
    case room = "a room"
    case silence
    case noise
    case music
    case drums = "another's drums"
    case tooLate = "later than is looked for"
    case cutOff = "heard from its middle on"

    /// Nothing is wrong with it.
    var isTrue: Bool { self == .room }
  }

  private static let sampleRateHz = 48_000.0

  let heard: [Float]
  /// When it returns, in frames; empty if nothing measurable does.
  let delaysFrames: [Double]

  /// The input for `probe`.
  init(_ kind: Kind, of probe: EchoProbe, seed: UInt64) {
    var sounds = SceneSounds(seed: seed)
    let count = probe.samples.count
    let room = SimulatedRoom(seed: seed)
    let played = probe.samples.map { $0.x + $0.y }
    var heard = [Float](repeating: 0, count: count)
    var first: Double? = room.arrivalFrames
    switch kind {
    case .room: heard = room.heard(played, noiseDecibels: 30, seed: seed)
    case .silence: break
    case .noise: heard = sounds.noise(count)
    case .music: heard = sounds.music(count)
    case .drums:
      let drum = sounds.drum()
      let (spacing, gain) = (Int(sounds.within(9000, 30_000)), Float(sounds.within(0.05, 0.9)))
      let start = Int(sounds.within(0, Double(spacing)))
      for hit in stride(from: start, to: count, by: spacing) {
        for (offset, sample) in drum.enumerated() where hit + offset < count {
          heard[hit + offset] += gain * sample
        }
      }
    case .tooLate:
      let lag = Int(sounds.within(0.3, 0.95) * Self.sampleRateHz)
      let dry = room.heard(played, noiseDecibels: 40, seed: seed)
      for frame in lag..<count { heard[frame] = dry[frame - lag] }
      first = nil
    case .cutOff:
      // The second sweep alone, or its end: the audible part returns in time.
      heard = room.heard(played, noiseDecibels: 40, seed: seed)
      for frame in 0..<Int(sounds.within(0.1, 0.9) * Double(count)) { heard[frame] = 0 }
    }
    if [.silence, .noise, .music, .drums].contains(kind) { first = nil }
    let floor = Signal.noise(count: count, amplitude: 0.0003, seed: seed)
    self.heard = zip(heard, floor).map { max(-1, min(1, $0 + $1)) }
    delaysFrames = [first].compactMap { $0 }
  }
}
