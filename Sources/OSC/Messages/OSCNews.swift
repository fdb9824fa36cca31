// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Storage

/// What subscribers are told.
enum OSCNews {
  /// What meters show for silence, and at the least.
  private static let silenceDecibels: Float = -120
  /// Text goes no further.
  private static let longestText = 500
  /// Of a larger kit, the first pads' strips are told to a new subscriber.
  private static let mostStrips = 128

  /// What an event is to subscribers; nothing where they are not told of it.
  static func messages(_ event: EngineEvent) -> [OSCMessage] {
    switch event {
    case .hit(let news): hit(news).map { [$0] } ?? []
    case .note(let note):
      [
        message(
          "/flam/note", .text(note.action.rawValue), .text(note.id.description),
          .text(note.pad ?? ""), .float(note.velocity), .text(note.source.rawValue))
      ]
    case .meters(let meters): [levels(meters)]
    case .mix(let mix): self.mix(mix.command)
    case .tempo(let tempo): self.tempo(tempo)
    case .kit(let kit): [named("/flam/kit", kit.name)]
    case .profile(let profile): [named("/flam/profile", profile.name ?? "general")]
    case .hearing(let hearing):
      hearing.sensitivity.map { [message("/flam/hearing/sensitivity", .float($0))] } ?? []
    case .recording(let kept): [message("/flam/record", .text(kept.state.rawValue))]
    case .lesson(let lesson): [self.lesson(lesson)]
    case .xrun(let xrun): [message("/flam/xrun", .int(Int32(clamping: xrun.number)))]
    case .kitFailed(let failure): [error("/flam/kit", failure.reason)]
    case .port(let port): triggers(port)
    case .failed(let failed): [error(failed.command, "\(failed.reason); \(failed.advice)")]
    default: []
    }
  }

  /// What a new subscriber is told of how everything stands.
  static func messages(_ state: EngineState) -> [OSCMessage] {
    let kit = state.kit
    let pads = (kit?.pads ?? []).prefix(mostStrips)
    return (kit.map { [named("/flam/kit", $0.name)] } ?? [])
      + [named("/flam/profile", state.profile?.name ?? "general")]
      + (state.hearing.map { [message("/flam/hearing/sensitivity", .float($0.sensitivity))] } ?? [])
      + (state.tempo.map(tempo) ?? [])
      + (state.lesson.map { [lesson($0)] } ?? [])
      + MixBus.allCases.map { bus($0, gain: state.buses[$0.rawValue] ?? 1) }
      + pads.map { pad in
        message(
          "/flam/strip", .text(pad.name), .float(pad.strip.gain), .float(pad.strip.pan ?? 0),
          .float(pad.strip.send), .int(pad.strip.isMuted ? 1 : 0),
          .int(pad.strip.isSoloed ? 1 : 0))
      } + state.ports.flatMap(triggers)
  }

  /// How a board's pads are set.
  private static func triggers(_ port: EngineEvent.Port) -> [OSCMessage] {
    (port.triggers ?? []).map { pad in
      message(
        "/flam/trigger", .text(pad.input), .text(pad.plays), .float(Float(pad.sensitivity)),
        .float(Float(pad.thresholdPercent)), .text(pad.curve.rawValue),
        .float(Float(pad.maskMilliseconds)), .float(Float(pad.crosstalkPercent)),
        .float(Float(pad.scanMilliseconds)), .float(Float(pad.retriggerMilliseconds)))
    }
  }

  /// Once a second.
  static func alive(subscribers: Int) -> OSCMessage {
    message("/flam/alive", .int(Int32(clamping: subscribers)))
  }

  /// So many events were not told.
  static func lost(_ count: Int) -> OSCMessage {
    message("/flam/lost", .int(Int32(clamping: count)))
  }

  /// Why something is not done.
  static func error(_ address: String, _ reason: String) -> OSCMessage {
    OSCMessage(errorAddress, .text(printable(address)), .text(shown(reason)))
  }

  /// Of what is never answered.
  static let errorAddress = "/flam/error"

  private static func hit(_ news: HitNews) -> OSCMessage? {
    let address = "/flam/hit/\(news.turn.rawValue)"
    switch news.turn {
    case .begun, .revised, .settled:
      return message(
        address, .text(news.id.description), .text(news.sound ?? ""), .float(news.velocity),
        .float(news.confidence))
    case .withdrawn: return message(address, .text(news.id.description))
    case .refused: return nil
    }
  }

  private static func levels(_ meters: EngineEvent.Meters) -> OSCMessage {
    func level(_ decibels: Float?) -> OSCMessage.Argument {
      .float(max(silenceDecibels, decibels ?? silenceDecibels))
    }
    return message(
      "/flam/meters", level(meters.inputPeakDecibels), level(meters.peakDecibels),
      level(meters.rmsDecibels), level(meters.momentaryLUFS),
      .float(meters.gainReductionDecibels ?? 0), .int(Int32(clamping: meters.voices)))
  }

  private static func mix(_ change: EngineCommand) -> [OSCMessage] {
    if case .bus(let bus) = change { return [self.bus(bus.bus, gain: bus.gain)] }
    guard case .strip(let strip) = change else { return [message("/flam/strip/unsolo")] }
    return strip.parameters.map { parameter in
      let address = "/flam/strip/\(parameter.name)"
      guard let value = strip[parameter] else { return message(address, .text(strip.drum)) }
      return message(
        address, .text(strip.drum), parameter.isToggle ? .int(value > 0 ? 1 : 0) : .float(value))
    }
  }

  /// All of a step, with empty text, 0 and silence for what it lacks, so that its types never change.
  private static func lesson(_ lesson: EngineEvent.Lesson) -> OSCMessage {
    message(
      "/flam/lesson", .text(lesson.step.rawValue), .text(lesson.sound), .text(lesson.pad ?? ""),
      .text(lesson.manner ?? ""), .int(Int32(clamping: lesson.count ?? 0)),
      .int(Int32(clamping: lesson.heard ?? 0)), .int(Int32(clamping: lesson.seconds ?? 0)),
      .float(max(silenceDecibels, lesson.decibels ?? silenceDecibels)),
      .text(lesson.verdict ?? ""))
  }

  private static func bus(_ bus: MixBus, gain: Float) -> OSCMessage {
    message("/flam/bus/gain", .text(bus.rawValue), .float(gain))
  }

  private static func tempo(_ tempo: EngineEvent.Tempo) -> [OSCMessage] {
    [
      message("/flam/tempo", .float(Float(tempo.beatsPerMinute))),
      message("/flam/click", .int(tempo.isClicking ? 1 : 0)),
    ]
  }

  /// Of what may be called by its path, the name.
  private static func named(_ address: String, _ name: String) -> OSCMessage {
    message(address, .text(PathText.name(name)))
  }

  /// A message whose text controls no terminal, and names no place on the disk.
  private static func message(
    _ address: String, _ arguments: OSCMessage.Argument...
  ) -> OSCMessage {
    OSCMessage(
      address, arguments.map { if case .text(let text) = $0 { .text(shown(text)) } else { $0 } })
  }

  private static func shown(_ text: String) -> String { PathText.stripped(printable(text)) }

  private static func printable(_ text: String) -> String {
    var printable = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(longestText) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: printable.append("\u{FFFD}")
      default: printable.append(scalar)
      }
    }
    return String(printable)
  }
}
