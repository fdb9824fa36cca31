// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Kits
import Simulation

/// A kit whose drums answer a hit, at first perhaps the wrong one, through the voices that play live.
struct FirstDrumStage {
  /// How the wrong drum gives way.
  enum Way: Hashable {
    /// It ends at once, as a sampler does it that stops one note and starts the next.
    case hardCut
    /// It began at its full loudness.
    case full
    /// It began as loud as this confidence allows.
    case doubtful(confidence: Float)
  }

  static let leadMilliseconds = 10
  /// The attack, in which the highest sample is looked for, in seconds.
  private static let attackSeconds = 0.01
  private static let kitMegabytes = 256
  private static let roles: [PadRole] = [
    .kick, .snare, .hihatClosed, .clap, .tomMid, .crash, .sideStick, .hihatOpen,
  ]
  private static let velocity: Float = 0.7

  /// Names of the drums.
  let names: [String]
  private let kit: Kit
  private let pads: [Int]
  private let wanted: [Excitation]

  /// The drums of a kit that have a role which often has to be told from others.
  init(_ kit: Kit) {
    self.kit = kit
    pads = Self.roles.compactMap { role in kit.pads.firstIndex { $0.role == role } }
    names = pads.map { kit.pads[$0].name }
    let kit = kit
    wanted = pads.map { pad in
      Excitation(Self.render(kit) { Self.strike(&$0, pad, confidence: 1, atMilliseconds: 0) })
    }
  }

  /// The kit that comes with Flam.
  static func bundledKit() throws -> Kit {
    try KitLoader.load(
      path: KitLocator().kit(nil), sampleRateHz: Excitation.sampleRateHz,
      into: SampleMemory(megabytes: kitMegabytes)
    ).kit
  }

  /// Every drum with every other.
  var pairs: [(wrong: Int, right: Int)] {
    pads.indices.flatMap { wrong in
      pads.indices.filter { $0 != wrong }.map { (wrong, $0) }
    }
  }

  /// The right drum alone against what is heard where the wrong one was first.
  func difference(
    _ pair: (wrong: Int, right: Int), _ way: Way, replacedAfter milliseconds: Int
  ) -> AudibleDifference {
    AudibleDifference(
      of: Excitation(sound(pair, way, replacedAfter: milliseconds)), from: wanted[pair.right],
      leadMilliseconds: Self.leadMilliseconds)
  }

  /// A right drum that began in doubt against the same that did not.
  func difference(_ drum: Int, confidence: Float) -> AudibleDifference {
    AudibleDifference(
      of: Excitation(right(drum, confidence: confidence)), from: wanted[drum],
      leadMilliseconds: Self.leadMilliseconds)
  }

  /// How much lower the highest sample of a right drum's attack is because it began in doubt, in dB.
  func attackLossDecibels(_ drum: Int, confidence: Float) -> Double {
    func peak(_ samples: [Float]) -> Double {
      let first = Self.leadMilliseconds * Excitation.framesPerMillisecond
      let count = Int(Self.attackSeconds * Double(Excitation.sampleRateHz))
      return [Array(samples[first..<first + count]).peak].levelDecibels
    }
    return peak(right(drum, confidence: 1)) - peak(right(drum, confidence: confidence))
  }

  /// What is heard where the wrong drum was first.
  func sound(
    _ pair: (wrong: Int, right: Int), _ way: Way, replacedAfter milliseconds: Int
  ) -> [Float] {
    let (wrong, right) = (pads[pair.wrong], pads[pair.right])
    switch way {
    case .hardCut:
      let first = Self.render(kit) { Self.strike(&$0, wrong, confidence: 1, atMilliseconds: 0) }
      let next = Self.render(kit) {
        Self.strike(&$0, right, confidence: 1, atMilliseconds: milliseconds)
      }
      let cut = Self.frame(milliseconds)
      return Array(first[..<cut] + next[cut...])
    case .full:
      return sound(pair, .doubtful(confidence: 1), replacedAfter: milliseconds)
    case .doubtful(let confidence):
      return Self.render(kit) { bank in
        Self.strike(&bank, wrong, confidence: confidence, atMilliseconds: 0)
        bank.revise(
          NoteOn(hit: 1, pad: right, velocity: Self.velocity), atFrame: Self.frame(milliseconds))
      }
    }
  }

  private func right(_ drum: Int, confidence: Float) -> [Float] {
    Self.render(kit) {
      Self.strike(&$0, pads[drum], confidence: confidence, atMilliseconds: 0)
    }
  }

  private static func strike(
    _ bank: inout VoiceBank, _ pad: Int, confidence: Float, atMilliseconds milliseconds: Int
  ) {
    bank.start(
      NoteOn(hit: 1, pad: pad, velocity: velocity, confidence: confidence),
      atFrame: frame(milliseconds))
  }

  /// A time after the start as a frame.
  private static func frame(_ milliseconds: Int) -> Int {
    (leadMilliseconds + milliseconds) * Excitation.framesPerMillisecond
  }

  /// Both sides together.
  private static func render(_ kit: Kit, _ play: (inout VoiceBank) -> Void) -> [Float] {
    var bank = VoiceBank(
      drums: DrumSet.make(kit: kit, playing: PlayingStyle(choice: .nearest), seed: 1))
    play(&bank)
    return bank.rendered(frameCount: frame(AudibleDifference.milliseconds))
      .map { 0.5 * ($0.x + $0.y) }
  }
}
