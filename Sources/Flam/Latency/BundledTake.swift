// SPDX-License-Identifier: GPL-3.0-or-later
import Kits

extension String {
  /// The path of a take that comes with Flam, to measure with.
  static func bundledTake() throws -> String {
    guard let take = KitLocator().takes.first else {
      throw CommandFailure(
        .noInput,
        "the bundled takes are not where Flam is installed; "
          + "set FLAM_SAMPLES to the folder Samples of Flam's source")
    }
    return take
  }
}
