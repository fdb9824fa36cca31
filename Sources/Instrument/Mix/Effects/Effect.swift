// SPDX-License-Identifier: GPL-3.0-or-later

/// The effects that a slot of a rack can hold: each case is a row of the table, with its
/// parameters; ``EffectUnit`` has its arithmetic.
public enum Effect: String, CaseIterable, Codable, BitwiseCopyable, Sendable {
  case lowpass, highpass, bandpass, peak, lowshelf, highshelf, fir, average
  case ringmod, delay, reverb, convolve, chorus, flanger, tremolo, spectral, pitch, synth
  case distort, crush, compress, gate, transient, width, lv2

  /// A row: its meaning in a few words, and its parameters in the order in which its arithmetic
  /// reads them.
  private var row: (meaning: String, parameters: [EffectParameter]) {
    switch self {
    case .lowpass: ("keeps what is lower than its cutoff", [.cutoff, .q])
    case .highpass: ("keeps what is higher than its cutoff", [.cutoff, .q])
    case .bandpass: ("keeps what is near its cutoff", [.cutoff, .q])
    case .peak: ("raises or lowers what is near a frequency", [.freq, .q, .gain])
    case .lowshelf: ("raises or lowers all below a frequency", [.lowFreq, .shelfQ, .gain])
    case .highshelf: ("raises or lowers all above a frequency", [.highFreq, .shelfQ, .gain])
    case .fir: ("keeps what is lower, all equally late", [.cutoff, .taps])
    case .average: ("softens: each sample is the mean of some", [.points])
    case .ringmod: ("makes two tones of each, like bells", [.carrier, .mix])
    case .delay: ("echoes", [.time, .feedback, .echoMix, .spread, .note])
    case .reverb: ("a room", [.size, .decay, .damping, .roomMix])
    case .convolve: ("gives it the answer of a recorded room or box", [.mix])
    case .chorus: ("sounds like several players", [.rate, .depth, .halfMix])
    case .flanger: ("sweeps through the sound like a jet", [.slowRate, .deep, .halfMix])
    case .tremolo: ("louder and softer in turn", [.tremoloRate, .depth, .mix])
    case .spectral: ("silences soft frequencies, or holds a sound", [.what, .softest])
    case .pitch: ("higher or lower, as fast as before", [.semitones, .mix])
    case .synth:
      (
        "a synth that plays what you hum, in place of you",
        [.wave, .transposed, .cutoff, .synthAttack, .release, .mix]
      )
    case .distort: ("drives it until it clips softly", [.drive, .mix])
    case .crush: ("fewer bits, fewer samples", [.bits, .sampleRate])
    case .compress:
      (
        "makes what is loud less loud",
        [.threshold, .ratio, .attack, .release, .makeup]
      )
    case .gate: ("silences what is soft", [.gateThreshold, .gateAttack, .release])
    case .transient: ("more or less attack and sustain", [.attackGain, .sustainGain])
    case .width: ("narrower or wider in stereo", [.width])
    case .lv2: ("a plug-in of this machine, see 'flam plugins', with its own values", [])
    }
  }

  /// Its place in the table.
  var place: UInt8 { @_noLocks get { unsafeBitCast(self, to: UInt8.self) } }

  /// The players' name for it: typed, in JSON, in OSC.
  public var name: String { rawValue }
  /// Its meaning, in a few words.
  public var meaning: String { row.meaning }
  /// Its parameters; eight at most.
  public var parameters: [EffectParameter] { row.parameters }
  /// The text that it takes beside them; nil for none.
  public var source: EffectSource? {
    switch self {
    case .convolve:
      EffectSource(
        name: "file", kind: .file, isNeeded: true, example: "room.wav",
        meaning: "the answer to a click")
    case .compress:
      EffectSource(
        name: "key", kind: .bus, isNeeded: false, example: "drums",
        meaning: "the bus that it listens to, in place of its own")
    case .lv2:
      EffectSource(
        name: "uri", kind: .name, isNeeded: true, example: "http://moddevices.com/plugins/tap/echo",
        meaning: "the address of the plug-in")
    default: nil
    }
  }
}
