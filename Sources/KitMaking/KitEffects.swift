// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// The effects that are kept with a kit, beside its sounds: no change of the kit and no undo of one
/// changes them.
public enum KitEffects {
  private static let (beginning, ending) = ("effects", ".txt")
  /// The file in the kit's folder; those that it replaced are `effects-before.txt` and the like.
  public static let fileName = beginning + ending

  /// Puts the effects in one state's folder in place of those in another one's.
  static func carry(_ folder: String, to other: String) throws(KitMakingError) {
    for name in names(in: other) { FileSystem.remove("\(other)/\(name)") }
    for name in names(in: folder) {
      try KitFiles.carryFile("\(folder)/\(name)", to: "\(other)/\(name)")
    }
  }

  private static func names(in folder: String) -> [String] {
    FileSystem.names(in: folder).filter { name in
      var status = stat()
      return name.hasPrefix(beginning) && name.hasSuffix(ending)
        && lstat(FileNames.exactPath("\(folder)/\(name)"), &status) == 0
        && status.st_mode & S_IFMT != S_IFDIR
    }
  }
}
