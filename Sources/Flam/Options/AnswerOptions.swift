// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Instrument

extension Certainty: ExpressibleByArgument {}
extension VelocityCurve: ExpressibleByArgument {}
extension VariationChoice: ExpressibleByArgument {}

/// How Flam hears hits, for drums that answer.
struct AnswerOptions: ParsableArguments {
  @OptionGroup var hearing: HearingOptions

  @Option(
    help: ArgumentHelp(
      """
      How sure Flam is before a drum starts. A surer drum is more often right, but later. Default: \
      \(InstrumentSettings().certainty).
      """, valueName: "how"))
  var certainty: Certainty?
}
