// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Instrument
import TextScreen

/// The mixer on the screen: a row for each drum and bus, which arrows change.
struct MixerBoard {
  /// A row.
  enum Channel: Equatable {
    case pad(EngineEvent.Kit.Pad)
    case bus(MixBus, gain: Float)

    var name: String {
      switch self {
      case .pad(let pad): pad.name
      case .bus(let bus, _): bus.rawValue
      }
    }

    var gain: Float {
      switch self {
      case .pad(let pad): pad.strip.gain
      case .bus(_, let gain): gain
      }
    }
  }

  /// What a key changes by a step, and by how much.
  private static let stepDecibels: Float = 1
  private static let panStep: Float = 0.1
  private static let sendStepDecibels: Float = 3
  private static let faintestDecibels: Float = -48
  private static let loudestDecibels: Float = 24
  private static let nameColumns = 16

  private(set) var selected = 0

  /// Drums first, each name once since a change is for all of that name, then the buses that there are.
  static func channels(_ state: EngineState) -> [Channel] {
    var names: Set<String> = []
    return (state.kit?.pads ?? []).filter { names.insert($0.name).inserted }.map(Channel.pad)
      + MixBus.allCases.compactMap { bus in
        state.buses[bus.rawValue].map { .bus(bus, gain: $0) }
      }
  }

  /// The change that a key asks for; nil where it asks for none.
  mutating func command(_ key: Key, _ state: EngineState) -> EngineCommand? {
    let channels = Self.channels(state)
    guard !channels.isEmpty else { return nil }
    selected = min(selected, channels.count - 1)
    switch key {
    case .up: selected = max(0, selected - 1)
    case .down: selected = min(channels.count - 1, selected + 1)
    case .home: selected = 0
    case .end: selected = channels.count - 1
    case .left: return gain(channels[selected], -Self.stepDecibels)
    case .right: return gain(channels[selected], Self.stepDecibels)
    case .letter("["): return pan(channels[selected], -Self.panStep)
    case .letter("]"): return pan(channels[selected], Self.panStep)
    case .letter(","): return send(channels[selected], -Self.sendStepDecibels)
    case .letter("."): return send(channels[selected], Self.sendStepDecibels)
    case .letter("m"): return strip(channels[selected]) { $0.isMuted = !$1.isMuted }
    case .letter("s"): return strip(channels[selected]) { $0.isSoloed = !$1.isSoloed }
    default: break
    }
    return nil
  }

  private func gain(_ channel: Channel, _ decibels: Float) -> EngineCommand? {
    let gain = Self.moved(channel.gain, decibels, StripChange.gains.upperBound)
    switch channel {
    case .pad: return strip(channel) { change, _ in change.gain = gain }
    case .bus(let bus, _): return .bus(EngineCommand.Bus(bus, gain: gain))
    }
  }

  private func pan(_ channel: Channel, _ step: Float) -> EngineCommand? {
    strip(channel) { change, strip in
      let pan = (10 * ((strip.pan ?? 0) + step)).rounded() / 10
      change.pan = max(StripChange.pans.lowerBound, min(StripChange.pans.upperBound, pan))
    }
  }

  private func send(_ channel: Channel, _ decibels: Float) -> EngineCommand? {
    strip(channel) { change, strip in
      change.send = Self.moved(strip.send, decibels, StripChange.sends.upperBound)
    }
  }

  /// A gain so many decibels higher, on whole decibels; the lowest step is silence.
  private static func moved(_ gain: Float, _ step: Float, _ highest: Float) -> Float {
    let decibels = Units.decibels(amplitude: gain)
    let moved = (max(decibels, faintestDecibels) + step).rounded()
    return moved <= faintestDecibels ? 0 : min(highest, Units.amplitude(decibels: moved))
  }

  private func strip(
    _ channel: Channel, _ edit: (inout StripChange, Strip) -> Void
  ) -> EngineCommand? {
    guard case .pad(let pad) = channel else { return nil }
    var change = StripChange(drum: pad.name)
    edit(&change, pad.strip)
    return .strip(change)
  }

  /// The board in so many rows.
  func lines(_ state: EngineState, rows: Int, columns: Int) -> [TextLine] {
    let channels = Self.channels(state)
    let selected = min(selected, max(0, channels.count - 1))
    let room = max(1, rows - 2)
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
            (level - Self.faintestDecibels) / (Self.loudestDecibels - Self.faintestDecibels),
            width: width, style: .level,
            letters: ("▮", "▯")))
        line.add("  " + Self.text(channel))
        return line
      }
  }

  private static func text(_ channel: Channel) -> String {
    switch channel {
    case .pad(let pad): "\(StripText(strip: pad.strip))"
    case .bus(_, let gain): StripText.gain(gain)
    }
  }
}
