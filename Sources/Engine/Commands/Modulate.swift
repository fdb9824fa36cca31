// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Fills a row of the matrix of hits, or empties it. As JSON the `row`, and the values of its
  /// ``Modulation``.
  public struct Modulate: Sendable, Equatable {
    /// The row, 1...8; nil for that of the same source and value, else for the first empty one.
    public var row: Int?
    /// What the row does; nil for nothing.
    public var modulation: Modulation?

    /// A row that does something, or nothing.
    public init(row: Int? = nil, _ modulation: Modulation?) {
      (self.row, self.modulation) = (row, modulation)
    }
  }
}

extension EngineCommand.Modulate: ControlCommand, PreparedCommand, PerformanceCommand {
  static let name = "modulate"
  static let timing = EngineCommand.Timing.ahead
  static let isForGuests = true
  var command: EngineCommand { .modulate(self) }
  var changeText: String { "what follows the hits" }

  var operation: String {
    guard let modulation else { return "empty row \(row ?? 0) of the matrix" }
    return
      "have the \(modulation.parameter) in slot \(modulation.slot) of \(modulation.bus.name) follow "
      + "the \(modulation.source.rawValue)"
  }

  func checkBounds() throws(EngineError) {
    let rows = Modulation.rows
    let advice = "give one of \(rows.lowerBound)...\(rows.upperBound)"
    if let row, !rows.contains(row) {
      throw EngineError(operation, reason: "the matrix has no row \(row)", advice: advice)
    }
    if row == nil && modulation == nil {
      throw EngineError(operation, reason: "no row is named", advice: advice)
    }
    if let modulation, !modulation.isPossible { try check(modulation, on: nil) }
  }

  /// It chooses its row here, so that the journal names the row.
  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    let performance = control.live.performance
    var placed = self
    if var meant = modulation {
      meant.bus = try control.place(meantBy: meant.bus, operation)
      // A row that is named may wait for its effect: undo brings the two back one after the other.
      if row == nil { try check(meant, on: performance.rack(of: meant.bus)[meant.slot]) }
      placed.modulation = meant
    }
    guard let row = placed.chosenRow(performance.mix.modulations) else {
      throw EngineError(
        operation, reason: "all \(Modulation.rows.count) rows of the matrix are taken",
        advice: "empty one that you no longer need: mod 1 remove")
    }
    placed.row = row
    if modulation == nil, performance.mix.modulations[row] == nil {
      throw EngineError(operation, reason: "it is empty", advice: "'mod' lists those that are not")
    }
    try control.take(placed, atFrame: frame)
  }

  /// An error if a row has no effect on what its slot holds.
  private func check(
    _ modulation: Modulation, on setting: EffectSetting?
  ) throws(EngineError) {
    guard let fault = modulation.fault(on: setting) else { return }
    throw EngineError(operation, reason: fault.reason, advice: fault.advice)
  }

  /// The row that it means; nil where all are taken.
  private func chosenRow(_ taken: [Int: Modulation]) -> Int? {
    if let row { return row }
    guard let modulation else { return nil }
    return Modulation.rows.first { taken[$0]?.isAlike(modulation) == true }
      ?? Modulation.rows.first { taken[$0] == nil }
  }

  func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool {
    guard let row, Modulation.rows.contains(row) else { return false }
    var next = performance.mix
    next.set(modulation, row: row)
    performance.sendRoutes(of: next, atFrame: frame)
    performance.mix = next
    return true
  }

  func event(atFrame frame: Int, of performance: Performance) -> EngineEvent? {
    .modulation(CommandEffect(self, frame: frame + Instrument.outputLatencyFrames))
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    var named = self
    if let meant = modulation?.bus { named.modulation?.bus = state.place(meant) ?? meant }
    return named.chosenRow(state.modulations).map {
      [.modulate(Self(row: $0, state.modulations[$0]))]
    } ?? []
  }
}

extension Performance {
  /// Sends the rows of the matrix that lead elsewhere in a mix that comes.
  func sendRoutes(of next: MixSettings, atFrame frame: Int) {
    send(
      Modulation.rows.map { (row: $0, route: next.route(ofRow: $0)) }.filter {
        $0.route != mix.route(ofRow: $0.row)
      }.map { .modulation($0.route, row: $0.row) }, atFrame: frame)
  }
}

extension EngineCommand.Modulate: Codable {
  private enum Key: String, CodingKey { case row, source, bus, slot, parameter, amount }

  /// Reads a row; one without a source is emptied.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    row = try container.decodeIfPresent(Int.self, forKey: .row)
    let isFilled = container.allKeys.contains { $0 != .row }
    modulation = isFilled ? try Modulation(from: decoder) : nil
  }

  /// Writes the row and its values into one object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(row, forKey: .row)
    try modulation?.encode(to: encoder)
  }
}
