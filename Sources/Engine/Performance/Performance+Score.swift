// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What a score does with a performance: for one that is rendered there is no control that would carry its commands out.
extension Performance {
  /// Carries a command out from a frame of the mix on; an error if it needs what only a running engine has.
  ///
  /// - Parameter id: The identity of the note that it may be.
  package func carryOut(
    _ command: EngineCommand, atFrame frame: Int, id: HitIdentity
  ) throws(EngineError) {
    let operation = "carry out '\(command.name)'"
    switch command {
    case .noteOn(let note):
      _ = try strike(
        note.pad, velocity: note.velocity, key: note.key, id: id, atFrame: frame, operation)
    case .choke(let choke):
      for pad in try pads(choke.pad, operation) {
        send(NoteEvent(.choke(pad), id: id, atFrame: frame))
      }
    case .panic: send(NoteEvent(.silence, id: id, atFrame: frame))
    default:
      guard let body = command.body as? any PerformanceCommand else {
        throw EngineError(
          operation, reason: "it needs more than a score may use", advice: "leave it out")
      }
      if case .strip(let strip) = command { _ = try pads(strip.drum, operation) }
      try body.checkBounds()
      let isOfInput = type(of: body).clock == .input
      take(JournalEntry(body, at: isOfInput ? .input(frame: frame) : .mix(frame: frame)))
    }
  }

  /// Strikes a pad on a frame of the mix; returns its name.
  package func strike(
    _ name: String, velocity: Float, key: Float? = nil, id: HitIdentity, atFrame frame: Int,
    of object: NoteObject = .none, _ operation: String
  ) throws(EngineError) -> String {
    var pad = try pads(name, operation)[0]
    pad.key = key ?? pad.key
    return strike(pad, velocity: velocity, id: id, atFrame: frame, of: object)
  }

  /// The same for a pad that is known.
  @discardableResult package func strike(
    _ pad: NotePad, velocity: Float, id: HitIdentity, atFrame frame: Int, of object: NoteObject
  ) -> String {
    send(NoteEvent(.on(pad, velocity: velocity), id: id, atFrame: frame, of: object))
    return kit.pads[pad.pad].title
  }

  /// Changes how loud the drums of an object are from a frame of the mix on.
  ///
  /// - Parameter isLive: Others change the mix, too: it may be a little later then.
  package func setGain(
    _ gain: Float, ofObject number: Int, atFrame frame: Int, isLive: Bool
  ) {
    let change = ObjectGain(object: number, gain: gain)
    if isLive {
      take(change, atFrame: frame)
    } else {
      take(JournalEntry(change, at: .mix(frame: frame)))
    }
  }

  /// The name of the pad that a sound was taught to play, or of the nearest that the kit has.
  package func pad(ofSound name: String) -> String? {
    guard let role = ears.table.rolesByName[name] else { return nil }
    for role in [role] + role.substitutes {
      if let pad = kit.pads.first(where: { $0.role == role }) { return pad.title }
    }
    return nil
  }

  private func pads(_ name: String, _ operation: String) throws(EngineError) -> [NotePad] {
    let pads = pads(named: name)
    guard !pads.isEmpty else { throw kit.lack(of: name, operation) }
    return pads
  }
}
