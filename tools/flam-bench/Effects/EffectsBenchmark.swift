// SPDX-License-Identifier: GPL-3.0-or-later

/// Our effects beside their formulas, beside other programs' effects, and what they cost.
struct EffectsBenchmark {
  let isQuick: Bool

  func run() throws -> Bool {
    print("effects:")
    var verdicts = [EffectTable(isQuick: isQuick).run()]
    verdicts.append(try FilterPeer().run())
    verdicts.append(ReverbPeer(isQuick: isQuick).run())
    verdicts.append(PitchPeer().run())
    verdicts.append(try PluginPeer().run())
    verdicts.append(RackCost(isQuick: isQuick).run())
    return verdicts.allSatisfy { $0 }
  }
}
