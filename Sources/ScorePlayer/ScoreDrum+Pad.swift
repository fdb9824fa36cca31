// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Scores

extension ScoreDrum {
  /// Its note in the General MIDI percussion map, and the drum that plays it in kits without that note.
  private var place: (note: Int, role: PadRole) {
    switch self {
    case .snare: (38, .snare)
    case .bassDrum: (36, .kick)
    case .sideStick: (37, .sideStick)
    case .crash: (49, .crash)
    case .openHiHat: (46, .hihatOpen)
    case .closedHiHat: (42, .hihatClosed)
    case .tambourine: (54, .hihatClosed)
    case .handClap: (39, .clap)
    case .claves: (75, .sideStick)
    case .woodBlock: (76, .sideStick)
    case .cowbell: (56, .cowbell)
    case .triangle: (81, .ride)
    case .bongo: (60, .tomHigh)
    case .conga: (63, .tomMid)
    case .cabasa: (69, .hihatClosed)
    case .guiro: (73, .hihatPedal)
    case .vibraslap: (58, .hihatHalf)
    case .cuica: (78, .tomHigh)
    }
  }

  /// The pad of a kit that plays it, else the nearest, by its place; nil for a kit without drums.
  func pad(of kit: Kit) -> Int? {
    let (note, role) = place
    if let exact = kit.pads.firstIndex(where: { ($0.note ?? $0.role.generalMIDINote) == note }) {
      return exact
    }
    for role in [role] + role.substitutes {
      if let near = kit.pads.firstIndex(where: { $0.role == role }) { return near }
    }
    return kit.pads.isEmpty ? nil : 0
  }
}
