// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument

/// A region of an SFZ file that a struck note can play, as the controllers stand.
struct SFZRegion {
  var region: KitRegion
  /// MIDI notes, 0...127.
  let notes: ClosedRange<Int>
  /// Semitones that the sound is shifted by at note 0, and for each further one.
  let pitch: (offset: Float, perNote: Float)
  /// Semitones from one key to the next, whether or not it names the key at which it was recorded.
  let keyTrack: Float
  /// The key at which it was recorded; nil where it names none.
  let centre: Int?
  /// It sounds until its note ends, or else to its end; nil where it says neither.
  let isHeld: Bool?
  /// What moves its pitch while a note of an instrument lasts; nil for nothing.
  let pitchSweep: CentsSweep?
  /// What of it repeats while a note of an instrument lasts.
  let toneLoop: SFZToneLoop
  /// How long it fades once its note ends, in seconds.
  let releaseSeconds: Float
  /// A new hit in this group ends the region's voices; 0 for none.
  let offBy: Int
  /// The group that a hit on this region belongs to; 0 for none.
  let group: Int
  /// How long a voice takes to end.
  let offSeconds: Float
  /// It then falls as an envelope does, and not as quickly as can be.
  var isOffSteep: Bool { offSeconds > Self.quickOffSeconds }
  /// Hits that may sound at a time on the same note; nil for any number.
  let notePolyphony: Int?
  /// Hits that may sound at a time in its group; nil for any number.
  let polyphony: Int?
  /// What is counted for it: its group, or all below the header that limits it.
  let limitedGroup: Int
  let randomOffsets: RandomOffsets
  /// What the kit calls it, from the whole to the part: "Hi-hat Closed tip V1"; may be empty.
  let label: String

  /// What a part of a region plays; none where its opcodes name no sample, key or velocity.
  ///
  /// - Parameter number: Its place among the regions of the kit, which no other has.
  static func regions(
    _ part: SFZNoteController.Part, line: SourceLine, number: Int
  ) -> [SFZRegion] {
    guard
      var region = SFZRegion(part.opcodes, line: line, number: number, control: part.control)
    else { return [] }
    for turn in part.turns {
      region.region.turn = region.region.turn.part(turn.place, of: turn.count)
    }
    return SFZRandomStarts.spread(region, part.opcodes)
  }

  /// Nil if these opcodes name no sample, key or velocity.
  private init?(_ opcodes: SFZOpcodes, line: SourceLine, number: Int, control: SFZControl) {
    guard let sample = opcodes.text("sample"), !sample.isEmpty,
      let notes = Self.notes(opcodes, control.noteOffset)
    else { return nil }
    self.notes = notes
    let fade = SFZCrossfade(opcodes)
    let struck = Self.noteRange(opcodes, SFZNoteController.velocity)
    let low = max(
      0, opcodes.integer("lovel") ?? 0, fade.velocities.lowerBound, struck.lowest)
    let high = min(
      127, opcodes.integer("hivel") ?? 127, fade.velocities.upperBound, struck.highest)
    guard low <= high else { return nil }
    var region = KitRegion(line: opcodes.line("sample") ?? line)
    let source = SFZGenerator.source(sample, number: number)
    let isSilence = source == nil && sample.hasPrefix("*") || (opcodes.integer("end") ?? 0) < 0
    region.strength = .velocities(low...high)
    region.turn = Self.turn(opcodes)
    region.gain = Self.gain(opcodes, control) * fade.gain(control) * fade.keyGain(control)
    region.pan = Self.place(opcodes.sum("pan", control))
    region.position = Self.place(opcodes.sum("position", control))
    region.width = min(1, max(-1, opcodes.sum("width", control, default: 100) / 100))
    let envelopeDelay = source == nil ? 0 : opcodes.number("ampeg_delay") ?? 0
    region.delaySeconds = min(10, max(0, opcodes.sum("delay", control) + envelopeDelay))
    let response = Self.response(opcodes, control)
    // Sounds are measured as at the hardest stroke: how loud the kit has that belongs to them.
    let top = response.gains[127]
    let isRising = top > 0 && top != 1 && response.gains.allSatisfy { $0 <= top }
    region.gain *= isRising ? top : 1
    region.response =
      isRising
      ? VelocityResponse(gains: response.gains.map { $0 / top }, isDeclared: response.isDeclared)
      : response
    region.crossfade = fade.gains
    let envelope = Self.envelope(opcodes, control)
    let filters = SFZFilters(opcodes, control).all
    let rise = opcodes.moves(of: "tune", by: SFZNoteController.velocity).reduce(0) {
      $0 + $1.value * (control.shape(1, curve: $1.curve) - control.shape(0, curve: $1.curve))
    }
    region.voicing.velocitySemitones = min(
      48, max(-48, (rise + (opcodes.number("pitch_veltrack") ?? 0)) / 100))
    let named = opcodes.text("pitch_keycenter").flatMap(SFZOpcodes.note)
      .flatMap { (0...127).contains($0) ? $0 + control.noteOffset : nil }
    switch source {
    case .noise: (keyTrack, centre) = (0, nil)
    case .wave, nil:
      keyTrack = min(12, max(-12, (opcodes.number("pitch_keytrack") ?? 100) / 100))
      // An oscillator that names no key plays each at its own pitch.
      centre = named ?? (source == nil ? nil : 60)
    }
    pitchSweep = CentsSweep(
      "pitcheg", opcodes,
      velocity: (control.controllers[SFZNoteController.velocity] ?? 127) / 127)
    if let source, !isSilence {
      let tone = SFZGenerator.tone(
        source, centre: centre, pitchSweep: pitchSweep, envelope: envelope, filters: filters,
        opcodes, control)
      region.slice = Self.slice(tone.name, opcodes, control, tone)
    } else {
      if !isSilence { region.slice = Self.slice(sample, opcodes, control) }
      (region.envelope, region.filters) = (envelope, filters)
    }
    self.region = region
    pitch = Self.pitch(opcodes, control, keyTrack: keyTrack, centre: centre)
    // What is counted sounds to its end.
    isHeld =
      (opcodes.integer("count") ?? 0) > 0
      ? false : opcodes.text("loop_mode").map { $0 != "one_shot" }
    toneLoop = SFZToneLoop(opcodes)
    releaseSeconds = min(100, max(0.004, opcodes.sum("ampeg_release", control)))
    offBy = opcodes.integer("off_by") ?? 0
    group = opcodes.integer("group") ?? 0
    offSeconds = Self.offSeconds(opcodes, control)
    notePolyphony = opcodes.integer("note_polyphony").flatMap { $0 > 0 ? $0 : nil }
    polyphony = opcodes.integer("polyphony").flatMap { $0 > 0 ? $0 : nil }
    limitedGroup =
      group != 0 ? group : -1000 - (opcodes.integer(SFZOpcodes.limitingHeader) ?? 0)
    randomOffsets = RandomOffsets(
      gainDecibels: abs(Self.ampRandom(opcodes)) / 2,
      pitchSemitones: abs(Self.pitchRandom(opcodes)) / 2)
    label = ["master_label", "group_label", "region_label"].compactMap(opcodes.text)
      .joined(separator: " ")
  }

  /// Chance raises the level by 0 to so many decibels, as in ARIA: by half of it, and by as much
  /// either way.
  private static func ampRandom(_ opcodes: SFZOpcodes) -> Float {
    min(24, max(-24, opcodes.number("amp_random") ?? 0))
  }

  /// The same of the pitch, in semitones.
  private static func pitchRandom(_ opcodes: SFZOpcodes) -> Float {
    min(12, max(-12, (opcodes.number("pitch_random") ?? 0) / 100))
  }

  /// A sine and a cosine, as "MIDI Default Pan Curve", MMA RP-036, has it.
  private static func place(_ percent: Float) -> Float {
    sin(.pi / 2 * min(1, max(-1, percent / 100)))
  }

  /// At which pitch it sounds on a note.
  func pitchSemitones(note: Int) -> Float {
    min(48, max(-48, pitch.offset + pitch.perNote * Float(note)))
  }

  private static func slice(
    _ sample: String, _ opcodes: SFZOpcodes, _ control: SFZControl, _ tone: GeneratedTone? = nil
  ) -> KitRegion.Slice {
    let offset = opcodes.sum("offset", control)
    return KitRegion.Slice(
      path: tone == nil ? (control.defaultPath + sample).replacingBackslashes : sample,
      tone: tone, firstFrame: Int(min(1e15, max(0, offset))), lastFrame: opcodes.integer("end"),
      loop: loop(opcodes))
  }

  /// A sound that is played backwards or several times; nil for any other.
  private static func loop(_ opcodes: SFZOpcodes) -> SampleLoop? {
    let isBackwards = opcodes.text("direction") == "reverse"
    let count = opcodes.integer("count") ?? 1
    guard isBackwards || count > 1 else { return nil }
    return SampleLoop(
      firstFrame: 0, count: max(0, count - 1), direction: isBackwards ? .backwards : .forwards)
  }

  private static func notes(_ opcodes: SFZOpcodes, _ offset: Int) -> ClosedRange<Int>? {
    let low = opcodes.text("lokey").flatMap(SFZOpcodes.note) ?? 0
    let high = opcodes.text("hikey").flatMap(SFZOpcodes.note) ?? 127
    guard low >= 0, high >= low, high <= 127 else { return nil }
    let struck = noteRange(opcodes, SFZNoteController.key)
    let first = max(0, low + offset, struck.lowest)
    let last = min(127, high + offset, struck.highest)
    return first <= last ? first...last : nil
  }

  /// Where a controller that belongs to the note may stand for the region to sound.
  private static func noteRange(
    _ opcodes: SFZOpcodes, _ controller: Int
  ) -> (lowest: Int, highest: Int) {
    guard opcodes.areOfNotes else { return (0, 127) }
    let low = max(
      opcodes.number("locc\(controller)") ?? 0,
      ((opcodes.number("lohdcc\(controller)") ?? 0) * 127).rounded(.up))
    let high = min(
      opcodes.number("hicc\(controller)") ?? 127,
      ((opcodes.number("hihdcc\(controller)") ?? 1) * 127).rounded(.down))
    return (Int(min(128, max(0, low))), Int(min(127, max(-1, high))))
  }

  /// Pitch follows the key from a centre that the kit names; a drum without one stays as it is.
  private static func pitch(
    _ opcodes: SFZOpcodes, _ control: SFZControl, keyTrack: Float, centre: Int?
  ) -> (offset: Float, perNote: Float) {
    // What velocity adds is added to each note.
    let base = opcodes.areOfNotes ? control.with(SFZNoteController.velocity, at: 0) : control
    let tuned = opcodes.sum("tune", base) / 100 + pitchRandom(opcodes) / 2
    let offset = (opcodes.number("transpose") ?? 0) + tuned
    guard let centre else { return (offset, 0) }
    return (offset - keyTrack * Float(centre), keyTrack)
  }

  private static func turn(_ opcodes: SFZOpcodes) -> KitRegion.Alternation {
    let length = max(1, opcodes.integer("seq_length") ?? 1)
    let random = SFZNoteController.random
    let low =
      opcodes.number("lorand") ?? opcodes.number("lohdcc\(random)")
      ?? opcodes.number("locc\(random)").map { $0 / 128 } ?? 0
    let high =
      opcodes.number("hirand") ?? opcodes.number("hihdcc\(random)")
      ?? opcodes.number("hicc\(random)").map { ($0 + 1) / 128 } ?? 1
    let turn: KitRegion.Alternation =
      length == 1 && low <= 0 && high >= 1
      ? .always
      : .draw(
        length: length, position: opcodes.integer("seq_position") ?? 1, lowRandom: low,
        highRandom: high)
    // Each second note stands at 1 by this controller, the others at 0.
    let others = noteRange(opcodes, SFZNoteController.alternate)
    if others.lowest > 0 { return turn.part(1, of: 2) }
    return others.highest < 127 ? turn.part(0, of: 2) : turn
  }

  private static func gain(_ opcodes: SFZOpcodes, _ control: SFZControl) -> Float {
    let decibels = ["volume", "global_volume", "master_volume", "group_volume"]
      .reduce(ampRandom(opcodes) / 2) { $0 + (opcodes.number($1) ?? 0) }
    let byNote: (Int) -> Bool = { $0 != SFZNoteController.velocity }
    let moved = opcodes.shares(of: "volume", control, where: byNote).reduce(decibels, +)
    let keyCentre = opcodes.text("amp_keycenter").flatMap(SFZOpcodes.note) ?? 60
    let key = control.controllers[SFZNoteController.key] ?? Float(keyCentre)
    let tracked = moved + (opcodes.number("amp_keytrack") ?? 0) * (key - Float(keyCentre))
    let moves = opcodes.shares(of: "amplitude", control, where: byNote)
      .map { min(10, max(0, $0 / 100)) }
    let percents = ["amplitude", "global_amplitude", "master_amplitude", "group_amplitude"]
      .map { min(10, max(0, (opcodes.number($0) ?? 100) / 100)) }
    let sign: Float = opcodes.text("phase") == "invert" ? -1 : 1
    return sign * Units.amplitude(decibels: min(48, max(-144, tracked)))
      * min(1000, (percents + moves).reduce(1, *))
  }

  /// How long a voice takes to end where its kit says nothing of it.
  private static let quickOffSeconds: Float = 0.006

  /// To ARIA, ending fast is a time of 6 ms; so a time counts where nothing else is said.
  private static func offSeconds(_ opcodes: SFZOpcodes, _ control: SFZControl) -> Float {
    switch opcodes.text("off_mode") {
    case "time", nil: min(10, max(0.001, opcodes.number("off_time") ?? quickOffSeconds))
    case "normal": min(10, max(quickOffSeconds, opcodes.sum("ampeg_release", control)))
    default: quickOffSeconds
    }
  }

  private static func envelope(_ opcodes: SFZOpcodes, _ control: SFZControl) -> SoundEnvelope {
    func seconds(_ name: String) -> Float { min(100, max(0, opcodes.sum(name, control))) }
    let sustain = min(1, max(0, opcodes.sum("ampeg_sustain", control, default: 100) / 100))
    return SoundEnvelope(
      attackSeconds: seconds("ampeg_attack"), holdSeconds: seconds("ampeg_hold"),
      decaySeconds: seconds("ampeg_decay"), isExponential: sustain < 1, sustain: sustain)
  }

  /// Velocity squared, or straight lines through the points of `amp_velcurve_N`, as far as
  /// `amp_veltrack` says; times what velocity does as a controller.
  private static func response(
    _ opcodes: SFZOpcodes, _ control: SFZControl
  ) -> VelocityResponse {
    let points = opcodes.velocityPoints
    let track = min(100, max(-100, opcodes.sum("amp_veltrack", control, default: 100))) / 100
    let moves = SFZVelocityGain(opcodes, control)
    if points.isEmpty && track == 1 && moves.isNone { return .squared }
    let curve =
      points.isEmpty
      ? VelocityResponse.squared.gains
      : SFZOpcodes.lines(through: [0: 0, 127: 1].merging(points) { $1 })
    return VelocityResponse(
      gains: curve.enumerated().map { velocity, gain in
        let gain = min(4, max(0, gain))
        let own = track < 0 ? -track * (1 - gain) : 1 - track * (1 - gain)
        return moves.isNone ? own : own * moves.gain(velocity: velocity)
      }, isDeclared: true)
  }
}
