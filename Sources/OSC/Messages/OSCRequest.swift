// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import FoundationEssentials
import Instrument

/// What a message asks for.
package enum OSCRequest: Equatable {
  /// Something of the engine, as whoever asks may have it.
  case command(EngineCommand)
  /// The sender is told events until it is silent for so many seconds, on another port of its machine where it says so; nil
  /// for as many as are usual, and for its own port.
  case subscribe(seconds: Float?, port: UInt16?)
  /// The sender, or another port of its machine, is told no more events.
  case unsubscribe(port: UInt16?)

  /// What a message carries at most: texts and numbers.
  private struct Values {
    var texts: [String] = []
    var numbers: [Float] = []
    var text: String { texts.first ?? "" }
    var number: Float? { numbers.first }
  }

  /// What an address means.
  private struct Method {
    /// Type tags and names of what it carries, as documents have it: "s:pad f:velocity"; in brackets what may be missing.
    let takes: String
    let request: @Sendable (Values, CommandHost) throws(OSCFault) -> OSCRequest

    init(
      _ takes: String,
      _ request: @escaping @Sendable (Values, CommandHost) throws(OSCFault) -> OSCRequest
    ) {
      (self.takes, self.request) = (takes, request)
    }

    /// What arguments carry; nil where that is something else.
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

  /// Addresses that Flam understands.
  package static let addresses: [String] = methods.keys.sorted()

  /// The addresses that a message is meant for: its own, or all that fit its pattern; a fault where none does.
  package static func addresses(meantBy address: String) throws(OSCFault) -> [String] {
    guard OSCPattern.isPattern(address) else { return [address] }
    let pattern = try OSCPattern(address)
    let meant = addresses.filter(pattern.matches)
    guard !meant.isEmpty else { throw OSCFault(reason: "it fits none of Flam's addresses") }
    return meant
  }

  private static let methods = otherMethods.merging(
    StripParameter.allCases.map { ("/flam/strip/\($0.name)", strip($0)) }
      + EngineCommand.plain.filter(\.isForGuests).map { command in
        (address(command), Method("") { _, _ in .command(command) })
      },
    uniquingKeysWith: { one, _ in one })

  /// The address of a command that is no more than its name: "/flam/mix/unsolo".
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
    "/flam/bus/gain": Method("s:bus f:gain") { values, _ throws(OSCFault) in
      guard let bus = MixBus(rawValue: values.text) else {
        let buses = MixBus.allCases.map(\.rawValue).joined(separator: ", ")
        throw OSCFault(reason: "there is no bus '\(values.text)'; there are \(buses)")
      }
      return .command(.bus(EngineCommand.Bus(bus, gain: values.number ?? 1)))
    },
    "/flam/tempo": Method("f:beatsPerMinute") { values, _ in
      .command(.tempo(EngineCommand.Tempo(beatsPerMinute: values.number.map(Double.init))))
    },
    "/flam/click": Method("i:click") { values, _ in
      .command(.tempo(EngineCommand.Tempo(isClicking: values.number != 0)))
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
        throw OSCFault(reason: "the text is no command of the engine in JSON")
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
    let takes = "\(parameter.isToggle ? "i" : "f"):\(parameter.name)"
    return Method("s:drum \(parameter.isOfKit ? "[\(takes)]" : takes)") { values, _ in
      let value = values.number.map { parameter.isToggle && $0 != 0 ? 1 : $0 }
      return .command(.strip(StripChange(drum: values.text, parameter, value)))
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

  /// Reads a message; a fault where it is none that Flam understands, or asks for what is not there.
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

  /// A command as the engine gets it; a fault where no message may ask for it.
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
    case .unknown(let kind, let name):
      "there is no \(kind) '\(name)'; 'general' is always there"
    case .place: "a message may not say where; leave the path empty"
    }
  }
}
