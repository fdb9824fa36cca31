// SPDX-License-Identifier: GPL-3.0-or-later
import Firmata
import Glibc
import Instrument

/// A hit on a board's pad.
struct BoardStroke: Hashable, Sendable {
  /// The pads that it may play: the first that the kit has.
  var pads: [String]
  /// 0...1.
  var velocity: Float
  /// By the board's clock; nil for now.
  var time: BoardTime?
}

/// Turns a board's messages about pads and pedal into hits.
struct BoardPads: Sendable {
  /// How often the pedal is measured: ten times during a fast closing.
  private static let pedalMilliseconds: UInt16 = 5
  private static let fullScale: Float = 16383
  /// The softest hit still sounds.
  private static let leastStrength: Float = 1 / 127

  private var table: BoardTable
  private var pedal: HiHatPedal?
  /// The pads by their number on the board.
  private var pads: [UInt8: BoardTable.Pad] = [:]
  private var pedalChannel: UInt8?
  private var settings = PadSettings()

  /// The pads with their present settings.
  var all: [BoardTable.Pad] { table.pads }

  init(_ table: BoardTable) {
    self.table = table
    pedal = table.pedal.map(HiHatPedal.init)
  }

  /// The messages that set up the board's pads and pedal, and those that it cannot have.
  mutating func connect(
    _ board: ConnectedBoard, at now: Int64
  ) -> (messages: [FirmataMessage], refusals: [PinNameError]) {
    pads = [:]
    pedalChannel = nil
    settings = PadSettings()
    var messages: [FirmataMessage] = []
    var refusals: [PinNameError] = []
    func channel(_ input: String) -> (pin: UInt8, channel: UInt8)? {
      do throws(PinNameError) {
        let pin = try board.profile.pin(named: input, for: .analog)
        return board.profile.pins[Int(pin)].analogChannel.map { (pin, $0) }
      } catch {
        refusals.append(error)
        return nil
      }
    }
    if let reason = table.padRefusal(of: board) {
      refusals += table.pads.map { PinNameError(name: $0.input, mode: .analog, reason: reason) }
    } else {
      for pad in table.pads {
        guard let (_, number) = channel(pad.input) else { continue }
        pads[number] = pad
        messages += settings.set(Self.settings(of: pad), ofPad: number, at: now)
      }
    }
    if let pedal = table.pedal, let (pin, number) = channel(pedal.input) {
      pedalChannel = number
      messages += [
        .pinMode(pin: pin, mode: .analog), .samplingInterval(milliseconds: Self.pedalMilliseconds),
        .reportAnalog(channel: number, isOn: true),
      ]
    }
    return (messages, refusals)
  }

  /// Changes a pad's settings; returns the messages for the board, if it has the pad.
  mutating func set(_ pad: BoardTable.Pad, at now: Int64) -> [FirmataMessage] {
    if let place = table.pads.firstIndex(where: { $0.input == pad.input }) {
      table.pads[place] = pad
    }
    guard let number = pads.first(where: { $0.value.input == pad.input })?.key else { return [] }
    pads[number] = pad
    return settings.set(Self.settings(of: pad), ofPad: number, at: now)
  }

  /// When ``tick(at:)`` is due.
  var nextTickNanoseconds: Int64 { settings.nextTickNanoseconds }

  /// The settings that are sent again because the board has not confirmed them, and those that it
  /// does not accept.
  mutating func tick(at now: Int64) -> (messages: [FirmataMessage], refusals: [String]) {
    settings.tick(at: now)
  }

  /// The hit in a message; nil if there is none.
  mutating func hears(_ message: FirmataMessage, at now: Int64) -> BoardStroke? {
    switch message {
    case .pads(.hit(let number, let peak, let time)):
      guard let pad = pads[number] else { return nil }
      return BoardStroke(
        pads: names(of: pad), velocity: Self.velocity(of: pad, peak: peak), time: time)
    case .pads(.setting(let number, let setting, let value)):
      settings.holds(value, setting, ofPad: number)
      return nil
    case .analog(let channel, let value) where channel == pedalChannel:
      guard let velocity = pedal?.moves(to: value, at: now) else { return nil }
      return BoardStroke(pads: Self.names(of: .hihatPedal), velocity: velocity, time: nil)
    default: return nil
    }
  }

  /// What a pad plays. A hi-hat depends on its pedal.
  private func names(of pad: BoardTable.Pad) -> [String] {
    let hats: [PadRole] = [.hihatClosed, .hihatHalf, .hihatOpen]
    let role = PadRole(name: pad.plays) ?? Int(pad.plays).map(PadRole.init(generalMIDINote:))
    guard let pedal, pedalChannel != nil, let role, hats.contains(role) else {
      return [pad.plays]
    }
    return Self.names(of: pedal.role)
  }

  /// The pads that can play a role, the nearest first.
  private static func names(of role: PadRole) -> [String] {
    ([role] + role.substitutes).map(\.name)
  }

  static func velocity(of pad: BoardTable.Pad, peak: UInt16) -> Float {
    let threshold = Float(pad.thresholdPercent) / 100
    // 25 steps are a factor of two.
    let fullPeak = Float(exp2((50 - pad.sensitivity) / 25))
    let strength = (Float(peak) / fullScale - threshold) / max(fullPeak - threshold, 0.01)
    return pad.curve.velocity(strength: max(leastStrength, min(1, strength)))
  }

  private static func settings(of pad: BoardTable.Pad) -> [(PadSetting, UInt16)] {
    func tenths(_ milliseconds: Double) -> UInt16 { UInt16((milliseconds * 10).rounded()) }
    return [
      (.threshold, max(1, UInt16((pad.thresholdPercent / 100 * Double(fullScale)).rounded()))),
      (.scanTime, tenths(pad.scanMilliseconds)), (.maskTime, tenths(pad.maskMilliseconds)),
      (.retriggerCancel, tenths(pad.retriggerMilliseconds)),
      (.crosstalkCancel, UInt16(pad.crosstalkPercent.rounded())), (.isOn, 1),
    ]
  }
}
