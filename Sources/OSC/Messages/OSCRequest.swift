// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import FoundationEssentials
import Instrument
import Sequencing

/// What a message asks for.
package enum OSCRequest: Equatable {
  /// A command of the engine, as far as the sender may send it.
  case command(EngineCommand)
  /// Puts a preset's effects in place of those on its buses.
  case preset(String)
  /// The sender wants to receive events until it is silent for so many seconds, maybe on another
  /// port of its machine. Nil for the default time, and for its own port.
  case subscribe(seconds: Float?, port: UInt16?)
  /// The sender, or another port of its machine, wants no more events.
  case unsubscribe(port: UInt16?)

  /// The values of a message: texts and numbers.
  struct Values {
    var texts: [String] = []
    var numbers: [Float] = []
    var text: String { texts.first ?? "" }
    var number: Float? { numbers.first }
  }

  /// The meaning of an address.
  struct Method {
    /// The type tags and names of its values, as in the documents: "s:pad f:velocity"; optional
    /// ones in brackets.
    let takes: String
    let request: @Sendable (Values, CommandHost) throws(OSCFault) -> OSCRequest

    init(
      _ takes: String,
      _ request: @escaping @Sendable (Values, CommandHost) throws(OSCFault) -> OSCRequest
    ) {
      (self.takes, self.request) = (takes, request)
    }

    /// The values of the arguments; nil if their number or types do not fit.
    func values(_ arguments: [OSCMessage.Argument]) -> Values? {
      let kinds = takes.split { " []".contains($0) }
      let needed = takes.prefix { $0 != "[" }.split(separator: " ").count
      guard (needed...kinds.count).contains(arguments.count) else { return nil }
      var values = Values()
      for (kind, argument) in zip(kinds, arguments) {
        if kind.hasPrefix("s:") {
          guard let text = argument.text else { return nil }
          values.texts.append(text)
        } else {
          guard let number = argument.number, number.isFinite else { return nil }
          values.numbers.append(number)
        }
      }
      return values
    }
  }

  /// All addresses that Flam understands.
  package static let addresses: [String] = methods.keys.sorted()

  /// The addresses that a message means: its own, or all that match its pattern; a fault if none
  /// does.
  package static func addresses(meantBy address: String) throws(OSCFault) -> [String] {
    guard OSCPattern.isPattern(address) else { return [address] }
    let pattern = try OSCPattern(address)
    let meant = addresses.filter(pattern.matches)
    guard !meant.isEmpty else { throw OSCFault(reason: "it matches none of Flam's addresses") }
    return meant
  }

  /// What ends sounds: these come through a flood.
  private static let silencing = ["/flam/panic", "/flam/note/choke"].map { Array("\($0)\0".utf8) }

  /// Whether a datagram is a single message that ends sounds. Its arguments are not read.
  static func isSilencing(_ bytes: UnsafeRawBufferPointer) -> Bool {
    silencing.contains { bytes.starts(with: $0) }
  }

  private static let methods: [String: Method] = {
    var methods = otherMethods.merging(loops) { $1 }.merging(modulations) { $1 }
    for parameter in StripParameter.allCases {
      methods["/flam/strip/\(parameter.name)"] = strip(parameter)
    }
    for parameter in BusParameter.allCases {
      methods["/flam/bus/\(parameter.name)"] = bus(parameter)
    }
    for parameter in TempoParameter.allCases {
      methods["/flam/\(parameter.name)"] = tempo(parameter)
    }
    for command in EngineCommand.plain where command.isForGuests {
      let method = Method("") { _, _ in .command(command) }
      if methods[address(command)] == nil { methods[address(command)] = method }
    }
    return methods
  }()

  /// The address of a command without parameters: "/flam/mix/unsolo".
  private static func address(_ command: EngineCommand) -> String {
    command == .endRecording
      ? "/flam/record/stop" : "/flam/" + command.name.replacing(".", with: "/")
  }

  private static let otherMethods: [String: Method] = [
    "/flam/note/on": Method("s:pad f:velocity [f:key]") { values, _ in
      .command(
        .noteOn(
          EngineCommand.NoteOn(
            pad: values.text, key: values.numbers.dropFirst().first,
            velocity: values.number ?? 0, source: .osc)))
    },
    "/flam/note/choke": Method("s:pad") { values, _ in
      .command(.choke(EngineCommand.Choke(pad: values.text, source: .osc)))
    },
    "/flam/pattern/load": Method("s:name") { values, host throws(OSCFault) in
      .command(try admitted(.loadPattern(EngineCommand.Pattern(path: values.text)), host))
    },
    "/flam/effect/insert": Method("s:bus s:effect [i:slot]") { values, _ throws(OSCFault) in
      guard let effect = Effect(rawValue: values.texts[1]) else {
        let effects = Effect.allCases.map(\.name).joined(separator: ", ")
        throw OSCFault(reason: "there is no effect '\(values.texts[1])'; there are \(effects)")
      }
      return .command(
        .insertEffect(
          EngineCommand.InsertEffect(
            RackPlace(named: values.text), effect, slot: values.number == nil ? nil : slot(values)))
      )
    },
    "/flam/effect/set": Method("s:bus i:slot s:name f:value") { values, _ throws(OSCFault) in
      .command(
        .setEffect(
          EngineCommand.SetEffect(
            RackPlace(named: values.text), slot: slot(values),
            values: [values.texts[1]: values.numbers[1]])))
    },
    "/flam/effect/bypass": Method("s:bus i:slot i:bypass") { values, _ throws(OSCFault) in
      .command(
        .bypassEffect(
          EngineCommand.BypassEffect(
            RackPlace(named: values.text), slot: slot(values),
            isBypassed: values.numbers[1] != 0)))
    },
    "/flam/effect/remove": Method("s:bus i:slot") { values, _ throws(OSCFault) in
      .command(
        .removeEffect(
          EngineCommand.RemoveEffect(RackPlace(named: values.text), slot: slot(values))))
    },
    "/flam/effect/move": Method("s:bus i:slot i:to") { values, _ in
      .command(
        .moveEffect(
          EngineCommand.MoveEffect(
            RackPlace(named: values.text), slot: slot(values),
            to: Int(exactly: values.numbers[1]) ?? 0)))
    },
    "/flam/preset": Method("s:name") { values, _ in .preset(values.text) },
    "/flam/meter": Method("s:meter") { values, _ throws(OSCFault) in
      guard let meter = Meter(values.text) else {
        throw OSCFault(reason: "'\(values.text)' is no meter; there are 4/4, 6/8 and such")
      }
      return .command(.tempo(EngineCommand.Tempo(meter: meter)))
    },
    "/flam/kit": Method("s:kit") { values, host throws(OSCFault) in
      .command(try admitted(.kit(EngineCommand.Kit(name: values.text)), host))
    },
    "/flam/profile": Method("s:profile") { values, host throws(OSCFault) in
      .command(try admitted(.profile(EngineCommand.Profile(name: values.text)), host))
    },
    "/flam/hearing/sensitivity": Method("f:sensitivity") { values, _ in
      .command(.hearing(EngineCommand.Hearing(sensitivity: values.number)))
    },
    "/flam/trigger/sensitivity": trigger("f:sensitivity") { $0.sensitivity = $1 },
    "/flam/trigger/threshold": trigger("f:percent") { $0.thresholdPercent = $1 },
    "/flam/trigger/curve": Method("s:input s:curve") { values, _ throws(OSCFault) in
      guard let curve = VelocityCurve(rawValue: values.texts[1]) else {
        let curves = VelocityCurve.allCases.map(\.rawValue).joined(separator: ", ")
        throw OSCFault(reason: "there is no curve '\(values.texts[1])'; there are \(curves)")
      }
      return .command(.trigger(EngineCommand.Trigger(input: values.text, curve: curve)))
    },
    "/flam/trigger/mask": trigger("f:milliseconds") { $0.maskMilliseconds = $1 },
    "/flam/trigger/crosstalk": trigger("f:percent") { $0.crosstalkPercent = $1 },
    "/flam/trigger/scan": trigger("f:milliseconds") { $0.scanMilliseconds = $1 },
    "/flam/trigger/retrigger": trigger("f:milliseconds") { $0.retriggerMilliseconds = $1 },
    "/flam/record/start": Method("") { _, host throws(OSCFault) in
      .command(try admitted(.record(EngineCommand.Record(path: "")), host))
    },
    "/flam/command": Method("s:JSON") { values, host throws(OSCFault) in
      let json = Data(values.text.utf8)
      guard let command = try? JSONDecoder().decode(EngineCommand.self, from: json) else {
        throw OSCFault(reason: "the text is not a command of the engine in JSON")
      }
      return .command(try admitted(command, host))
    },
    "/flam/subscribe": Method("[i:seconds i:port]") { values, _ throws(OSCFault) in
      .subscribe(seconds: values.number, port: try port(values.numbers.dropFirst().first))
    },
    "/flam/unsubscribe": Method("[i:port]") { values, _ throws(OSCFault) in
      .unsubscribe(port: try port(values.number))
    },
  ]

  private static func port(_ number: Float?) throws(OSCFault) -> UInt16? {
    guard let number else { return nil }
    guard let port = UInt16(exactly: number), port > 0 else {
      throw OSCFault(reason: "a port is 1 to 65535")
    }
    return port
  }

  private static func strip(_ parameter: StripParameter) -> Method {
    Method(takes(parameter)) { values, _ in
      let value = self.value(values, parameter)
      return .command(.strip(StripChange(drum: values.text, parameter, value)))
    }
  }

  private static func bus(_ parameter: BusParameter) -> Method {
    Method(takes(parameter)) { values, _ throws(OSCFault) in
      .command(.bus(BusChange(try bus(values), parameter, value(values, parameter))))
    }
  }

  /// The slot that the first number names; 0, which is none, for what is no slot at all.
  static func slot(_ values: Values) -> Int { Int(exactly: values.number ?? 0) ?? 0 }

  /// The bus that the first text names.
  private static func bus(_ values: Values) throws(OSCFault) -> MixBus {
    if let bus = MixBus(rawValue: values.text) { return bus }
    let buses = MixBus.allCases.map(\.rawValue).joined(separator: ", ")
    throw OSCFault(reason: "there is no bus '\(values.text)'; there are \(buses)")
  }

  /// What sets a value of a channel takes: "s:drum f:gain".
  private static func takes<Parameter: ChannelParameter>(_ parameter: Parameter) -> String {
    let takes = "\(parameter.isToggle ? "i" : "f"):\(parameter.name)"
    return "s:\(Parameter.channelKey) \(parameter.isOfKit ? "[\(takes)]" : takes)"
  }

  private static func value(_ values: Values, _ parameter: some ChannelParameter) -> Float? {
    values.number.map { parameter.isToggle && $0 != 0 ? 1 : $0 }
  }

  private static func tempo(_ parameter: TempoParameter) -> Method {
    Method(parameter.scale.kind == .toggle ? "i:\(parameter.name)" : "f:beatsPerMinute") {
      values, _ in .command(parameter.command(Double(values.number ?? 0)))
    }
  }

  private static func trigger(
    _ value: String, _ change: @escaping @Sendable (inout EngineCommand.Trigger, Double) -> Void
  ) -> Method {
    Method("s:input \(value)") { values, _ in
      var trigger = EngineCommand.Trigger(input: values.text)
      // As a person would write it: 2.4, not 2.4000000953.
      change(&trigger, values.number.flatMap { Double("\($0)") } ?? 0)
      return .command(.trigger(trigger))
    }
  }

  /// Reads a message; a fault if Flam does not know it, or if it asks for something that does not
  /// exist.
  package init(_ message: OSCMessage, _ host: CommandHost) throws(OSCFault) {
    guard let method = Self.methods[message.address] else {
      throw OSCFault(address: message.address, reason: "Flam knows no such address")
    }
    guard let values = method.values(message.arguments) else {
      let takes = method.takes.isEmpty ? "nothing" : method.takes
      throw OSCFault(address: message.address, reason: "it takes \(takes)")
    }
    do throws(OSCFault) { self = try method.request(values, host) } catch {
      throw OSCFault(address: message.address, reason: error.reason)
    }
  }

  /// The command for the engine; a fault if no message may send it.
  private static func admitted(
    _ command: EngineCommand, _ host: CommandHost
  ) throws(OSCFault) -> EngineCommand {
    do throws(CommandRefusal) {
      return try command.admitted(from: .osc, by: host)
    } catch {
      throw OSCFault(reason: reason(error, command))
    }
  }

  private static func reason(_ refusal: CommandRefusal, _ command: EngineCommand) -> String {
    switch refusal {
    case .forbidden: "no message may do '\(command.name)'; do it where Flam was started"
    case .unknown("kit", let name): "there is no kit '\(name)'; 'flam kits' lists their names"
    case .unknown("pattern", let name):
      "there is no groove '\(name)'; there are \(Grooves.names.joined(separator: ", "))"
    case .unknown(let kind, let name):
      "there is no \(kind) '\(name)'; 'general' is always there"
    case .place: "a message may not choose the folder; leave the path empty"
    }
  }
}
