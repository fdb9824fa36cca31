// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How the instrument answers.
public struct InstrumentSettings: Codable, Sendable, Equatable {
  /// How sure the first sound must be, and hence the time from onset to voice: always the same, so
  /// that players feel no jitter.
  public var certainty = Certainty.fast
  /// How the player wants to be heard.
  public var hearing = HearingControls()
  /// How many hits can sound at a time at all.
  public static let voiceCounts = 1...1000
  /// Gains of everything that is played, in decibels.
  public static let gainsDecibels: ClosedRange<Float> = -60...24
  /// Gains at which the microphone is played along, in decibels.
  public static let monitorGainsDecibels: ClosedRange<Float> = -60...12

  /// Hits that sound at a time.
  public var voiceCount = 64
  /// How variations are chosen, and how strokes differ beyond them.
  public var playing = PlayingStyle(choice: .scored, humanising: .slight)
  /// Determines everything random.
  public var seed: UInt64 = 1
  /// Gain of everything that is played, in decibels.
  public var gainDecibels: Float = 0
  /// The player's changes of the drums' strips in the mixer.
  public var strips: [StripChange] = []
  /// What slots of racks hold from the beginning; nil for nothing.
  public var effects: [SlotChange]?
  /// The rows of the matrix from the beginning.
  public var modulations: [Modulation]?
  /// How our own drums are kept from triggering us; nil if nothing can return, as from a file.
  public var feedback: FeedbackSettings?
  /// Gain at which the microphone is played along, in decibels, as far as it does not howl; nil for
  /// not at all.
  public var monitorDecibels: Float?

  /// Answers come later by varying times, to measure the delay; nil for playing.
  public var answerSpread: AnswerSpread?

  /// The settings that serve most people.
  public init() {}

  /// The initial mixer settings of a bus; the microphone is silent if it is not in the mix.
  public func strip(of bus: MixBus) -> BusStrip {
    switch bus {
    case .drums: BusStrip(gain: Units.amplitude(decibels: gainDecibels))
    case .microphone: BusStrip(gain: monitorDecibels.map(Units.amplitude(decibels:)) ?? 0)
    case .backing, .click, .instruments, .speech, .loops, .room, .delay, .master: BusStrip()
    }
  }

  /// There is a rack for all that has effects.
  private var hasRacks: Bool {
    let pads = (effects ?? []).map(\.bus).filter { if case .pad = $0 { true } else { false } }
    return Set(pads).count <= PadRackNumbers.mostFilled
  }

  /// Its numbers are some that an instrument can be set to: settings can come from a file.
  public var isPossible: Bool {
    Self.voiceCounts.contains(voiceCount) && Self.gainsDecibels.contains(gainDecibels)
      && Self.monitorGainsDecibels.contains(monitorDecibels ?? 0) && hearing.isPossible
      && playing.humanising.isPossible && strips.allSatisfy { $0.impossible == nil }
      && (effects ?? []).allSatisfy(\.isPossible) && hasRacks
      && (modulations ?? []).allSatisfy(\.isPossible)
      && (modulations ?? []).count <= Modulation.rows.count
      && feedback?.isPossible ?? true && answerSpread?.isPossible ?? true
  }
}
