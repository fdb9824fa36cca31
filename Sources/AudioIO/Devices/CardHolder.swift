// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// A program that has a stream of a sound card open, according to the kernel's files.
public struct CardHolder: Hashable, Sendable {
  /// ALSA's number of the card.
  public let card: Int
  /// The program's name, "pipewire".
  public let program: String
  /// Its process number.
  public let process: Int

  /// The programs that hold the cards now, of other users too, but not this process.
  ///
  /// - Parameter root: The root of the tree with /proc.
  public static func all(root: String = "") -> [CardHolder] {
    let sound = root + "/proc/asound"
    let holders = names(in: sound).flatMap { card -> [CardHolder] in
      guard card.hasPrefix("card"), let number = Int(card.dropFirst(4)) else { return [] }
      return names(in: "\(sound)/\(card)").filter { $0.hasPrefix("pcm") }.flatMap { stream in
        names(in: "\(sound)/\(card)/\(stream)").compactMap { place in
          let status = value("owner_pid", in: "\(sound)/\(card)/\(stream)/\(place)/status")
          return status.flatMap { Int($0) }.map { holder(of: number, thread: $0, root: root) }
        }
      }
    }
    let own = value("Tgid", in: "\(root)/proc/self/status").flatMap { Int($0) }
    return holders.reduce(into: []) {
      if $1.process != own, !$0.contains($1) { $0.append($1) }
    }
  }

  /// ALSA names the thread that opened the stream; people know the process.
  private static func holder(of card: Int, thread: Int, root: String) -> CardHolder {
    let process = value("Tgid", in: "\(root)/proc/\(thread)/status").flatMap { Int($0) } ?? thread
    let program = value("Name", in: "\(root)/proc/\(process)/status") ?? "an unknown program"
    return CardHolder(card: card, program: program, process: process)
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// The value after "key:" in a file of such lines.
  private static func value(_ key: String, in path: String) -> String? {
    guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].prefix(while: { !$0.isWhitespace }) == key else { continue }
      let value = parts[1].drop(while: \.isWhitespace)
      return value.isEmpty ? nil : String(value)
    }
    return nil
  }
}
