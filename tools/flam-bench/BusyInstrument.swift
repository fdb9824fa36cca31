// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Sessions
import TestSupport

/// The whole instrument under load: 25 taps a second, each answered by five seconds of stereo noise, so that all 64
/// voices sound and every tap takes the place of one.
struct BusyInstrument: ~Copyable {
  static let sampleRateHz = 48_000
  static let blockFrames = 64
  static let voiceCount = 64
  /// How long a block lasts, in microseconds.
  static let blockMicroseconds = 1e6 * Double(blockFrames) / Double(sampleRateHz)

  private let performance: Performance
  private let input: [Float]
  private var inputFrame = 0
  private let output: UnsafeMutablePointer<Float>

  init() {
    let drums = TestKit.noiseDrums(frameCount: 5 * Self.sampleRateHz)
    let kit = TestKit.kit(drums, blockCount: 512)
    var settings = InstrumentSettings()
    settings.voiceCount = Self.voiceCount
    performance = Performance(kit: kit, profile: .general, settings: settings)
    input = Signal.taps(count: 75 * Self.sampleRateHz / 25, everyFrames: Self.sampleRateHz / 25)
    output = .allocate(capacity: 2 * Self.blockFrames)
    output.initialize(repeating: 0, count: 2 * Self.blockFrames)
  }

  deinit { output.deallocate() }

  /// How many voices sounded in the last block.
  var soundingVoices: Int { performance.snapshot.soundingVoices }

  /// One block.
  mutating func process() {
    input.withUnsafeBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      performance.audioSide.process(base + inputFrame, into: output, frameCount: Self.blockFrames)
    }
    inputFrame = (inputFrame + Self.blockFrames) % input.count
  }

  /// Takes the settled hits away, as an interface does; returns how many.
  func fetchHits() -> Int { performance.newHits().count }

  /// Ten seconds of playing.
  mutating func warmUp() {
    for _ in 0..<10 * Self.sampleRateHz / Self.blockFrames {
      process()
      _ = fetchHits()
    }
  }
}
