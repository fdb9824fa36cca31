// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Two sounds that are struck at once. They are taught as a sound of their own, named "kick+clap".
public struct SoundPair: Hashable, Sendable {
  /// One of the sounds.
  public let first: String
  /// The other.
  public let second: String

  /// A pair of two sounds.
  public init(_ first: String, _ second: String) { (self.first, self.second) = (first, second) }

  /// The pair in a name: two different names with one plus sign between them; nil for any other name.
  public init?(named name: String) {
    let sounds = name.split(separator: "+", omittingEmptySubsequences: false)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    guard sounds.count == 2, !sounds.contains(""), sounds[0] != sounds[1] else { return nil }
    self.init(sounds[0], sounds[1])
  }

  /// The pair in a name, if both sounds are among these.
  public init?(named name: String, among sounds: [String]) {
    self.init(named: name)
    guard sounds.contains(first), sounds.contains(second) else { return nil }
  }

  /// "kick+clap": its name as a sound.
  public var name: String { "\(first)+\(second)" }

  /// "kick and clap together", for requests to the player.
  public var request: String { "\(first) and \(second) together" }

  /// What helps to distinguish it from its single sounds.
  var advice: String {
    "strike “\(first)” and “\(second)” at the same moment and equally hard, "
      + "or choose two sounds that differ more"
  }

  /// What a player is asked to hit for a sound: its name, or both sounds of a pair.
  public static func request(forSound name: String) -> String {
    SoundPair(named: name)?.request ?? name
  }

  /// What is wrong with the name of a sound beside these; nil if nothing is.
  ///
  /// - Parameter names: All sounds of the profile to be.
  public static func fault(ofSound name: String, among names: [String]) -> String? {
    guard let pair = SoundPair(named: name) else {
      let parts = name.split(separator: "+").map(String.init)
      guard parts.count > 1, parts.allSatisfy(names.contains) else { return nil }
      return "'\(name)' is no pair: two different sounds can be struck at once, as in 'kick+clap'"
    }
    let missing = [pair.first, pair.second].filter { !names.contains($0) }
    guard !missing.isEmpty else { return nil }
    return
      "'\(name)' is two sounds struck at once, and \(missing.map { "'\($0)'" }.joined(separator: " and ")) "
      + "\(missing.count == 1 ? "is" : "are") not taught"
  }
}

extension [Profile.SoundClass] {
  /// The two sounds of a pair by its name; nil if it is none, or if one of them is missing.
  func both(of name: String) -> (first: Profile.SoundClass, second: Profile.SoundClass)? {
    guard let pair = SoundPair(named: name),
      let one = first(where: { $0.name == pair.first }),
      let other = first(where: { $0.name == pair.second })
    else { return nil }
    return (one, other)
  }

  /// What a pair plays unless the player chooses something else: the pads of both sounds.
  func usualChoice(ofPair name: String) -> PadChoice? {
    both(of: name).map { $0.first.choice.together(with: $0.second.choice) }
  }
}
