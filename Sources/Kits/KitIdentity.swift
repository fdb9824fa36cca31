// SPDX-License-Identifier: GPL-3.0-or-later
/// Identifies a kit: its text and its sounds, wherever they are stored.
public enum KitIdentity {
  /// What the text of a kit that leaves a newer field out would say of it: nothing, so that a kit from before has the hash
  /// that sessions know it by.
  private static let unsaid = [", tone: nil", ", sweep: nil"].map { Array($0.utf8) }

  /// SHA-256 in hexadecimal over the kit's description and every sound that it names, in the order
  /// of their names.
  ///
  /// Source: FIPS 180-4, by libgcrypt. A missing sound counts as missing. The kit's place does not
  /// count.
  public static func hash(path: String) throws(KitError) -> String {
    let description = try KitReader.describe(path: path)
    let sounds = Set(description.pads.flatMap(\.regions).compactMap(\.slice?.path)).sorted()
    guard let digest = SHA256() else {
      throw KitError(
        .unreadable, kit: path, reason: "Flam cannot compute its hash", advice: "try again")
    }
    let said = Array("\(description.pads) \(description.chokes)".utf8)
    digest.add(unsaid.reduce(said) { $0.replacing($1, with: []) } + [0])
    var finder = FileFinder()
    for sound in sounds {
      let file = finder.find(
        sound, in: description.folder, otherEndings: description.otherEndings)
      add("\(sound) \(file == nil ? "is missing" : "is there")", to: digest)
      if let file { add(contentsOf: file, to: digest) }
    }
    return digest.hexadecimal
  }

  /// Ended by a zero, so that two texts do not run into each other.
  private static func add(_ text: String, to digest: borrowing SHA256) {
    digest.add(Array(text.utf8) + [0])
  }

  /// Ended by its length.
  private static func add(contentsOf path: String, to digest: borrowing SHA256) {
    if let byteCount = digest.add(contentsOf: path) { add("\(byteCount)", to: digest) }
  }
}
