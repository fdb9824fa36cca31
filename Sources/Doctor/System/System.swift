// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Glibc

/// A machine as the checks see it: a tree of files, and facts that only a call to the kernel gives.
public struct System: Sendable {
  /// The root of the tree of files; empty for the machine itself.
  let root: String
  /// Variables of the environment.
  let environment: [String: String]
  let probes: Probes

  /// The machine on which this runs.
  public static var real: System {
    System(root: "", environment: ProcessInfo.processInfo.environment, probes: .real)
  }

  /// The text of a file without blanks at its ends; nil if it cannot be read.
  func text(_ path: String) -> String? {
    guard let bytes = FileManager.default.contents(atPath: root + path) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let kept = text.drop(while: \.isWhitespace)
    guard let last = kept.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(kept[...last])
  }

  /// The lines of a file; none if it cannot be read.
  func lines(_ path: String) -> [Substring] { text(path)?.split(separator: "\n") ?? [] }

  /// The number in a file; nil if there is none.
  func number(_ path: String) -> Int? { text(path).flatMap { Int($0) } }

  /// The value after "KEY:" or "KEY" in a file of such lines, as in /proc/self/status.
  func value(_ key: String, in path: String) -> Substring? {
    guard let line = lines(path).first(where: { $0.hasPrefix(key) }) else { return nil }
    return line.dropFirst(key.count).drop { $0 == ":" || $0.isWhitespace }
  }

  /// The names in a folder, sorted; none if it cannot be read.
  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []).sorted()
  }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + path) }

  /// Whether this process has one of the kernel's capabilities, by its number; root has them all.
  func hasCapability(_ number: Int) -> Bool {
    guard let text = value("CapEff", in: "/proc/self/status"), let set = UInt64(text, radix: 16)
    else { return false }
    return set >> number & 1 == 1
  }

  /// The groups that this process is in, by number.
  var groups: Set<Int> {
    let lists = ["Gid", "Groups"].compactMap { value($0, in: "/proc/self/status") }
    return Set(lists.flatMap { $0.split(whereSeparator: \.isWhitespace).compactMap { Int($0) } })
  }

  var isRoot: Bool { value("Uid", in: "/proc/self/status")?.hasPrefix("0\t") ?? false }
}
