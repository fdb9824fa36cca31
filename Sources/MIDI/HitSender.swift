// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument

/// Sends the drums that Flam plays as MIDI. Each message has the time at which Flam's own drum
/// leaves the device, so that a synthesiser always has the same delay.
///
/// Messages are held until just before their time: a hit that is corrected until then never sounds
/// wrong.
struct HitSender {
  /// When an output frame leaves the device, by the monotonic clock; nil if that is unknown.
  typealias Clock = (_ frame: Int) -> Double?

  /// A note comes this long after Flam's own drum. Within this time the hit has arrived here, even
  /// on a busy machine.
  static let marginSeconds = 0.002
  /// A hit is settled 45 ms after it began, and has arrived here by this time after its drum.
  static let settledSeconds = 0.048
  /// A hand that chokes, and its release.
  private static let chokePressures = [127, 0]

  /// A note that sounds.
  private struct Sounding {
    let note: Int
    let seconds: Double
  }

  /// The player's settings.
  var table: MIDITable
  /// The number of notes so far, and of those that began too late.
  private(set) var sentCount = 0
  /// See ``sentCount``.
  private(set) var lateCount = 0
  private var waiting: [TimedMessage] = []
  private var sounding: [HitIdentity: Sounding] = [:]
  private var pedal: PedalPosition?
  private var beat: BeatSender?
  /// The time of the last message handed over.
  private var handedSeconds = 0.0

  /// A sender with a table.
  init(_ table: MIDITable) { self.table = table }

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - state: The engine's state.
  ///   - now: The time by the monotonic clock, in seconds.
  mutating func take(
    _ event: EngineEvent, _ state: EngineState, atSeconds now: Double, clock: Clock
  ) {
    switch event {
    case .hit(let hit): take(hit, state, now, clock)
    case .note(let note) where note.source != .midi: take(note, state, now, clock)
    case .tempo(let tempo):
      guard table.sendsClock, let rateHz = state.devices?.rateHz else { return }
      let isBeating = beat.map { !$0.isEnding } ?? false
      if isBeating {
        beat?.change(to: tempo, rateHz: rateHz)
        if !tempo.isClicking { queue(.stop, clock(tempo.frame) ?? now, now) }
      } else if tempo.isClicking {
        let start = max(now, clock(tempo.frame) ?? now)
        queue(.start, start, now)
        beat = BeatSender(tempo, rateHz: rateHz, startSeconds: start)
      }
    case .ended: end(now)
    default: break
    }
  }

  private mutating func take(
    _ hit: HitMessage, _ state: EngineState, _ now: Double, _ clock: Clock
  ) {
    switch (hit.turn, table.sending) {
    case (.begun, .first), (.revised, .first), (.settled, .settled):
      guard let frame = hit.startFrame, let sound = hit.sound,
        let (note, position) = note(playing: state.plays(sound) ?? sound, state)
      else {
        if hit.turn == .revised { withdraw(hit.id, now) }
        return
      }
      let seconds = clock(frame)
      sentCount += hit.turn == .revised ? 0 : 1
      if let begun = sounding[hit.id] {
        guard begun.note != note else { return }
        withdraw(hit.id, now)
      }
      let wait = table.sending == .settled ? Self.settledSeconds : Self.marginSeconds
      let due = seconds.map { $0 + wait } ?? now
      if hit.turn != .revised, due < now { lateCount += 1 }
      strike(note, position, hit.id, hit.velocity, due, now)
      if table.sending == .settled { sounding[hit.id] = nil }
    case (.withdrawn, .first): withdraw(hit.id, now)
    case (.settled, .first): sounding[hit.id] = nil
    default: break
    }
  }

  private mutating func take(
    _ note: EngineEvent.Note, _ state: EngineState, _ now: Double, _ clock: Clock
  ) {
    if note.action == .silence {
      let seconds = clock(note.startFrame).map { $0 + Self.marginSeconds } ?? now
      return queue(
        .controlChange(
          channel: table.channelOut, controller: MIDIController.allSoundOff, value: 0),
        seconds, now)
    }
    guard let place = note.place, let kit = state.kit, kit.pads.indices.contains(place),
      let (number, position) = self.note(of: kit.pads[place])
    else { return }
    let seconds = clock(note.startFrame).map { $0 + Self.marginSeconds } ?? now
    switch note.action {
    case .on:
      strike(number, position, note.id, note.velocity, seconds, now)
      sounding[note.id] = nil
    case .choke:
      for pressure in Self.chokePressures {
        queue(
          .keyPressure(channel: table.channelOut, note: number, pressure: pressure), seconds, now)
      }
    case .off, .silence: break
    }
  }

  private mutating func strike(
    _ note: Int, _ position: PedalPosition?, _ id: HitIdentity, _ velocity: Float,
    _ seconds: Double, _ now: Double
  ) {
    if let position, position != pedal {
      pedal = position
      queue(
        .controlChange(
          channel: table.channelOut, controller: MIDIController.foot, value: position.value),
        seconds, now)
    }
    let strength = Int((127 * velocity).rounded())
    queue(
      .noteOn(channel: table.channelOut, note: note, velocity: max(1, min(127, strength))),
      seconds, now)
    queue(
      .noteOff(channel: table.channelOut, note: note),
      max(seconds, now) + Double(table.noteMilliseconds) / 1000, now)
    sounding[id] = Sounding(note: note, seconds: max(seconds, now))
  }

  /// Withdraws a note. It is dropped or ended at once; if it was handed over ahead of its time, it
  /// ends at that time.
  private mutating func withdraw(_ id: HitIdentity, _ now: Double) {
    guard let begun = sounding.removeValue(forKey: id) else { return }
    let channel = table.channelOut
    let end = begun.seconds + Double(table.noteMilliseconds) / 1000
    let wasWaiting = waiting.count
    waiting.removeAll { waiting in
      switch waiting.message {
      case .noteOn(channel, begun.note, _): waiting.seconds == begun.seconds
      case .noteOff(channel, begun.note): waiting.seconds == end
      default: false
      }
    }
    if wasWaiting - waiting.count < 2 {
      queue(.noteOff(channel: channel, note: begun.note), begun.seconds, now)
    }
  }

  private mutating func queue(_ message: MIDIMessage, _ seconds: Double, _ now: Double) {
    let timed = TimedMessage(message, atSeconds: max(seconds, now))
    waiting.insert(
      timed, at: waiting.firstIndex { $0.seconds > timed.seconds } ?? waiting.count)
  }

  /// The messages due before `seconds`, in order.
  mutating func due(beforeSeconds seconds: Double, clock: Clock) -> [TimedMessage] {
    if let ticks = beat?.ticks(beforeSeconds: seconds, clock: clock) {
      for tick in ticks { queue(.clock, tick, tick) }
      if beat?.isOver == true { beat = nil }
    }
    let count = waiting.firstIndex { $0.seconds >= seconds } ?? waiting.count
    let due = Array(waiting.prefix(count))
    waiting.removeFirst(count)
    if let last = due.last { handedSeconds = max(handedSeconds, last.seconds) }
    return due
  }

  /// When the next message is due; nil if none waits.
  func nextSeconds(clock: Clock) -> Double? {
    [waiting.first?.seconds, beat?.nextSeconds(clock: clock)].compactMap(\.self).min()
  }

  /// Ends all notes at once, but none before it began.
  private mutating func end(_ now: Double) {
    let now = max(now, handedSeconds)
    let notes = Set(
      waiting.compactMap { waiting -> MIDIMessage? in
        if case .noteOff = waiting.message { return waiting.message }
        return nil
      })
    waiting = notes.map { TimedMessage($0, atSeconds: now) }
    if beat?.isEnding == false { queue(.stop, now, now) }
    (beat, sounding) = (nil, [:])
  }

  /// The note of the first pad of a rule, and its pedal position; nil if it plays none.
  private func note(playing rule: String, _ state: EngineState) -> (Int, PedalPosition?)? {
    guard let name = try? PadRule(rule).names.first else { return nil }
    if PadRole(name: name) != nil { return note(of: [name], else: nil) }
    guard let kit = state.kit, let place = kit.pads(named: name).first else { return nil }
    return note(of: kit.pads[place])
  }

  private func note(of pad: EngineEvent.Kit.Pad) -> (Int, PedalPosition?)? {
    note(of: pad.names, else: pad.note)
  }

  /// The note of a drum by its names; the first name with a note counts.
  private func note(of names: [String], else own: Int?) -> (Int, PedalPosition?)? {
    let role = names.lazy.compactMap(PadRole.init(name:)).first
    let position: PedalPosition? =
      switch role {
      case .hihatOpen: .open
      case .hihatHalf: .half
      case .hihatClosed, .hihatPedal: .closed
      default: nil
      }
    let usual = role == .hihatHalf ? PadRole.hihatOpen.generalMIDINote : role?.generalMIDINote
    let named = names.lazy.compactMap { table.notesOut[$0] }.first
    guard let note = named ?? usual ?? own, (0...127).contains(note) else { return nil }
    return (note, position)
  }
}
