// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA

extension MIDIMessage {
  /// The message of a sequencer event; nil if Flam ignores it. A note on without velocity is a note
  /// off.
  init?(_ event: snd_seq_event_t) {
    let (note, control) = (event.data.note, event.data.control)
    let (noteChannel, channel) = (Int(note.channel) + 1, Int(control.channel) + 1)
    switch snd_seq_event_type(rawValue: UInt32(event.type)) {
    case SND_SEQ_EVENT_NOTEON where note.velocity > 0:
      self = .noteOn(
        channel: noteChannel, note: Int(note.note & 127), velocity: Int(min(127, note.velocity)))
    case SND_SEQ_EVENT_NOTEON, SND_SEQ_EVENT_NOTEOFF:
      self = .noteOff(channel: noteChannel, note: Int(note.note & 127))
    case SND_SEQ_EVENT_KEYPRESS:
      self = .keyPressure(
        channel: noteChannel, note: Int(note.note & 127), pressure: Int(min(127, note.velocity)))
    case SND_SEQ_EVENT_CONTROLLER where control.param < 128:
      self = .controlChange(
        channel: channel, controller: Int(control.param),
        value: Int(min(127, max(0, control.value)))
      )
    case SND_SEQ_EVENT_PGMCHANGE:
      self = .programChange(channel: channel, program: Int(min(127, max(0, control.value))))
    case SND_SEQ_EVENT_PITCHBEND:
      self = .pitchBend(channel: channel, value: Int(min(8191, max(-8192, control.value))))
    case SND_SEQ_EVENT_CLOCK: self = .clock
    case SND_SEQ_EVENT_START: self = .start
    case SND_SEQ_EVENT_CONTINUE: self = .resume
    case SND_SEQ_EVENT_STOP: self = .stop
    default: return nil
    }
  }
}

extension snd_seq_event_t {
  /// The sequencer event of a message, still without time and address.
  init(_ message: MIDIMessage) {
    self.init()
    func note(_ channel: Int, _ note: Int, _ velocity: Int) -> snd_seq_ev_note_t {
      snd_seq_ev_note_t(
        channel: UInt8(channel - 1), note: UInt8(note), velocity: UInt8(velocity), off_velocity: 0,
        duration: 0)
    }
    let type: snd_seq_event_type
    switch message {
    case .noteOn(let channel, let number, let velocity):
      type = SND_SEQ_EVENT_NOTEON
      data.note = note(channel, number, velocity)
    case .noteOff(let channel, let number):
      type = SND_SEQ_EVENT_NOTEOFF
      data.note = note(channel, number, 0)
    case .keyPressure(let channel, let number, let pressure):
      type = SND_SEQ_EVENT_KEYPRESS
      data.note = note(channel, number, pressure)
    case .controlChange(let channel, let controller, let value):
      type = SND_SEQ_EVENT_CONTROLLER
      data.control.channel = UInt8(channel - 1)
      data.control.param = UInt32(controller)
      data.control.value = Int32(value)
    case .programChange(let channel, let program):
      type = SND_SEQ_EVENT_PGMCHANGE
      data.control.channel = UInt8(channel - 1)
      data.control.value = Int32(program)
    case .pitchBend(let channel, let value):
      type = SND_SEQ_EVENT_PITCHBEND
      data.control.channel = UInt8(channel - 1)
      data.control.value = Int32(value)
    case .clock: type = SND_SEQ_EVENT_CLOCK
    case .start: type = SND_SEQ_EVENT_START
    case .resume: type = SND_SEQ_EVENT_CONTINUE
    case .stop: type = SND_SEQ_EVENT_STOP
    }
    self.type = snd_seq_event_type_t(type.rawValue)
  }
}
