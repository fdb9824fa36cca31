// SPDX-License-Identifier: GPL-3.0-or-later
import Looping
import Sequencing

extension EngineCommand {
  /// Arms the looper: the first hit begins a loop, or bars are counted in.
  struct LoopArm: LoopBody {
    static let name = "loop.arm"
    static let timing = EngineCommand.Timing.ahead
    /// What is known of the loop before.
    let setup: LoopSetup
    var loop: LoopCommand { .arm(setup) }

    private enum Key: String, CodingKey { case beatsPerMinute, meter, bars, countInBars }

    init(_ setup: LoopSetup) { self.setup = setup }

    /// Reads its values; whatever is missing is found from the hits.
    init(from decoder: Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      setup = LoopSetup(
        beatsPerMinute: try container.decodeIfPresent(Double.self, forKey: .beatsPerMinute),
        meter: try container.decodeIfPresent(Meter.self, forKey: .meter),
        bars: try container.decodeIfPresent(Int.self, forKey: .bars),
        countInBars: try container.decodeIfPresent(Int.self, forKey: .countInBars) ?? 0)
    }

    /// Writes its values, flat.
    func encode(to encoder: Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encodeIfPresent(setup.beatsPerMinute, forKey: .beatsPerMinute)
      try container.encodeIfPresent(setup.meter, forKey: .meter)
      try container.encodeIfPresent(setup.bars, forKey: .bars)
      try container.encode(setup.countInBars, forKey: .countInBars)
    }
  }
}
