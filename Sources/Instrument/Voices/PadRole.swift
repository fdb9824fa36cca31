// SPDX-License-Identifier: GPL-3.0-or-later

/// The role of a pad in a drum set.
public enum PadRole: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case kick, sideStick, snare, clap, hihatClosed, hihatPedal, hihatHalf, hihatOpen
  case tomLow, tomMid, tomHigh, crash, ride, cowbell, other

  /// The name used in profiles, kits and events.
  public var name: String {
    switch self {
    case .kick: "kick"
    case .sideStick: "side-stick"
    case .snare: "snare"
    case .clap: "clap"
    case .hihatClosed: "hihat-closed"
    case .hihatPedal: "hihat-pedal"
    case .hihatHalf: "hihat-half"
    case .hihatOpen: "hihat-open"
    case .tomLow: "tom-low"
    case .tomMid: "tom-mid"
    case .tomHigh: "tom-high"
    case .crash: "crash"
    case .ride: "ride"
    case .cowbell: "cowbell"
    case .other: "other"
    }
  }

  /// The role of a name; nil if none has it.
  public init?(name: String) {
    guard let role = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = role
  }

  /// The note of the General MIDI percussion map, level 1; nil if it has none.
  public var generalMIDINote: Int? {
    switch self {
    case .kick: 36
    case .sideStick: 37
    case .snare: 38
    case .clap: 39
    case .hihatClosed: 42
    case .hihatPedal: 44
    case .hihatOpen: 46
    case .tomLow: 45
    case .tomMid: 47
    case .tomHigh: 50
    case .crash: 49
    case .ride: 51
    case .cowbell: 56
    case .hihatHalf, .other: nil
    }
  }

  /// The meaning of a note in the General MIDI percussion map; ``other`` for those that have no
  /// role here.
  public init(generalMIDINote note: Int) {
    self =
      switch note {
      case 35, 36: .kick
      case 37: .sideStick
      case 38, 40: .snare
      case 39: .clap
      case 42: .hihatClosed
      case 44: .hihatPedal
      case 46: .hihatOpen
      case 41, 43, 45: .tomLow
      case 47, 48: .tomMid
      case 50: .tomHigh
      case 49, 52, 55, 57: .crash
      case 51, 53, 59: .ride
      case 56: .cowbell
      default: .other
      }
  }

  /// The roles that replace a missing one, the nearest in sound first.
  public var substitutes: [PadRole] {
    switch self {
    case .kick: [.tomLow, .tomMid, .tomHigh, .snare]
    case .sideStick: [.clap, .snare, .cowbell, .hihatClosed]
    case .snare: [.clap, .sideStick, .tomHigh, .tomMid, .tomLow]
    case .clap: [.snare, .sideStick, .cowbell]
    case .hihatClosed: [.hihatPedal, .hihatHalf, .hihatOpen, .ride, .crash, .cowbell]
    case .hihatPedal: [.hihatClosed, .hihatHalf, .hihatOpen, .ride, .crash, .cowbell]
    case .hihatHalf: [.hihatOpen, .hihatClosed, .hihatPedal, .crash, .ride]
    case .hihatOpen: [.hihatHalf, .hihatClosed, .hihatPedal, .crash, .ride]
    case .tomLow: [.tomMid, .tomHigh, .kick, .snare]
    case .tomMid: [.tomLow, .tomHigh, .snare, .kick]
    case .tomHigh: [.tomMid, .tomLow, .snare]
    case .crash: [.ride, .hihatOpen, .hihatHalf, .hihatClosed]
    case .ride: [.crash, .hihatOpen, .hihatHalf, .hihatClosed]
    case .cowbell: [.ride, .sideStick, .clap, .snare]
    case .other: []
    }
  }

  /// How high it sounds among the drums, from 0 for the kick to 1 for the crash; nil for ``other``.
  var height: Float? {
    switch self {
    case .kick: 0
    case .tomLow: 0.15
    case .tomMid: 0.25
    case .tomHigh: 0.35
    case .snare: 0.5
    case .sideStick: 0.55
    case .clap: 0.6
    case .cowbell: 0.7
    case .hihatPedal: 0.8
    case .hihatClosed: 0.85
    case .hihatHalf: 0.9
    case .hihatOpen: 0.95
    case .ride: 0.97
    case .crash: 1
    case .other: nil
    }
  }

  /// The drums from low to high.
  public static let lowToHigh = allCases.filter { $0.height != nil }
    .sorted { ($0.height ?? 0) < ($1.height ?? 0) }
}
