// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Profiles
import Realtime
import ScorePlayer
import Simulation

/// The whole instrument under load: 25 taps a second, each answered by stereo noise so long that all voices sound and every
/// tap takes the place of one.
struct BusyInstrument: ~Copyable {
  static let sampleRateHz = 48_000
  static let blockFrames = 64
  /// The default.
  static let voiceCount = 64
  private static let tapsPerSecond = 25
  /// How long a block lasts, in microseconds.
  static let blockMicroseconds = 1e6 * Double(blockFrames) / Double(sampleRateHz)

  private let performance: Performance
  private let kits: [Kit]
  private var changes = 0
  private let input: [Float]
  private var inputFrame = 0
  private let output: UnsafeMutablePointer<Float>
  private let heard: UnsafeMutablePointer<Float>
  /// The output, so that it returns some blocks later.
  private var played = [Float](repeating: 0, count: 8 * Self.blockFrames)
  private var block = 0
  private let returnGain: Float
  /// Receives the parts of the output.
  var stems: StemBuffers?
  /// How long it takes until all voices sound, in seconds.
  private let warmUpSeconds: Int

  /// - Parameters:
  ///   - voiceCount: Voices that sound.
  ///   - feedback: How its drums are kept from triggering it.
  ///   - returnGain: How loud they return, four blocks later.
  ///   - gainDecibels: Of the drums: at 0 they are so loud together that the limiter always works.
  ///   - recordings: Of each drum: with fewer than four, every stroke is detuned.
  ///   - drumCount: Drums of the kit; taps play the first three.
  ///   - effects: What is in the racks.
  ///   - score: Brings notes, and the sounds of objects.
  init(
    voiceCount: Int = Self.voiceCount, feedback: FeedbackSettings? = nil, returnGain: Float = 0,
    gainDecibels: Float = 0, recordings: Int = 4, drumCount: Int = 3,
    effects: [SlotChange]? = nil, score: ScoreLinks? = nil
  ) {
    self.returnGain = returnGain
    let fullSeconds = voiceCount / Self.tapsPerSecond
    warmUpSeconds = max(10, 2 * fullSeconds)
    // Longer than it takes until all sound: strokes differ in level, and a loud one is not the first to give way.
    let frames = (fullSeconds * 3 / 2 + 3) * Self.sampleRateHz
    var drums = TestKit.noiseDrums(frameCount: frames)
    for seed in drums.count..<drumCount {
      drums.append(TestKit.Drum(TestKit.noise(frameCount: frames, seed: UInt64(seed))))
    }
    for drum in drums.indices { drums[drum].turns = [recordings] }
    let blocks = drums.count * SampleMemory.blocks(frameCount: frames)
    kits = (0..<2).map { _ in TestKit.kit(drums, blockCount: blocks) }
    var settings = InstrumentSettings()
    settings.voiceCount = voiceCount
    settings.gainDecibels = gainDecibels
    settings.feedback = feedback
    settings.effects = effects
    performance = Performance(
      kit: kits[0], profile: .general, settings: settings, notes: score?.notes,
      objects: score?.objects)
    let distance = Self.sampleRateHz / Self.tapsPerSecond
    input = Signal.taps(count: 75 * distance, everyFrames: distance)
    output = .allocate(capacity: 2 * Self.blockFrames)
    output.initialize(repeating: 0, count: 2 * Self.blockFrames)
    heard = .allocate(capacity: Self.blockFrames)
    heard.initialize(repeating: 0, count: Self.blockFrames)
  }

  deinit {
    output.deallocate()
    heard.deallocate()
  }

  /// Names of the parts of the output.
  var stemNames: [String] { performance.stemNames }

  /// How many voices sounded in the last block.
  var soundingVoices: Int { performance.snapshot.soundingVoices }

  /// One block.
  mutating func process() {
    let returning = (block + 4) % 8 * Self.blockFrames
    for frame in 0..<Self.blockFrames {
      heard[frame] = input[inputFrame + frame] + returnGain * played[returning + frame]
    }
    performance.audioSide.hear(heard, frameCount: Self.blockFrames, timeline: Timeline())
    performance.audioSide.play(into: output, frameCount: Self.blockFrames, stems: stems)
    let kept = block * Self.blockFrames
    for frame in 0..<Self.blockFrames { played[kept + frame] = output[2 * frame] }
    block = (block + 1) % 8
    inputFrame = (inputFrame + Self.blockFrames) % input.count
  }

  /// Has an object of a score do something at once.
  func perform(_ action: ObjectAction) { _ = performance.send(action, atFrame: 0) }

  /// Strikes a pad at once, as a layer of a loop does.
  func strike(pad: Int, number: Int) {
    performance.strike(
      performance.pad(at: pad), velocity: 0.5, id: HitIdentity(number, from: .score), atFrame: 0,
      of: .none)
  }

  /// Takes away what has become of notes, and of what objects were asked for.
  func takeNotes() { performance.takeNotes() }

  /// Lets the other of two kits answer, as soon as the one before has rung out or faded.
  mutating func changeKit() {
    if performance.change(to: kits[(changes + 1) % 2]) { changes += 1 }
  }

  /// Every step of its hits, for one thread, which then is the only reader.
  var hitEvents: SPSCRing<HitEvent>.Consumer { performance.hitEvents }

  /// Frames that were heard so far.
  var heardFrames: Int { performance.snapshot.heardFrames }

  /// Names of the sounds that are distinguished.
  var sounds: [String] { performance.sounds }

  /// Takes the settled hits away, as an interface does; returns how many.
  func fetchHits() -> Int { performance.newHits().count }

  /// Playing until all voices sound.
  mutating func warmUp() {
    for _ in 0..<warmUpSeconds * Self.sampleRateHz / Self.blockFrames {
      process()
      _ = fetchHits()
    }
  }
}
