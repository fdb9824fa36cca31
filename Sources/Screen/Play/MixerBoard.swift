// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Instrument
import Storage
import TextScreen

/// The mixer on the screen: a row for each drum and bus, which arrows change.
struct MixerBoard {
  /// A row.
  enum Channel: Equatable {
    case pad(EngineEvent.Kit.Pad)
    case bus(MixBus, BusStrip)

    var name: String {
      switch self {
      case .pad(let pad): pad.name
      case .bus(let bus, _): bus.rawValue
      }
    }

    var gain: Float {
      switch self {
      case .pad(let pad): pad.strip.gain
      case .bus(_, let strip): strip.gain
      }
    }
  }

  /// The keys' changes of a drum, or of a bus if that has the value, and the number of steps.
  private static let keys: [Key: (StripParameter, steps: Float)] = [
    .left: (.gain, -1), .right: (.gain, 1),
    .letter("["): (.pan, -1), .letter("]"): (.pan, 1), .letter(","): (.send, -1),
    .letter("."): (.send, 1), .letter("<"): (.delay, -1), .letter(">"): (.delay, 1),
    .letter("m"): (.mute, 1), .letter("s"): (.solo, 1),
  ]
  private static let loudestDecibels: Float = 24
  private static let nameColumns = 16

  private(set) var selected = 0

  /// Drums first, each name once since a change is for all of that name, then the buses that there
  /// are.
  static func channels(_ state: EngineState) -> [Channel] {
    var names: Set<String> = []
    return (state.kit?.pads ?? []).filter { names.insert($0.name).inserted }.map(Channel.pad)
      + MixBus.allCases.compactMap { bus in
        state.buses[bus.rawValue].map { .bus(bus, $0) }
      }
  }

  /// The change that a key asks for; nil if it asks for none.
  mutating func command(_ key: Key, _ state: EngineState) -> EngineCommand? {
    let channels = Self.channels(state)
    guard !channels.isEmpty else { return nil }
    selected = min(selected, channels.count - 1)
    switch key {
    case .up: selected = max(0, selected - 1)
    case .down: selected = min(channels.count - 1, selected + 1)
    case .home: selected = 0
    case .end: selected = channels.count - 1
    default: return Self.keys[key].flatMap { Self.moved(channels[selected], $0, steps: $1) }
    }
    return nil
  }

  /// The command that moves a channel's value by this many steps; nil if it has no such value.
  private static func moved(
    _ channel: Channel, _ parameter: StripParameter, steps: Float
  ) -> EngineCommand? {
    switch channel {
    case .pad(let pad):
      return .strip(StripChange(drum: pad.name, parameter, parameter.moved(pad.strip, steps)))
    case .bus(let bus, let strip):
      guard let parameter = BusParameter(rawValue: parameter.name) else { return nil }
      return .bus(BusChange(bus, parameter, parameter.moved(strip, steps)))
    }
  }

  /// The board in this many rows.
  func lines(_ state: EngineState, rows: Int, columns: Int) -> [TextLine] {
    let channels = Self.channels(state)
    let selected = min(selected, max(0, channels.count - 1))
    let isLong = channels.count > rows - 2
    let room = max(1, isLong ? rows - 3 : rows - 2)
    let first = max(0, min(selected - room / 2, channels.count - room))
    let width = max(10, min(40, columns - Self.nameColumns - 42))
    return [TextLine("  Mixer", .title), TextLine()]
      + channels.enumerated().dropFirst(first).prefix(room).map { index, channel in
        var line = TextLine(index == selected ? " ▸ " : "   ", .key)
        line.add(
          TextLine(channel.name.printable, index == selected ? .selected : .plain)
            .fitted(to: Self.nameColumns))
        line.add(" ")
        let level = Units.decibels(amplitude: channel.gain)
        line.add(
          ScreenBars.share(
            (level - ParameterScale.faintestDecibels)
              / (Self.loudestDecibels - ParameterScale.faintestDecibels),
            width: width, style: .level,
            letters: ("▮", "▯")))
        line.add("  " + Self.text(channel))
        return line
      }
      + (isLong
        ? [TextLine("  ↑ \(first) above  ↓ \(channels.count - first - room) below", .key)] : [])
  }

  private static func text(_ channel: Channel) -> String {
    switch channel {
    case .pad(let pad): "\(pad.strip)"
    case .bus(_, let strip): "\(strip)"
    }
  }
}

extension ChannelParameter {
  /// A channel's value after this many steps.
  fileprivate func moved(_ channel: Channel, _ steps: Float) -> Float {
    scale.moved(value(in: channel) ?? 0, steps: steps)
  }
}
