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
  private let kits: [Kit]
  private var changes = 0
  private let input: [Float]
  private var inputFrame = 0
  private let output: UnsafeMutablePointer<Float>
  private let heard: UnsafeMutablePointer<Float>
  /// What was played, so that it returns some blocks later.
  private var played = [Float](repeating: 0, count: 8 * Self.blockFrames)
  private var block = 0
  private let returnGain: Float

  /// - Parameters:
  ///   - feedback: How its drums are kept from triggering it.
  ///   - returnGain: How loud they return, four blocks later.
  ///   - gainDecibels: Of the drums: at 0 they are so loud together that the limiter always works.
  init(feedback: FeedbackSettings? = nil, returnGain: Float = 0, gainDecibels: Float = 0) {
    self.returnGain = returnGain
    let drums = TestKit.noiseDrums(frameCount: 5 * Self.sampleRateHz)
    kits = (0..<2).map { _ in TestKit.kit(drums, blockCount: 512) }
    var settings = InstrumentSettings()
    settings.voiceCount = Self.voiceCount
    settings.gainDecibels = gainDecibels
    settings.feedback = feedback
    performance = Performance(kit: kits[0], profile: .general, settings: settings)
    input = Signal.taps(count: 75 * Self.sampleRateHz / 25, everyFrames: Self.sampleRateHz / 25)
    output = .allocate(capacity: 2 * Self.blockFrames)
    output.initialize(repeating: 0, count: 2 * Self.blockFrames)
    heard = .allocate(capacity: Self.blockFrames)
    heard.initialize(repeating: 0, count: Self.blockFrames)
  }

  deinit {
    output.deallocate()
    heard.deallocate()
  }

  /// How many voices sounded in the last block.
  var soundingVoices: Int { performance.snapshot.soundingVoices }

  /// One block.
  mutating func process() {
    let returning = (block + 4) % 8 * Self.blockFrames
    for frame in 0..<Self.blockFrames {
      heard[frame] = input[inputFrame + frame] + returnGain * played[returning + frame]
    }
    performance.audioSide.process(heard, into: output, frameCount: Self.blockFrames)
    let kept = block * Self.blockFrames
    for frame in 0..<Self.blockFrames { played[kept + frame] = output[2 * frame] }
    block = (block + 1) % 8
    inputFrame = (inputFrame + Self.blockFrames) % input.count
  }

  /// Lets the other of two kits answer, as soon as the one before has rung out or faded.
  mutating func changeKit() {
    if performance.change(to: kits[(changes + 1) % 2]) { changes += 1 }
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
