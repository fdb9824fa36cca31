// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import Bluetooth
import Boards
import Console
import MIDI
import Profiles

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List sound cards and MIDI devices, and what they can do.",
    discussion: """
        flam devices
        flam devices --json                one JSON object a device
        flam devices --bluetooth           look for Bluetooth boards around
        flam play --device hw:CARD=USB     play on one of them

      Each device is opened for a moment. The name in brackets serves --device, --input and \
      --output, and stays the same wherever the card is plugged in.

      A name with 'hw:' is the card itself. 'plughw:' converts what the card cannot do. \
      'default' and 'pipewire' share the card with other programs.

      A MIDI device is named by --midi-in and --midi-out; a part of its name is enough. A \
      serial port may lead to a board: its table names it ('port'), and --board the table. \
      Bluetooth boards are listed that this machine knows already.
      """)

  @OptionGroup(title: HelpSection.advanced) var output: JSONOption
  @OptionGroup(title: HelpSection.advanced) var bluetooth: BluetoothOptions

  var json: Bool { output.json }

  func run() throws {
    let devices = AudioDevice.all()
    if devices.isEmpty { Terminal.report("There is no sound device on this machine.") }
    for device in devices {
      try Terminal.printLines(json ? [DeviceLine(device).jsonLine] : device.textLines)
    }
    for port in SequencerPort.listed() {
      try Terminal.printLines(json ? [PortLine(port).jsonLine] : port.text)
    }
    for port in SerialPortName.all() {
      try Terminal.printLines(
        json ? [BoardLine(name: port.name).jsonLine] : ["\(port.name)  (serial port; --board)"])
    }
    for board in try bluetooth.boards() {
      try Terminal.printLines(json ? [BluetoothLine(board).jsonLine] : [board.text])
    }
  }
}

extension AudioDevice {
  /// Describes the device in a few lines.
  var textLines: [String] {
    [text] + sides.map { "  \($0.name.padded(to: 9)) \($0.direction.text)" }
  }

  private var sides: [(name: String, direction: Direction)] {
    [("capture", capture), ("playback", playback)]
  }
}

extension AudioDevice.Direction {
  fileprivate var text: String {
    switch self {
    case .absent: return "none"
    case .unusable(let reason): return reason
    case .usable(let can):
      return [
        "\(can.channels.text) channels", "\(can.ratesHz.text) Hz",
        can.smallestPeriodFrames > 1
          ? "periods from \(can.smallestPeriodFrames) frames" : "any period",
        can.formats.isEmpty
          ? "no format of ours" : can.formats.map(\.rawValue).joined(separator: " "),
      ].joined(separator: ", ")
    }
  }
}

extension ClosedRange<Int> {
  fileprivate var text: String {
    if count == 1 { return "\(lowerBound)" }
    // Plug-ins that convert claim ranges without an end.
    return upperBound > 1_000_000 ? "\(lowerBound) or more" : "\(lowerBound) to \(upperBound)"
  }
}

extension SequencerPort {
  /// Describes the port in a few lines.
  fileprivate var text: [String] {
    let uses = [
      isReadable ? "plays pads (--midi-in)" : nil, isWritable ? "hears hits (--midi-out)" : nil,
    ]
    return ["\(name)  (MIDI)", "  " + uses.compactMap(\.self).joined(separator: ", ")]
  }
}

/// A serial port that may lead to a board, as JSON.
private struct BoardLine: Encodable {
  let name: String
  let serial = true
}

/// A Bluetooth board as JSON.
private struct BluetoothLine: Encodable {
  let name: String
  let description: String
  let bluetooth = true

  init(_ board: BluetoothBoard) {
    name = BoardTable.bluetoothPrefix + board.address
    description = board.name
  }
}

extension BluetoothBoard {
  fileprivate var text: String {
    "\(BoardTable.bluetoothPrefix)\(name)  (\(address); Bluetooth board; --board)"
  }
}

/// A MIDI port as JSON.
private struct PortLine: Encodable {
  let name: String
  let midi: Bool
  let input: Bool
  let output: Bool

  init(_ port: SequencerPort) {
    (name, midi) = (port.name, true)
    (input, output) = (port.isReadable, port.isWritable)
  }
}

/// A device as JSON, without missing directions.
private struct DeviceLine: Encodable {
  struct Side: Encodable {
    var usable = false
    var reason: String?
    var channels: [Int]?
    var ratesHz: [Int]?
    var smallestPeriodFrames: Int?
    var formats: [String]?

    init?(_ direction: AudioDevice.Direction) {
      switch direction {
      case .absent: return nil
      case .unusable(let reason): self.reason = reason
      case .usable(let can):
        usable = true
        channels = [can.channels.lowerBound, can.channels.upperBound]
        ratesHz = [can.ratesHz.lowerBound, can.ratesHz.upperBound]
        smallestPeriodFrames = can.smallestPeriodFrames
        formats = can.formats.map(\.rawValue)
      }
    }
  }

  let name: String
  let description: String
  let capture: Side?
  let playback: Side?

  init(_ device: AudioDevice) {
    name = device.name
    description = device.description
    capture = Side(device.capture)
    playback = Side(device.playback)
  }
}
