// SPDX-License-Identifier: GPL-3.0-or-later
import CPluginLine
import CRealtime
import FoundationEssentials
import Glibc
import Realtime
import Storage

/// The process that has plug-ins in it. The program starts itself so, with ``argument`` first; it
/// is no command for people.
package struct PluginHost {
  /// The first argument of such a process.
  package static let argument = "plugin-host"

  /// A thread that comes before all others may run so long without sleeping; a plug-in that hangs
  /// then would take the machine.
  private static let mostRealtimeMicroseconds: UInt = 400_000
  /// The rate at which plug-ins are tried.
  private static let usualRateHz = 48_000.0

  private let output: Int32

  /// Carries out what the arguments behind ``argument`` say, and ends the process.
  package static func run(_ arguments: [String]) -> Never {
    let host = PluginHost(output: plugin_take_output())
    plugin_end_with_reader(host.output)
    rt_flush_denormals()
    switch arguments.first {
    case "scan" where arguments.count >= 2:
      host.scan(from: Int(arguments[1]) ?? 0, bundle: arguments.dropFirst(2).first)
    case "run" where arguments.count >= 4:
      host.play(
        arguments[1], sampleRateHz: Double(arguments[2]) ?? usualRateHz,
        isLive: arguments[3] == "live", Array(arguments[4...]))
    default: break
    }
    exit(0)
  }

  private func say(_ message: HostMessage) {
    guard let line = try? JSONEncoder().encode(message) else { return }
    try? WholeFile.append(Array(line) + [UInt8(ascii: "\n")], to: output)
  }

  /// Tries the plug-ins from a place of the list on. If it crashes, its last message says where.
  private func scan(from first: Int, bundle: String?) {
    guard let world = PluginWorld(bundle: bundle) else { return }
    for (place, uri) in world.uris.enumerated().dropFirst(first) {
      say(.trying(uri: uri, place: place))
      guard let plugin = world.plugin(uri) else { continue }
      var hosted = HostedPlugin(plugin, world, sampleRateHz: Self.usualRateHz)
      hosted.tryOut()
      say(.tried(hosted.description))
    }
    say(.finished)
  }

  /// Runs a plug-in on the blocks of a line until the other process ends.
  private func play(_ uri: String, sampleRateHz: Double, isLive: Bool, _ symbols: [String]) {
    func refuse(_ reason: String, _ advice: String) {
      say(.refused(reason: reason, advice: advice))
    }
    guard let world = PluginWorld(), let plugin = world.plugin(uri) else {
      return refuse("there is none of this address", "'flam plugins' lists those that there are")
    }
    guard let memory = plugin_memory_open(STDIN_FILENO) else { return }
    var hosted = HostedPlugin(plugin, world, sampleRateHz: sampleRateHz)
    let parameters = hosted.description.parameters
    var places: [Int] = []
    for symbol in symbols {
      guard let place = parameters.firstIndex(where: { $0.symbol == symbol }) else {
        return refuse(
          "it has no '\(symbol)'",
          parameters.isEmpty
            ? "leave it out: it has no values"
            : "it has \(parameters.map(\.symbol).joined(separator: ", "))")
      }
      places.append(place)
    }
    // The values for the first block are there already.
    let first = plugin_slot_values(plugin_memory_first(memory))
    let values = places.enumerated().map { ($1, parameters[$1].held(first[$0])) }
    hosted.tryOut(Dictionary(values) { $1 })
    let instances = (0..<(hosted.description.inputs == 1 ? 2 : 1)).compactMap { _ in
      hosted.description.refusal == nil ? hosted.instance() : nil
    }
    guard !instances.isEmpty else {
      return refuse(hosted.description.refusal ?? "it does not start", "choose another")
    }
    if isLive {
      rt_limit_realtime(Self.mostRealtimeMicroseconds)
      WorkThread.answerPromptly()
    }
    say(.ready(hosted.description))
    var number: UInt32 = 0
    while true {
      let slot = plugin_memory_wait(memory, number)
      let given = plugin_slot_values(slot)
      for (channel, instance) in instances.enumerated() {
        for (place, parameter) in places.enumerated() {
          instance.set(parameter, to: parameters[parameter].held(given[place]))
        }
        instance.process(plugin_slot_input(slot), into: plugin_slot_output(slot), channel: channel)
      }
      plugin_memory_return(memory, number)
      number &+= 1
    }
  }
}
