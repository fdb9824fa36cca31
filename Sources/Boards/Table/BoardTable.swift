// SPDX-License-Identifier: GPL-3.0-or-later
import Bluetooth
import Firmata
import Instrument

/// What is wired to a board, and what it does. People write it as a JSON file (`docs/boards.md`).
public struct BoardTable: Codable, Hashable, Sendable {
  /// A piezo, and the drum that it plays.
  public struct Pad: Codable, Hashable, Sendable {
    /// Its analog input, "A0".
    public var input: String
    /// The drum, by its role, name or MIDI note.
    public var plays: String
    /// The strength that full velocity needs, 0 to 100: at 50 full scale, at 75 half of it, at 100
    /// a quarter.
    public var sensitivity: Double
    /// How strength becomes velocity.
    public var curve: VelocityCurve
    /// The lowest peak of a hit, in percent of full scale, above 0 to 100.
    public var thresholdPercent: Double
    /// How long it looks for the peak, 0 to 1638.3.
    public var scanMilliseconds: Double
    /// How long it ignores hits after a hit, 0 to 1638.3.
    public var maskMilliseconds: Double
    /// The time in which the raised threshold after a hit falls by half, 0 to 1638.3.
    public var retriggerMilliseconds: Double
    /// A hit softer than this share of another pad's peak is crosstalk, 0 to 100.
    public var crosstalkPercent: Double

    /// A pad with the board's default settings.
    public init(input: String, plays: String) {
      (self.input, self.plays) = (input, plays)
      (sensitivity, curve, thresholdPercent) = (50, .linear, 2.4)
      (scanMilliseconds, maskMilliseconds) = (2, 8)
      (retriggerMilliseconds, crosstalkPercent) = (10, 30)
    }

    /// Reads a pad; missing values are the board's defaults.
    public init(from decoder: Decoder) throws {
      let from = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        input: try from.decode(String.self, forKey: .input),
        plays: try from.decode(String.self, forKey: .plays))
      sensitivity = try from.decodeIfPresent(Double.self, forKey: .sensitivity) ?? sensitivity
      curve = try from.decodeIfPresent(VelocityCurve.self, forKey: .curve) ?? curve
      thresholdPercent =
        try from.decodeIfPresent(Double.self, forKey: .thresholdPercent) ?? thresholdPercent
      scanMilliseconds =
        try from.decodeIfPresent(Double.self, forKey: .scanMilliseconds) ?? scanMilliseconds
      maskMilliseconds =
        try from.decodeIfPresent(Double.self, forKey: .maskMilliseconds) ?? maskMilliseconds
      retriggerMilliseconds =
        try from.decodeIfPresent(Double.self, forKey: .retriggerMilliseconds)
        ?? retriggerMilliseconds
      crosstalkPercent =
        try from.decodeIfPresent(Double.self, forKey: .crosstalkPercent) ?? crosstalkPercent
    }
  }

  /// The port's stable name or path, or "ble:" and a Bluetooth board's name or address; nil for the
  /// only serial port.
  public var port: String?
  /// The serial service of a Bluetooth board; nil for one of the known services.
  public var bluetooth: SerialService?
  /// Nil for 115 200.
  public var bitsPerSecond: Int?
  /// How much longer than the fastest hit the line may delay a hit, 0 to 100; nil for
  /// ``usualLineMilliseconds``. An Uno's own bridge to USB delivers its bytes every 4.1 ms.
  public var lineMilliseconds: Double?
  /// Six at most.
  public var pads: [Pad]
  /// The hi-hat's pedal, if there is one.
  public var pedal: Pedal?
  /// Foot switches.
  public var switches: [Switch]
  /// Knobs and expression pedals.
  public var knobs: [Knob]
  /// Any number.
  public var lights: [Light]

  /// The longest time from the first sample of a hit to its report: scan time, transmission, and
  /// the delay of the line.
  public var reportingSeconds: Double {
    let scan = pads.map(\.scanMilliseconds).max() ?? 0
    return scan / 1000 + Self.messageBits / Double(bitsPerSecond ?? Self.usualBitsPerSecond)
      + (lineMilliseconds ?? Self.usualLineMilliseconds) / 1000
  }

  /// The default rate of the line.
  static let usualBitsPerSecond = 115_200
  /// A hit's eight bytes, and a report of three bytes that may come before it.
  private static let messageBits = 110.0
  /// A frame of USB, and an answer that may come before.
  static let usualLineMilliseconds = 1.5

  /// A table.
  public init(
    port: String? = nil, bitsPerSecond: Int? = nil, pads: [Pad] = [], pedal: Pedal? = nil,
    switches: [Switch] = [], knobs: [Knob] = [], lights: [Light] = []
  ) {
    (self.port, self.bitsPerSecond) = (port, bitsPerSecond)
    (self.pads, self.pedal, self.lights) = (pads, pedal, lights)
    (self.switches, self.knobs) = (switches, knobs)
  }

  /// Reads a table; missing parts are empty.
  public init(from decoder: Decoder) throws {
    let from = try decoder.container(keyedBy: CodingKeys.self)
    port = try from.decodeIfPresent(String.self, forKey: .port)
    bluetooth = try from.decodeIfPresent(SerialService.self, forKey: .bluetooth)
    bitsPerSecond = try from.decodeIfPresent(Int.self, forKey: .bitsPerSecond)
    lineMilliseconds = try from.decodeIfPresent(Double.self, forKey: .lineMilliseconds)
    pads = try from.decodeIfPresent([Pad].self, forKey: .pads) ?? []
    pedal = try from.decodeIfPresent(Pedal.self, forKey: .pedal)
    switches = try from.decodeIfPresent([Switch].self, forKey: .switches) ?? []
    knobs = try from.decodeIfPresent([Knob].self, forKey: .knobs) ?? []
    lights = try from.decodeIfPresent([Light].self, forKey: .lights) ?? []
  }
}
