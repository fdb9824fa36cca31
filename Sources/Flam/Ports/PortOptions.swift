// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Boards
import Console
import Engine
import Kits
import Latency
import MIDI
import OSC
import Profiles
import Reports
import ScorePlayer
import Screen
import Storage

/// Devices and programs that play along, or receive what is played.
struct PortOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Play pads by this MIDI device, by a part of its name, 'all' for each; again for another. 'port' makes a port only, for \
      others to connect to.
      """, valueName: "name"))
  var midiIn: [String] = []

  @Option(
    defaultAsFlag: usualFont,
    help: ArgumentHelp(
      """
      Play General MIDI instruments of this SoundFont, or of Debian's, by the notes of all MIDI channels but 10, the drums'. \
      Or play one instrument: Flam's bass or lead, or an SFZ file.
      """, valueName: "file"))
  var instruments: String?

  @Option(
    help: ArgumentHelp(
      "Send each hit to this MIDI device or synthesiser as a note; as --midi-in.", valueName: "name"
    ))
  var midiOut: [String] = []

  @Option(
    defaultAsFlag: BoardTable.usualFile,
    help: ArgumentHelp(
      "Play by an Arduino's pads, and show on its lights, as this table says.", valueName: "file"))
  var board: String?

  @Option(
    defaultAsFlag: OSCPort.usualPort,
    help: ArgumentHelp(
      """
      Let other programs of this machine play and listen by Open Sound Control, on this UDP port or \(OSCPort.usualPort).
      """, valueName: "port"))
  var osc: UInt16?

  @Flag(help: "Also programs on your network, all of them: there is no password.")
  var oscLan = false

  /// A port without a connection.
  private static let portOnly = "port"

  /// In place of a path: Debian's SoundFont.
  private static let usualFont = "timgm6mb"

  /// Makes the instruments for a sample rate; nil for none.
  var toneSource: ((Int) throws(EngineError) -> any ToneSource)? {
    guard let instruments else { return nil }
    let path = instruments == Self.usualFont ? nil : instruments
    if let file = KitLocator().instrument(instruments) {
      return { rateHz throws(EngineError) in
        let opened = try InstrumentFile(path: file, sampleRateHz: rateHz)
        KitText.faults(opened.problems, of: "instrument").forEach(Terminal.report)
        return opened
      }
    }
    return { rateHz throws(EngineError) in
      try InstrumentFont(path: path, sampleRateHz: rateHz)
    }
  }

  /// Other players than a microphone are asked for.
  var playsDrums: Bool { !midiIn.isEmpty || board != nil }

  /// Opens the requested ports.
  func open(_ engine: Engine) throws(CommandFailure) -> OpenPorts {
    var ports = OpenPorts(midi: try openMIDI(engine))
    do throws(CommandFailure) {
      ports.osc = try openOSC(engine)
      try openBoard(engine, &ports)
    } catch {
      ports.stop()
      throw error
    }
    let midi = ports.midi?.hears == true ? PortDelay.Source(.midi) : nil
    engine.answers([midi, ports.boardDelay].compactMap(\.self))
    return ports
  }

  private func openMIDI(_ engine: Engine) throws(CommandFailure) -> MIDIPorts? {
    guard !midiIn.isEmpty || !midiOut.isEmpty else { return nil }
    let table: MIDITable
    do throws(EngineError) { table = try MIDITable.read() } catch {
      throw CommandFailure(.brokenData, error.description)
    }
    do throws(EngineError) {
      return try MIDIPorts(
        engine, inputs: Self.names(midiIn), outputs: Self.names(midiOut), table: table,
        kits: KitLocator().kits.map(\.name))
    } catch {
      throw CommandFailure(.unavailable, error.description)
    }
  }

  private func openBoard(_ engine: Engine, _ ports: inout OpenPorts) throws(CommandFailure) {
    guard let board else { return }
    let (path, table) = try BoardTable.asked(board)
    let name = table.port ?? "the board"
    let host = BoardPlayer.Host(
      engine, reportingSeconds: table.reportingSeconds, kits: { KitLocator().kits.map(\.name) },
      recordingPath: { OutputFiles.newRecording },
      report: { message in EngineEvent.Port(message, of: name).map(engine.publish) })
    guard let player = BoardPlayer(table, events: engine.events, host: host) else {
      throw CommandFailure(
        .unavailable,
        "cannot play by the board: the system starts no more threads; end other programs")
    }
    engine.setTriggers { [weak player] change throws(EngineError) in
      try player?.set(change, keptAt: path)
    }
    ports.board = player
    ports.boardDelay = table.delaySource
  }

  private func openOSC(_ engine: Engine) throws(CommandFailure) -> OSCPort? {
    guard osc != nil || oscLan else { return nil }
    do throws(OSCError) {
      return try OSCPort(
        engine, port: osc ?? OSCPort.usualPort, isOnNetwork: oscLan,
        host: CommandHost(
          kitPath: { name in KitLocator().kits.first { $0.name == name }?.path },
          hasProfile: { ([ProfileLocator.generalName] + ProfileLocator().names).contains($0) },
          recordingPath: { OutputFiles.newRecording }, presets: PresetLocator().forGuests))
    } catch {
      throw CommandFailure(.unavailable, error.description + "; --osc PORT takes another one")
    }
  }

  private static func names(_ asked: [String]) -> [String]? {
    asked.isEmpty ? nil : asked.filter { $0 != portOnly }
  }
}

extension BoardTable {
  /// The file of an option that names none.
  static let usualFile = "~/.config/flam/board.json"

  /// The table of an option, and its path.
  static func asked(_ file: String) throws(CommandFailure) -> (path: String, table: BoardTable) {
    let path = file == usualFile ? BaseFolders().config + "/flam/board.json" : file
    do throws(BoardTableError) { return (path, try BoardTable.read(path: path)) } catch {
      throw CommandFailure(FileSystem.exists(path) ? .brokenData : .noInput, error.description)
    }
  }

  /// How long its pads take to report a stroke; nil if it has none, or its line is uneven.
  var delaySource: PortDelay.Source? {
    guard bluetoothName == nil, !pads.isEmpty else { return nil }
    return PortDelay.Source(.board, reportingSeconds: reportingSeconds)
  }
}
