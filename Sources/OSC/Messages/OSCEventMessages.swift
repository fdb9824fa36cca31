// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Storage

/// Events and state as messages to subscribers.
enum OSCEventMessages {
  /// The level that meters show for silence, and the lowest.
  private static let silenceDecibels: Float = -120
  /// Longer text is cut off.
  private static let longestText = 500
  /// A new subscriber receives the strips of this many pads at most.
  private static let mostStrips = 128

  /// An event as messages; none if subscribers do not receive it.
  static func messages(_ event: EngineEvent) -> [OSCMessage] {
    switch event {
    case .hit(let hitEvent): hit(hitEvent).map { [$0] } ?? []
    case .note(let note):
      [
        message(
          "/flam/note", .text(note.action.rawValue), .text(note.id.description),
          .text(note.pad ?? ""), .float(note.velocity), .text(note.source.rawValue))
      ]
    case .meters(let meters): [levels(meters)]
    case .mix(let mix): self.mix(mix.command)
    case .effect(let change):
      [effect(change.setting, bus: change.bus.name, slot: change.slot)]
    case .modulation(let change):
      change.row.map { [modulation(change.modulation, row: $0)] } ?? []
    case .tempo(let tempo): self.tempo(tempo)
    case .kit(let kit): [named("/flam/kit", kit.name)]
    case .profile(let profile): [named("/flam/profile", profile.name ?? "general")]
    case .hearing(let hearing):
      hearing.sensitivity.map { [message("/flam/hearing/sensitivity", .float($0))] } ?? []
    case .recording(let kept): [message("/flam/record", .text(kept.state.rawValue))]
    case .lesson(let lesson): [self.lesson(lesson)]
    case .looped(let loop): [looped(loop)]
    case .pattern(let pattern):
      [
        message(
          "/flam/pattern", .text(pattern.change.rawValue), .text(pattern.title),
          .int(Int32(clamping: pattern.bar ?? 0)), .int(Int32(clamping: pattern.bars)))
      ]
    case .xrun(let xrun): [message("/flam/xrun", .int(Int32(clamping: xrun.number)))]
    case .kitFailed(let failure): [error("/flam/kit", failure.reason)]
    case .port(let port): triggers(port)
    case .failed(let failed): [error(failed.command, "\(failed.reason); \(failed.advice)")]
    default: []
    }
  }

  /// The state as messages to a new subscriber.
  static func messages(_ state: EngineState) -> [OSCMessage] {
    var messages = state.kit.map { [named("/flam/kit", $0.name)] } ?? []
    messages.append(named("/flam/profile", state.profile?.name ?? "general"))
    if let hearing = state.hearing {
      messages.append(message("/flam/hearing/sensitivity", .float(hearing.sensitivity)))
    }
    messages += state.tempo.map(tempo) ?? []
    messages += state.lesson.map { [lesson($0)] } ?? []
    messages += state.loop.map { [looped($0)] } ?? []
    for bus in MixBus.allCases {
      messages += values(of: BusChange(bus, state.bus(bus)), "bus", bus.rawValue)
    }
    for pad in (state.kit?.pads ?? []).prefix(mostStrips) {
      let values = StripParameter.allCases.map { argument($0.value(in: pad.strip) ?? 0, of: $0) }
      messages.append(OSCMessage("/flam/strip", [.text(shown(pad.name))] + values))
    }
    messages += state.ports.flatMap(triggers)
    for (bus, rack) in state.racks.sorted(by: { $0.key < $1.key }) {
      for (slot, setting) in rack.sorted(by: { $0.key < $1.key }) {
        messages.append(effect(setting, bus: bus, slot: slot))
      }
    }
    for (row, modulation) in state.modulations.sorted(by: { $0.key < $1.key }) {
      messages.append(self.modulation(modulation, row: row))
    }
    return messages
  }

  /// The settings of a board's pads.
  private static func triggers(_ port: EngineEvent.Port) -> [OSCMessage] {
    (port.triggers ?? []).map { pad in
      message(
        "/flam/trigger", .text(pad.input), .text(pad.plays), .float(Float(pad.sensitivity)),
        .float(Float(pad.thresholdPercent)), .text(pad.curve.rawValue),
        .float(Float(pad.maskMilliseconds)), .float(Float(pad.crosstalkPercent)),
        .float(Float(pad.scanMilliseconds)), .float(Float(pad.retriggerMilliseconds)))
    }
  }

  /// What a row of the matrix of hits does; an empty source for nothing.
  private static func modulation(_ modulation: Modulation?, row: Int) -> OSCMessage {
    message(
      "/flam/modulation", .int(Int32(clamping: row)), .text(modulation?.source.rawValue ?? ""),
      .text(modulation?.bus.name ?? ""), .int(Int32(clamping: modulation?.slot ?? 0)),
      .text(modulation?.parameter ?? ""), .float(modulation?.amount ?? 0))
  }

  /// How the loop stands; 0 for what is not known.
  private static func looped(_ loop: EngineEvent.Looped) -> OSCMessage {
    message(
      "/flam/loop", .text(loop.stage.rawValue), .float(Float(loop.grid?.bars ?? 0)),
      .float(Float(loop.grid?.beatsPerMinute ?? 0)), .int(Int32(clamping: loop.layers.count)),
      .int(loop.settings.isMuted ? 1 : 0), .int(loop.isLocked ? 1 : 0))
  }

  /// Sent once a second.
  static func alive(subscribers: Int) -> OSCMessage {
    message("/flam/alive", .int(Int32(clamping: subscribers)))
  }

  /// How many events were lost.
  static func lost(_ count: Int) -> OSCMessage {
    message("/flam/lost", .int(Int32(clamping: count)))
  }

  /// Why a message was not carried out.
  static func error(_ address: String, _ reason: String) -> OSCMessage {
    OSCMessage(errorAddress, .text(printable(address)), .text(shown(reason)))
  }

  /// Messages to this address are never answered.
  static let errorAddress = "/flam/error"

  private static func hit(_ hitEvent: HitMessage) -> OSCMessage? {
    let address = "/flam/hit/\(hitEvent.turn.rawValue)"
    switch hitEvent.turn {
    case .begun, .revised, .settled:
      return message(
        address, .text(hitEvent.id.description), .text(hitEvent.sound ?? ""),
        .float(hitEvent.velocity),
        .float(hitEvent.confidence))
    case .withdrawn: return message(address, .text(hitEvent.id.description))
    case .refused: return nil
    }
  }

  /// A level in dBFS; nil is silence.
  static func level(_ decibels: Float?) -> OSCMessage.Argument {
    .float(max(silenceDecibels, decibels ?? silenceDecibels))
  }

  private static func levels(_ meters: EngineEvent.Meters) -> OSCMessage {
    message(
      "/flam/meters", level(meters.inputPeakDecibels), level(meters.peakDecibels),
      level(meters.rmsDecibels), level(meters.momentaryLUFS),
      .float(meters.gainReductionDecibels ?? 0), .int(Int32(clamping: meters.voices)))
  }

  private static func mix(_ change: EngineCommand) -> [OSCMessage] {
    switch change {
    case .bus(let bus): values(of: bus, "bus", bus.bus.rawValue)
    case .strip(let strip): values(of: strip, "strip", strip.drum)
    default: [message("/flam/strip/unsolo")]
    }
  }

  /// What a slot holds, with its values by their names; an empty name for nothing.
  private static func effect(_ setting: EffectSetting?, bus: String, slot: Int) -> OSCMessage {
    var values = (setting?.effect.parameters ?? []).flatMap {
      [OSCMessage.Argument.text($0.name), .float(setting?[$0.name] ?? $0.usual)]
    }
    if let name = setting?.effect.source?.name, let source = setting?.source {
      values += [.text(name), .text(PathText.name(source))]
    }
    return OSCMessage(
      "/flam/effect",
      [
        .text(bus), .int(Int32(clamping: slot)), .text(setting?.effect.name ?? ""),
        .int(setting?.isBypassed == true ? 1 : 0),
      ] + values)
  }

  /// A message for each value that changes; without a number for the kit's own.
  private static func values(
    of change: some ParameterChange, _ kind: String, _ channel: String
  ) -> [OSCMessage] {
    change.parameters.map { parameter in
      let address = "/flam/\(kind)/\(parameter.name)"
      guard let value = change[parameter] else { return message(address, .text(channel)) }
      return message(address, .text(channel), argument(value, of: parameter))
    }
  }

  private static func argument(
    _ value: Float, of parameter: some ChannelParameter
  ) -> OSCMessage.Argument {
    parameter.isToggle ? .int(value > 0 ? 1 : 0) : .float(value)
  }

  /// A whole step of a lesson. Missing values are empty text, 0 or silence, so that the types never
  /// change.
  private static func lesson(_ lesson: EngineEvent.Lesson) -> OSCMessage {
    message(
      "/flam/lesson", .text(lesson.step.rawValue), .text(lesson.sound), .text(lesson.pad ?? ""),
      .text(lesson.manner ?? ""), .int(Int32(clamping: lesson.count ?? 0)),
      .int(Int32(clamping: lesson.heard ?? 0)), .int(Int32(clamping: lesson.seconds ?? 0)),
      .float(max(silenceDecibels, lesson.decibels ?? silenceDecibels)),
      .text(lesson.verdict ?? ""))
  }

  private static func tempo(_ tempo: EngineEvent.Tempo) -> [OSCMessage] {
    TempoParameter.allCases.map { parameter in
      let value = parameter.value(in: tempo.played)
      return message(
        "/flam/\(parameter.name)",
        parameter.scale.kind == .toggle ? .int(Int32(value)) : .float(Float(value)))
    } + [message("/flam/meter", .text(tempo.meter.description))]
  }

  /// A message with a name. Of a path, only the name.
  private static func named(_ address: String, _ name: String) -> OSCMessage {
    message(address, .text(PathText.name(name)))
  }

  /// A message whose text can neither control a terminal nor reveal a path.
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
