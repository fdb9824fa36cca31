// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Boards
import Console
import Latency
import Reports

/// Devices that play along; their delay is reported in addition to that of taps.
struct PortDelayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also measure how long a note of a MIDI device takes; it need not be there.",
      valueName: "name"))
  var midiIn: [String] = []

  @Option(
    defaultAsFlag: BoardTable.usualFile,
    help: ArgumentHelp(
      "Also measure how long a hit of the board of this table takes.", valueName: "file"))
  var board: String?

  /// The requested sources.
  func sources() throws(CommandFailure) -> [PortDelay.Source] {
    let midi = midiIn.isEmpty ? nil : PortDelay.Source(.midi)
    guard let board else { return [midi].compactMap(\.self) }
    let table = try BoardTable.asked(board).table
    return [midi, table.delaySource].compactMap(\.self)
  }
}

/// Their delays, in addition to a report.
struct PortDelayDetails: Encodable, CustomStringConvertible {
  let ports: [PortDelay]

  var description: String { ports.map(PortText.text).joined(separator: "\n") }
}
