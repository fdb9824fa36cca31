// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import DSP
import Engine
import Instrument
import Profiles
import Reports

/// Prints what `listen` hears: each hit as it comes, or the explanation of one moment at the end.
struct HearingReport {
  private let moment: Double?
  private let controls: HearingControls
  private let isJSON: Bool
  private var heard: [HitLine] = []
  private var tally = RefusalTally()
  /// There was a hit, answered or not a sound of the player.
  private(set) var isHit = false

  /// - Parameter moment: The seconds to explain; nil to print each hit.
  init(_ moment: Double?, _ controls: HearingControls, isJSON: Bool) {
    (self.moment, self.controls, self.isJSON) = (moment, controls, isJSON)
  }

  /// Takes in a hit that is settled, or not answered.
  mutating func take(_ hit: HitLine) throws {
    isHit = isHit || hit.hit > 0
    guard moment == nil else {
      heard.append(hit)
      return
    }
    tally.add(hit)
    let text = HitText(hit: hit)
    Terminal.clear()
    try Terminal.print(isJSON ? hit.jsonLine : text.description, isFaint: !isJSON && text.isFaint)
  }

  /// The end of hearing, with the level of the room at the moment.
  func end(level: MomentLevel?) throws {
    guard let moment else {
      if let text = tally.text(controls) { Terminal.report(text) }
      return
    }
    guard level != nil else {
      throw CommandFailure(
        .noInput,
        "cannot explain second \(moment.text(places: 3)): hearing ended before it; let it go on longer"
      )
    }
    let text = MomentText(seconds: moment, all: heard, level: level, controls: controls)
    try isJSON ? Terminal.print(text.jsonLine) : Terminal.printLines(text.lines)
  }
}
