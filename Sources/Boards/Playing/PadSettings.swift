// SPDX-License-Identifier: GPL-3.0-or-later
import Firmata

/// Settings of pads on their way to a board. A line may lose a message, so each is sent again until
/// the board confirms it.
struct PadSettings: Sendable {
  private struct Wanted {
    let pad: UInt8
    let setting: PadSetting
    let value: UInt16

    var message: FirmataMessage { .pads(.setting(pad: pad, setting: setting, value: value)) }
  }

  /// The time within which a board answers.
  private static let answerNanoseconds: Int64 = 500_000_000
  private static let tryCount = 5

  /// The settings that the board has not confirmed yet.
  private var wanted: [Wanted] = []
  private var tries = 0
  /// When ``tick(at:)`` is due.
  private(set) var nextTickNanoseconds = Int64.max

  /// The messages that set these values of a pad.
  mutating func set(
    _ values: [(PadSetting, UInt16)], ofPad pad: UInt8, at now: Int64
  ) -> [FirmataMessage] {
    let new = values.map { Wanted(pad: pad, setting: $0, value: $1) }
    wanted.removeAll { old in new.contains { $0.pad == old.pad && $0.setting == old.setting } }
    wanted += new
    tries = 1
    nextTickNanoseconds = now + Self.answerNanoseconds
    return new.map(\.message)
  }

  /// The board confirms a setting.
  mutating func holds(_ value: UInt16, _ setting: PadSetting, ofPad pad: UInt8) {
    wanted.removeAll { $0.pad == pad && $0.setting == setting && $0.value == value }
    if wanted.isEmpty { nextTickNanoseconds = .max }
  }

  /// The settings to send again, and those that the board does not accept after several tries.
  mutating func tick(at now: Int64) -> (messages: [FirmataMessage], refusals: [String]) {
    guard now >= nextTickNanoseconds else { return ([], []) }
    guard tries < Self.tryCount else {
      let refusals = wanted.map {
        "cannot set the \($0.setting) of pad A\($0.pad) to \($0.value): the board does not accept it"
      }
      wanted = []
      nextTickNanoseconds = .max
      return ([], refusals)
    }
    tries += 1
    nextTickNanoseconds = now + Self.answerNanoseconds
    return (wanted.map(\.message), [])
  }
}
