// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Storage

/// Commands while it plays.
extension EngineControl {
  /// How long a note or a change may wait for its frame.
  private static let longestLeadSeconds = 10
  /// The engine numbers its own notes from here on.
  private static let firstOwnNumber = 1 << 33

  /// Carries a command out, or says why that is not possible.
  ///
  /// - Parameters:
  ///   - frame: The output frame on which a command that is sent ahead takes place; nil for the
  ///     next possible one.
  ///   - prepared: The same with everything it needs.
  mutating func perform(
    _ command: EngineCommand, atFrame frame: Int? = nil, _ prepared: any PreparedCommand
  ) throws(EngineError) {
    try check(command)
    try prepared.perform(on: &self, atFrame: frame)
  }

  /// Reports errors of a command that can be known before it is carried out.
  func check(_ command: EngineCommand) throws(EngineError) {
    if case .ended = phase {
      throw EngineError(
        "carry out '\(command.name)'", reason: "playing has ended", advice: "start again")
    }
    let body = command.body
    try body.check(self)
    if let command = body as? any PerformanceCommand { try command.checkBounds() }
  }

  /// Counts a command that may be sent so often a minute; an error if it was sent too often.
  mutating func count(
    _ body: some CommandBody, from caller: CommandCaller
  ) throws(EngineError) {
    let name = type(of: body).name
    guard let most = type(of: body).mostAMinute else { return }
    try allowances[name, default: SharedAllowance(mostAMinute: most)].take(
      "carry out '\(name)'", from: caller)
  }

  /// The sender of a note may have chosen this identity.
  static func isForeign(_ id: HitIdentity) -> Bool { (1..<firstOwnNumber).contains(id.number) }

  /// The next identity that the engine gives to a note.
  mutating func nextIdentity(_ source: HitSource) -> HitIdentity {
    noteCounts[source, default: 0] += 1
    return HitIdentity(Self.firstOwnNumber + noteCounts[source, default: 1], from: source)
  }

  /// The pads that a name matches; at least one.
  func pads(_ name: String, _ operation: String) throws(EngineError) -> [NotePad] {
    let pads = live.performance.pads(named: name)
    guard !pads.isEmpty else {
      let kit = live.performance.kit
      guard kit.isWhole else {
        throw EngineError(
          operation,
          reason: "the kit '\(kit.name)' is still being loaded, and no '\(name)' is there yet",
          advice: "ask again in a moment")
      }
      throw kit.lack(of: name, operation)
    }
    return pads
  }

  /// Sends a note on an output frame; nil for at once.
  mutating func send(
    _ action: NoteEvent.Action, id: HitIdentity, frame: Int?, from caller: CommandCaller,
    _ operation: String
  ) throws(EngineError) {
    if let frame { try check(frame: frame, operation) }
    // What ends sounds always comes through.
    if case .on = action {
      let now = live.performance.snapshot.frame
      guard noteDensity.takes(atFrame: frame ?? now, now: now, from: caller) else {
        throw EngineError(
          operation, reason: "too many notes come at once", advice: "send fewer at a time")
      }
    }
    let mixFrame = Self.mixFrame(frame) ?? 0
    guard live.performance.send(NoteEvent(action, id: id, atFrame: mixFrame)) else {
      throw EngineError(
        operation, reason: "too many notes are on their way", advice: "send fewer at a time")
    }
  }

  /// An output frame that a command may name.
  func check(frame: Int, _ operation: String) throws(EngineError) {
    let latest =
      live.performance.snapshot.frame + Self.longestLeadSeconds * live.performance.sampleRateHz
    guard (0...latest).contains(frame) else {
      throw EngineError(
        operation, reason: "frame \(frame) is no frame of the next ten seconds",
        advice: "send it later")
    }
  }

  /// The mix frame that leaves the instrument at an output frame.
  static func mixFrame(_ frame: Int?) -> Int? { frame.map { $0 - Instrument.outputLatencyFrames } }

  /// Makes a command take effect on an output frame, nil for the next possible one; an error if too
  /// many are on their way.
  func take(
    _ command: some PerformanceCommand, atFrame frame: Int?,
    _ resources: EffectResources = EffectResources()
  ) throws(EngineError) {
    _ = try takes(command, atFrame: frame, resources)
  }

  /// The same; false if it has no effect.
  func takes(
    _ command: some PerformanceCommand, atFrame frame: Int?, _ resources: EffectResources
  ) throws(EngineError) -> Bool {
    let performance = live.performance
    let lost = performance.lostChanges
    let hasEffect = performance.take(command, atFrame: Self.mixFrame(frame), resources)
    guard performance.lostChanges == lost else {
      throw EngineError(
        command.operation, reason: "too many changes are on their way, and it is lost",
        advice: "ask for it again")
    }
    return hasEffect
  }
}
