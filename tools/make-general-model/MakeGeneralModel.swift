// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Profiles

/// Writes the model of the general sounds anew: `swift run -c release make-general-model`, from the folder of the
/// repository. Run it if the features of a hit, the trainer or the general sounds change.
@main enum MakeGeneralModel {
  private static let path = "Sources/CTrainedTables/general-model.bin"

  static func main() throws {
    try Data(GeneralModel.bytes(GeneralSounds.train())).write(to: URL(filePath: path))
  }
}
