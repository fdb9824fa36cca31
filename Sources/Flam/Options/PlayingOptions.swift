// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Instrument

extension Certainty: ExpressibleByArgument {}
extension VelocityShape: ExpressibleByArgument {}
extension VariationChoice: ExpressibleByArgument {}

extension ArgumentHelp {
  /// Of the certainty, wherever one can be given.
  static let certainty = ArgumentHelp(
    "How sure the first sound of a hit is to be, and so how late it comes: 'flam learn' tells what each means."
  )
  /// Of the velocity curve, wherever one can be given.
  static let velocityCurve = ArgumentHelp(
    """
    How strength becomes velocity: exp favours hard strokes, log soft ones, loud plays all strongly. Default: the \
    profile's, else linear.
    """)
}
