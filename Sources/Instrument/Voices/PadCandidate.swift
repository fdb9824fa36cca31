// SPDX-License-Identifier: GPL-3.0-or-later

/// A pad that may answer for a role.
public struct PadCandidate: Sendable {
  /// Pads with this share of the most recordings, or less, give way to the others of their role.
  fileprivate static let poorShare = 2.0 / 3

  /// What it is in a drum set.
  public let role: PadRole
  /// The MIDI note that strikes it, where its kit names one.
  public let note: Int?
  /// The centre of its spectrum, in Hz; 0 if unknown.
  public let brightnessHz: Float
  /// How many hits of it were recorded.
  public let recordingCount: Int
  /// Its hits do not fall as those of one stroke do, such as a roll.
  public let isRoll: Bool

  /// A pad as far as it is known.
  public init(
    role: PadRole, note: Int?, brightnessHz: Float = 0, recordingCount: Int = 1,
    isRoll: Bool = false
  ) {
    self.role = role
    self.note = note
    self.brightnessHz = brightnessHz
    self.recordingCount = recordingCount
    self.isRoll = isRoll
  }
}

extension PadRole {
  /// The index of the best pad of this role among some: strokes before rolls, many recordings before
  /// few, and then the first; nil if there is none. Of several crashes or rides it is that of the
  /// General MIDI note: the first may be a China, or a bell.
  public func own(among pads: [PadCandidate]) -> Int? {
    let all = pads.indices.filter { pads[$0].role == self }
    let hasRelatives = self == .crash || self == .ride
    let named = all.first {
      hasRelatives && pads[$0].note != nil && pads[$0].note == generalMIDINote
    }
    if let named { return named }
    let strokes = all.filter { !pads[$0].isRoll }
    let single = strokes.isEmpty ? all : strokes
    let most = single.map { pads[$0].recordingCount }.max() ?? 0
    let rich = single.filter {
      Double(pads[$0].recordingCount) > PadCandidate.poorShare * Double(most)
    }
    return rich.first
  }

  /// The index of the pad of this role among some, or the nearest in sound; nil if there is none.
  public func known(among pads: [PadCandidate]) -> Int? {
    for role in [self] + substitutes {
      if let own = role.own(among: pads) { return own }
    }
    return nil
  }

  /// The same of at least one pad. If there is none of a role near to this one, as among percussion,
  /// pads answer from dark to bright as drums do from low to high.
  public func pad(among pads: [PadCandidate]) -> Int {
    if let known = known(among: pads) { return known }
    guard let height else { return 0 }
    let byBrightness = pads.indices.sorted {
      (pads[$0].brightnessHz, $0) < (pads[$1].brightnessHz, $1)
    }
    return byBrightness[Int((height * Float(pads.count - 1)).rounded())]
  }
}
