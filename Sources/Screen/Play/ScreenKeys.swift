// SPDX-License-Identifier: GPL-3.0-or-later

/// The action of a key while playing.
enum ScreenAction: CaseIterable {
  case kit, sounds, teach, pads, devices, boardPads, mixer, mute, softer, louder, record, session
  case click, pattern, tempo, undo
  case loop, loopKeys
  case drumKeys, hear, channel, spectrum, lock
  case type, help, quit

  /// The key, in lower case; Enter is a line's end.
  var key: Character {
    switch self {
    case .kit: "k"
    case .sounds: "p"
    case .teach: "l"
    case .pads: "a"
    case .devices: "i"
    case .boardPads: "b"
    case .mixer: "x"
    case .mute: "m"
    case .softer: "+"
    case .louder: "-"
    case .record: "r"
    case .session: "s"
    case .click: "c"
    case .undo: "u"
    case .loop: "o"
    case .loopKeys: "g"
    case .drumKeys: "d"
    case .lock: "z"
    case .type: "\n"
    case .help: "?"
    case .quit: "q"
    case .hear: "v"
    case .channel: "h"
    case .spectrum: "f"
    case .tempo: "t"
    case .pattern: "j"
    }
  }

  /// The text next to the key at the bottom.
  var label: String {
    switch self {
    case .kit: "kit"
    case .sounds: "sounds"
    case .teach: "learn"
    case .pads: "pad"
    case .devices: "in/out"
    case .boardPads: "board"
    case .mixer: "mix"
    case .mute: "mute"
    case .softer: "soft"
    case .louder: "hard"
    case .record: "rec"
    case .session: "session"
    case .click: "click"
    case .undo: "undo"
    case .loop: "loop"
    case .loopKeys: "layers"
    case .drumKeys: "drums"
    case .lock: "lock"
    case .type: "type"
    case .help: "help"
    case .quit: "quit"
    case .hear: "hear"
    case .channel: "channel"
    case .spectrum: "spectrum"
    case .tempo: "tempo"
    case .pattern: "pattern"
    }
  }

  /// Its action, in a sentence for the help.
  var explanation: String {
    switch self {
    case .kit: "pick a kit; it takes over while you play on"
    case .sounds: "choose a player; Tab renames a profile, Delete deletes one"
    case .teach: "teach a new sound, or one again; Tab renames it, Delete deletes it"
    case .pads: "choose the drum that a sound of yours plays"
    case .devices: "pick a microphone, or what to play on; playing begins again on it"
    case .boardPads: "pick a setting of a board's pad, and type another value"
    case .mixer: "gain, place, room and delay of each drum"
    case .mute: "silence all drums, and bring them back"
    case .softer: "answer softer hits, too"
    case .louder: "answer harder hits only"
    case .record: "record what you hear to a new file; again to end"
    case .session: "keep a session that can be played again; again to end"
    case .click: "the metronome; 'tempo 96' sets it"
    case .undo: "take the last change back; again for the one before"
    case .loop: "loop: your first hit starts it; again closes it and adds to it, in turn"
    case .loopKeys: "keys of the loop: undo, mute, half, double, quantise, lock; its layers"
    case .drumKeys: "a row of keys plays the drums: asdfghjkl, with Shift hard; Escape ends"
    case .lock: "only drums, mute and this key react, until it is pressed again"
    case .type: "type any command; Tab completes it, arrows recall those before"
    case .help: "this page"
    case .quit: "end the playing, as Ctrl-C does"
    case .hear: "hear what R recorded last; again to stop"
    case .channel: "hear the channel of the microphone where the sound is"
    case .spectrum: "show the frequencies, phase and balance of what sounds; again to end"
    case .tempo: "count the tempo that you play twice as fast; again half as fast, and as it was"
    case .pattern: "pick a groove that plays along; again to end it"
    }
  }

  /// It cannot spoil a performance.
  var isSafe: Bool { [.mute, .lock].contains(self) }

  /// "K".
  var keyName: String { key == "\n" ? "Enter" : key.uppercased() }
}
