// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import Sessions

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List sound cards by stable names, with what they can do.",
    discussion: """
      Each device is opened for a moment. The names serve --device, --input and --output; those of cards stay the \
      same wherever the card is plugged in. 'hw:' is the card itself, 'plughw:' converts what it does not have; \
      'default' and 'pipewire' share it with other programs.
      """)

  @Flag(help: "One JSON object a device on standard output.")
  var json = false

  func run() throws {
    let devices = AudioDevice.all()
    if devices.isEmpty { Terminal.tell("There is no sound device on this machine.") }
    for device in devices { Terminal.print(json ? device.json : device.text) }
  }
}

extension AudioDevice {
  /// The device as a few lines for people.
  var text: String {
    let title = description.isEmpty ? name : "\(name)  (\(description))"
    return ([title] + sides.map { "  \($0.name.padded(to: 9)) \($0.direction.text)" })
      .joined(separator: "\n")
  }

  /// The device as one JSON object; a direction that it does not have is null.
  var json: String {
    let fields =
      ["\"name\":\(JSONText.quoted(name))", "\"description\":\(JSONText.quoted(description))"]
      + sides.map { "\"\($0.name)\":\($0.direction.json)" }
    return "{" + fields.joined(separator: ",") + "}"
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
        "periods from \(can.smallestPeriodFrames) frames",
        can.formats.isEmpty
          ? "no format of ours" : can.formats.map(\.rawValue).joined(separator: " "),
      ].joined(separator: ", ")
    }
  }

  fileprivate var json: String {
    switch self {
    case .absent: return "null"
    case .unusable(let reason): return "{\"usable\":false,\"reason\":\(JSONText.quoted(reason))}"
    case .usable(let can):
      let formats = can.formats.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
      return "{\"usable\":true,\"channels\":\(can.channels.json),\"ratesHz\":\(can.ratesHz.json),"
        + "\"smallestPeriodFrames\":\(can.smallestPeriodFrames),\"formats\":[\(formats)]}"
    }
  }
}

extension ClosedRange<Int> {
  fileprivate var text: String {
    count == 1 ? "\(lowerBound)" : "\(lowerBound) to \(upperBound)"
  }

  fileprivate var json: String { "[\(lowerBound),\(upperBound)]" }
}
