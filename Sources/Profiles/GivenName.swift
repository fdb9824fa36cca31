// SPDX-License-Identifier: GPL-3.0-or-later

/// Names for sounds and profiles that people choose; they must not be paths.
public enum GivenName {
  /// The most letters of a name.
  public static let mostLetters = 40

  /// What is wrong with the name of a sound; nil if nothing is.
  public static func fault(ofSound name: String) -> String? {
    guard name.contains(where: { !$0.isWhitespace }) else { return "it has no name" }
    guard name.count <= mostLetters else { return "its name has more than \(mostLetters) letters" }
    guard name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      return "its name has letters that cannot be shown"
    }
    return nil
  }

  /// What is wrong with the name of a new profile; nil if nothing is.
  public static func fault(ofProfile name: String) -> String? {
    if let fault = fault(ofSound: name) { return fault }
    guard name != ProfileLocator.generalName else { return "the profile 'general' is built in" }
    guard !name.hasPrefix("."), !name.hasSuffix(".json"), !name.contains("/") else {
      return "its name is that of a file"
    }
    return nil
  }
}
