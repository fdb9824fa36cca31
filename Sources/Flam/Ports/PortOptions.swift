// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Engine
import Kits
import MIDI

/// Devices and programs that play along, or hear of what is played.
struct PortOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Play pads by this MIDI device, by a part of its name, 'all' for each; again for another. 'port' makes a port only, for \
      others to connect to.
      """, valueName: "name"))
  var midiIn: [String] = []

  @Option(
    help: ArgumentHelp(
      "Send each hit to this MIDI device or synthesiser as a note; as --midi-in.", valueName: "name"
    ))
  var midiOut: [String] = []

  /// A port without a connection.
  private static let portOnly = "port"

  /// Opens what is asked for.
  func open(_ engine: Engine) throws(CommandFailure) -> OpenPorts {
    guard !midiIn.isEmpty || !midiOut.isEmpty else { return OpenPorts(midi: nil) }
    do throws(MIDIError) {
      let table = try MIDITable.read()
      return OpenPorts(
        midi: try MIDIPorts(
          engine, inputs: Self.names(midiIn), outputs: Self.names(midiOut), table: table,
          kits: { KitLocator().kits.map(\.name) }))
    } catch {
      throw CommandFailure(.unavailable, error.description)
    }
  }

  private static func names(_ asked: [String]) -> [String]? {
    asked.isEmpty ? nil : asked.filter { $0 != portOnly }
  }
}
