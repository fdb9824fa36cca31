// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// Who made a kit of the player's own, and on what terms others may use it.
public struct KitTerms: Sendable, Equatable {
  /// Without a word of the player, nobody else may use the sounds.
  public static let usualLicence = "All rights reserved"

  /// The licence.
  public var licence: String
  /// The author; nil if the player does not say.
  public var author: String?

  /// Terms; blanks around them, and what is no letter, are left out.
  public init(licence: String? = nil, author: String? = nil) {
    self.licence = licence.flatMap(Self.line) ?? Self.usualLicence
    self.author = author.flatMap(Self.line)
  }

  /// One line of a text; nil if nothing is left.
  private static func line(_ text: String) -> String? {
    let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    let shown = String(words.unicodeScalars.filter { $0.properties.generalCategory != .control })
    return shown.isEmpty ? nil : shown
  }
}

/// The SFZ file of a kit of the player's own: a head, and a block for each pad. What is not changed
/// stays as it is, to the letter.
struct OwnKitText: Equatable {
  private static let mark = "// Flam, a kit of your own sounds: "
  private static let (licenceMark, authorMark) = ("// Licence: ", "// Author: ")
  private static let padMark = "// Pad: "
  private static let sampleMark = "sample="

  private struct Block: Equatable {
    let role: PadRole
    var lines: [String]
  }

  private var head: [String]
  private var blocks: [Block] = []

  /// The text of a new kit.
  init(name: String) {
    head = ["\(Self.mark)\(name)", "", "<global>", "loop_mode=one_shot", ""]
  }

  /// Reads a text; nil if it is not of a kit that Flam made of a player's own sounds.
  init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.first?.hasPrefix(Self.mark) == true else { return nil }
    head = []
    for line in lines.dropLast(lines.last == "" ? 1 : 0) {
      if line.hasPrefix(Self.padMark),
        let role = PadRole(name: String(line.dropFirst(Self.padMark.count)))
      {
        blocks.append(Block(role: role, lines: [line]))
      } else if blocks.isEmpty {
        head.append(line)
      } else {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
  }

  /// The text.
  var text: String { (head + blocks.flatMap(\.lines)).map { $0 + "\n" }.joined() }

  /// The pads that have sounds, in the order of the text.
  var roles: [PadRole] { blocks.map(\.role) }

  /// The terms of the kit.
  var terms: KitTerms {
    get { KitTerms(licence: value(Self.licenceMark), author: value(Self.authorMark)) }
    set {
      head.removeAll { $0.hasPrefix(Self.licenceMark) || $0.hasPrefix(Self.authorMark) }
      let author = newValue.author.map { [Self.authorMark + $0] } ?? []
      head.insert(contentsOf: [Self.licenceMark + newValue.licence] + author, at: 1)
    }
  }

  private func value(_ mark: String) -> String? {
    head.first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
  }

  /// The files of a pad's sounds, from soft to loud, as paths in the kit's folder.
  func sounds(of role: PadRole) -> [String] {
    let lines = blocks.filter { $0.role == role }.flatMap(\.lines)
    return lines.compactMap { line in
      line.firstRange(of: Self.sampleMark).map { String(line[$0.upperBound...]) }
    }
  }

  /// Gives a pad other sounds; none remove it.
  mutating func set(_ role: PadRole, to sounds: [String], layers: VelocityLayers) {
    let place = blocks.firstIndex { $0.role == role }
    blocks.removeAll { $0.role == role }
    guard !sounds.isEmpty else { return }
    let lines =
      ["\(Self.padMark)\(role.name)"]
      + layers.layers.flatMap { Self.lines(role, $0, sounds) }
    let later = blocks.firstIndex { $0.role.rawValue > role.rawValue } ?? blocks.count
    blocks.insert(Block(role: role, lines: lines), at: place ?? later)
  }

  /// A layer: its own velocity plays its sounds as they were recorded, others in proportion to the
  /// square of velocity.
  private static func lines(
    _ role: PadRole, _ layer: VelocityLayers.Layer, _ sounds: [String]
  ) -> [String] {
    let (first, last) = (layer.velocities.lowerBound, layer.velocities.upperBound)
    let loudest = 2 * Units.decibels(amplitude: Float(last) / Float(layer.ownVelocity))
    let softest = Float(first * first) / Float(last * last)
    var lines = [
      "<group>", "group_label=\(role.name)", "key=\(key(of: role)) lovel=\(first) hivel=\(last)",
      "volume=\(loudest.text(places: 2)) amp_veltrack=100",
      (first < last ? "amp_velcurve_\(first)=\(softest.text(places: 6)) " : "")
        + "amp_velcurve_\(last)=1",
      "seq_length=\(layer.sounds.count)",
    ]
    if let choke = choke(of: role) { lines.append(choke) }
    lines += layer.sounds.enumerated().map { turn, sound in
      "<region> seq_position=\(turn + 1) \(sampleMark)\(sounds[sound])"
    }
    return lines + [""]
  }

  /// The key of General MIDI. A half-open hi-hat has none there; this one is free.
  private static func key(of role: PadRole) -> Int { role.generalMIDINote ?? 26 }

  /// Hi-hats end the sounds of more open ones.
  private static func choke(of role: PadRole) -> String? {
    switch role {
    case .hihatClosed, .hihatPedal: "group=1"
    case .hihatHalf, .hihatOpen: "group=2 off_by=1 off_mode=time off_time=0.03"
    default: nil
    }
  }
}
