// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Engine
import Measuring
import Profiles
import Simulation
import Speech

@testable import Flam
@testable import Screen

/// A table with a microphone, a loudspeaker and a hand that does as it is asked, in a time of its
/// own: time passes only while a lesson waits.
final class SimulatedTable: LessonMicrophone, LessonSpeech {
  /// How somebody plays.
  enum Hand: String, CaseIterable {
    /// Taps before it is its turn, while the voice speaks.
    case early
    /// Taps so softly that it is hardly heard.
    case soft
    /// Talks in between.
    case talking
    /// Taps where the first microphone does not hear it.
    case wrongMicrophone
    /// Taps the first sound, and no other.
    case oneSound
  }

  static let devices: [(device: String, text: String)] = [
    ("front", "A mixer  (front)"), ("table", "A microphone  (table)"),
  ]
  private static let strikes = [
    "kick": StruckSounds.low, "snare": StruckSounds.middle, "hat": StruckSounds.high,
  ]
  private static let (reactionSeconds, spacingSeconds) = (0.5, 0.5)
  private static let roomSeconds = 0.02

  let rateHz = 48_000
  /// Nil for somebody who waits for each request.
  private let hand: Hand?
  private let voice: Voice?
  /// Of the loudspeaker to the microphone, linear.
  private let voiceGain: Float
  private let noise: [Float]
  private let seed: UInt64
  private var isDead = false
  private var hardness: Float = 1
  /// The hand has tapped before it was asked.
  private var isAhead = false
  private var questions = 0

  /// What the hand and the loudspeaker add, from the beginning of time on.
  private var struck: [Float] = []
  private var spoken: [Float] = []
  private var silentFrame = 0
  private var frame = 0
  private var heardFrame = 0

  /// How often a hit cut the voice off.
  private(set) var cutOffs = 0
  /// Time so far.
  var seconds: Double { Double(frame) / Double(rateHz) }

  init(_ hand: Hand?, isSpoken: Bool, voiceGain: Float = 0, seed: UInt64 = 1) throws {
    (self.hand, self.voiceGain, self.seed) = (hand, voiceGain, seed)
    voice = isSpoken ? try Voice(language: "en") : nil
    noise = Signal.noise(count: 48_000, amplitude: 3e-4, seed: seed)
  }

  /// The first run at this table.
  func firstRun(_ learning: Learning) -> FirstRun {
    FirstRun(
      learning: learning, isTaught: false, teachesUnasked: false, opens: { self.lesson($0) },
      microphones: { self.hand == .wrongMicrophone ? Self.devices : [Self.devices[1]] },
      asks: true, typed: answer)
  }

  /// The microphone that somebody finds at first.
  var first: FirstRun.Microphone {
    FirstRun.Microphone(device: Self.devices[hand == .wrongMicrophone ? 0 : 1].device)
  }

  private func lesson(_ microphone: FirstRun.Microphone) -> LiveLesson {
    isDead = microphone.device == Self.devices[0].device
    return LiveLesson(
      self, device: microphone.device, hitsPerSound: FirstRun.hitsPerSound, setsLevel: false,
      player: LiveLesson.Player(
        waits: { self.pass(milliseconds: $0) }, hasAnswered: { false },
        hears: { self.hear($0) }, voice: voice == nil ? nil : self))
  }

  private func pass(milliseconds: Int) -> Bool {
    frame += milliseconds * rateHz / 1000
    // Nobody needs as long as this; a run that never ends is broken off.
    return seconds > 300
  }

  private func answer(_ keys: String?) -> String? {
    guard let keys else { return "" }
    if keys.contains("1") { return "1" }
    questions += 1
    // It teaches, tries its second sound once more, and has enough.
    return hand == .oneSound && questions > 2 ? "p" : ""
  }

  // MARK: The hand

  private func hear(_ message: LiveLesson.Message) {
    guard case .step(let step) = message else { return }
    switch step {
    case .quiet: talk()
    case .hitHard(let count):
      talk()
      tap(StruckSounds.middle, Array(repeating: 0.5, count: count), asked: message)
    case .countIn(let label, LiveLearner.countInSeconds):
      isAhead = hand == .early
      // Louder than the voice, which it does not wait for.
      if isAhead, let sound = Self.strikes[label] { strike(sound, 0.15, inSeconds: 0.9) }
    case .tap(let label, let manner, let count):
      defer { isAhead = false }
      guard !isAhead, let sound = Self.strikes[label], hand != .oneSound || label == "kick" else {
        return
      }
      tap(sound, Array(repeating: manner == .softly ? 0.05 : 0.5, count: count), asked: message)
    case .nothingHeard: hardness *= 2
    default: break
    }
  }

  private func talk() {
    guard hand == .talking else { return }
    for syllable in 0..<3 {
      add(
        UnstruckSounds.vowel.samples.prefix(9600).map { 0.3 * $0 }, to: &struck,
        atFrame: frame + 9600 * (2 * syllable + 1))
    }
  }

  /// Taps once the voice is silent, or while it speaks.
  private func tap(
    _ sound: StruckSounds.Sound, _ peaks: [Float], asked message: LiveLesson.Message
  ) {
    let saidSeconds = hand == .early ? 0 : Double(words(message).count) / Double(rateHz)
    for (place, peak) in peaks.enumerated() {
      strike(
        sound, peak,
        inSeconds: saidSeconds + Self.reactionSeconds + Self.spacingSeconds * Double(place))
    }
  }

  /// A message as the voice says it.
  private func words(_ message: LiveLesson.Message) -> [Float] {
    guard let voice, let text = SpokenWords.english.text(message) else { return [] }
    return voice.samples(text, rateHz: rateHz)
  }

  private func strike(_ sound: StruckSounds.Sound, _ peak: Float, inSeconds seconds: Double) {
    let at = frame + Int(seconds * Double(rateHz))
    let peak = hand == .soft ? hardness * 0.02 * peak : peak
    let take = StruckSounds.take(
      sound, amplitudes: [peak], spacingSeconds: 0.3, background: 0, seed: seed + UInt64(at))
    add(Array(take.samples[take.onsetFrames[0]...]), to: &struck, atFrame: at)
  }

  private func add(_ sound: [Float], to track: inout [Float], atFrame first: Int) {
    if track.count < first + sound.count {
      track += [Float](repeating: 0, count: first + sound.count - track.count)
    }
    for (offset, sample) in sound.enumerated() { track[first + offset] += sample }
  }

  // MARK: The microphone

  var captureCard: Int? { nil }
  var inputChannels: InputChannels { .channel(1) }
  var channelPeaks: ChannelPeaks { ChannelPeaks() }
  var ending: LoopEnding? { nil }
  func newEvents() -> [DeviceEvent] { [] }

  func newSamples() -> InputTap.Heard {
    defer { heardFrame = frame }
    let samples = (heardFrame..<frame).map { frame -> Float in
      let sound =
        (frame < struck.count ? struck[frame] : 0)
        + voiceGain * (frame < spoken.count ? spoken[frame] : 0)
      return isDead ? 0 : max(-1, min(1, noise[frame % noise.count] + sound))
    }
    return (samples, nil)
  }

  // MARK: The loudspeaker

  var isSpeaking: Bool { frame < silentFrame }

  func begin(_ message: LiveLesson.Message) {
    let samples = words(message)
    guard !samples.isEmpty else { return }
    silence()
    add(samples, to: &spoken, atFrame: frame + Int(Self.roomSeconds * Double(rateHz)))
    silentFrame = frame + samples.count + rateHz * 3 / 20
  }

  func stop() {
    if isSpeaking { cutOffs += 1 }
    silence()
  }

  private func silence() {
    let end = frame + Int(Self.roomSeconds * Double(rateHz))
    if spoken.count > end { spoken.removeLast(spoken.count - end) }
    silentFrame = frame
  }
}
