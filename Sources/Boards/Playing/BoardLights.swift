// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Firmata

/// Turns what happens into what a board's outputs show.
struct BoardLights: Sendable {
  private struct Lamp {
    let light: BoardTable.Light
    /// Nil where the board cannot have it.
    var pin: UInt8?
    var isPWM = false
    /// When it goes dark by itself.
    var endNanoseconds: Int64?
    /// What keeps it on until that ends.
    var keptOn: Set<String> = []
  }

  /// An eye sees a flash of this length.
  private static let usualMilliseconds = 60
  /// The full scale of the microphone, but for what rounding takes.
  private static let clippingDecibels: Float = -0.1

  private var lamps: [Lamp]

  init(_ table: BoardTable) { lamps = table.lights.map { Lamp(light: $0) } }

  /// Whether an event may switch something.
  static func isWanted(_ event: EngineEvent) -> Bool {
    switch event {
    case .hit(let hit): hit.turn == .begun
    case .note(let note): note.velocity > 0
    case .recording, .session, .xrun: true
    case .meters(let meters): (meters.inputPeakDecibels ?? -.infinity) >= clippingDecibels
    default: false
    }
  }

  /// What tells a board which outputs it has, and what cannot be had of it. All are dark.
  mutating func connect(
    _ board: ConnectedBoard
  ) -> (messages: [FirmataMessage], refusals: [PinNameError]) {
    var messages: [FirmataMessage] = []
    var refusals: [PinNameError] = []
    for index in lamps.indices {
      let light = lamps[index].light
      lamps[index].pin = nil
      lamps[index].endNanoseconds = nil
      do throws(PinNameError) {
        let pin = try board.profile.pin(named: light.pin, for: .output)
        guard light.maximumMilliseconds == nil || board.hasPads else {
          throw PinNameError(
            name: light.pin, mode: .output,
            reason:
              "only the firmware \(ConnectedBoard.padFirmware) guards a coil; flash it as docs/boards.md tells"
          )
        }
        // A coil has no shades.
        let isPWM = light.maximumMilliseconds == nil && board.profile.pins[Int(pin)].supports(.pwm)
        lamps[index].pin = pin
        lamps[index].isPWM = isPWM
        messages.append(.pinMode(pin: pin, mode: isPWM ? .pwm : .output))
        if let most = light.maximumMilliseconds {
          messages.append(.pads(.maximumOnTime(pin: pin, milliseconds: UInt16(clamping: most))))
        }
        if !lamps[index].keptOn.isEmpty { messages.append(message(index, brightness: 1)) }
      } catch {
        refusals.append(error)
      }
    }
    return (messages, refusals)
  }

  /// What an event switches.
  mutating func react(to event: EngineEvent, at now: Int64) -> [FirmataMessage] {
    switch event {
    case .hit(let hit) where hit.turn == .begun:
      return flash(.hit, of: hit.sound, brightness: hit.velocity, at: now)
    case .note(let note) where note.velocity > 0:
      return flash(.hit, of: note.pad, brightness: note.velocity, at: now)
    case .recording(let kept): return keep("recording \(kept.path ?? "")", kept.state)
    case .session(let kept): return keep("session \(kept.path ?? "")", kept.state)
    case .meters: return Self.isWanted(event) ? flash(.clipping, at: now) : []
    case .xrun: return flash(.xrun, at: now)
    default: return []
    }
  }

  /// What goes dark by now.
  mutating func turn(at now: Int64) -> [FirmataMessage] {
    var messages: [FirmataMessage] = []
    for index in lamps.indices {
      guard let end = lamps[index].endNanoseconds, end <= now else { continue }
      lamps[index].endNanoseconds = nil
      if lamps[index].pin != nil { messages.append(message(index, brightness: 0)) }
    }
    return messages
  }

  /// When something goes dark next.
  var nextTurnNanoseconds: Int64 { lamps.compactMap(\.endNanoseconds).min() ?? .max }

  /// What makes all dark.
  func allDark() -> [FirmataMessage] {
    lamps.indices.filter { lamps[$0].pin != nil }.map { message($0, brightness: 0) }
  }

  private mutating func flash(
    _ event: BoardTable.Light.Event, of name: String? = nil, brightness: Float = 1, at now: Int64
  ) -> [FirmataMessage] {
    var messages: [FirmataMessage] = []
    for index in lamps.indices where lamps[index].pin != nil {
      let light = lamps[index].light
      guard light.shows == event, light.of == nil || light.of == name else { continue }
      let length = Int64(light.milliseconds ?? Self.usualMilliseconds)
      lamps[index].endNanoseconds = now + length * 1_000_000
      messages.append(message(index, brightness: brightness))
    }
    return messages
  }

  private mutating func keep(
    _ name: String, _ state: EngineEvent.Kept.State
  ) -> [FirmataMessage] {
    var messages: [FirmataMessage] = []
    for index in lamps.indices where lamps[index].light.shows == .recording {
      let wasOn = !lamps[index].keptOn.isEmpty
      if state == .closed {
        lamps[index].keptOn.remove(name)
      } else {
        lamps[index].keptOn.insert(name)
      }
      let isOn = !lamps[index].keptOn.isEmpty
      if isOn != wasOn, lamps[index].pin != nil {
        messages.append(message(index, brightness: isOn ? 1 : 0))
      }
    }
    return messages
  }

  private func message(_ index: Int, brightness: Float) -> FirmataMessage {
    let pin = lamps[index].pin ?? 0
    guard lamps[index].isPWM else { return .digitalPin(pin: pin, isHigh: brightness > 0) }
    return .write(pin: pin, value: UInt32((max(0, min(1, brightness)) * 255).rounded()))
  }
}
