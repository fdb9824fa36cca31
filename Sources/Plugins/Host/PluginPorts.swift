// SPDX-License-Identifier: GPL-3.0-or-later
import CLilv
import CPluginLine

/// What each port of a plug-in is for, as its description says.
struct PluginPorts {
  /// The use of a port.
  enum Use {
    case audioInput, audioOutput
    /// A value, with its place among the plug-in's parameters.
    case parameter(Int)
    /// A number that the plug-in gives.
    case report
    /// Events; there are none.
    case eventInput, eventOutput
    /// Nothing is connected.
    case nothing
  }

  /// What the description says that Flam cannot do.
  struct Refusal: Error {
    let reason: String
  }

  private(set) var uses: [Use] = []
  private(set) var parameters: [Plugin.Parameter] = []
  /// The port that gives the latency.
  let latencyPort: Int?

  /// Reads the ports.
  ///
  /// - Parameter sampleRateHz: What ranges in parts of the rate are multiplied by.
  init(_ plugin: OpaquePointer, _ world: PluginWorld, sampleRateHz: Double) throws(Refusal) {
    latencyPort =
      lilv_plugin_has_latency(plugin) ? Int(lilv_plugin_get_latency_port_index(plugin)) : nil
    let count = Int(lilv_plugin_get_num_ports(plugin))
    var (leasts, mosts, usuals) = (
      [Float](repeating: .nan, count: count), [Float](repeating: .nan, count: count),
      [Float](repeating: .nan, count: count)
    )
    var (spareInputs, spareOutputs): ([Int], [Int]) = ([], [])
    lilv_plugin_get_port_ranges_float(plugin, &leasts, &mosts, &usuals)
    for index in 0..<count {
      guard let port = lilv_plugin_get_port_by_index(plugin, UInt32(index)) else {
        throw Refusal(reason: "it says nothing of its port \(index)")
      }
      func isA(_ kind: String) -> Bool { lilv_port_is_a(plugin, port, world.node(kind)) }
      func has(_ property: String) -> Bool {
        lilv_port_has_property(plugin, port, world.node(property))
      }
      let symbol = PluginWorld.text(lilv_port_get_symbol(plugin, port))
      guard isA(LV2Name.inputPort) != isA(LV2Name.outputPort) else {
        throw Refusal(reason: "its port '\(symbol)' is neither an input nor an output")
      }
      let isInput = isA(LV2Name.inputPort)
      if isA(LV2Name.controlPort) {
        guard isInput else {
          uses.append(.report)
          continue
        }
        let scale = has(LV2Name.sampleRate) ? Float(sampleRateHz) : 1
        uses.append(.parameter(parameters.count))
        parameters.append(
          Plugin.Parameter(
            symbol, title: Self.title(plugin, port), least: leasts[index] * scale,
            most: mosts[index] * scale, usual: usuals[index] * scale))
      } else if has(LV2Name.connectionOptional) {
        if isA(LV2Name.audioPort) {
          if isInput { spareInputs.append(index) } else { spareOutputs.append(index) }
        }
        uses.append(.nothing)
      } else if isA(LV2Name.audioPort) {
        uses.append(isInput ? .audioInput : .audioOutput)
      } else if isA(LV2Name.atomPort) {
        uses.append(isInput ? .eventInput : .eventOutput)
      } else {
        throw Refusal(reason: "its port '\(symbol)' is of a kind that Flam does not serve")
      }
    }
    connectSides(spareInputs, spareOutputs)
  }

  /// Connects the sides of a stereo plug-in that may be left out, as some describe the right one.
  private mutating func connectSides(_ spareInputs: [Int], _ spareOutputs: [Int]) {
    guard inputs + spareInputs.count >= 2, outputs + spareOutputs.count >= 2 else { return }
    for index in spareInputs.prefix(max(0, 2 - inputs)) { uses[index] = .audioInput }
    for index in spareOutputs.prefix(max(0, 2 - outputs)) { uses[index] = .audioOutput }
  }

  private static func title(_ plugin: OpaquePointer, _ port: OpaquePointer) -> String {
    let name = lilv_port_get_name(plugin, port)
    defer { lilv_node_free(name) }
    return PluginWorld.text(name)
  }

  /// Channels that go in.
  var inputs: Int { uses.count { if case .audioInput = $0 { true } else { false } } }
  /// Channels that come out.
  var outputs: Int { uses.count { if case .audioOutput = $0 { true } else { false } } }
}

extension Plugin.Parameter {
  /// A range from a description, in which any of the numbers may be missing or wrong.
  init(_ symbol: String, title: String, least: Float, most: Float, usual: Float) {
    let given = usual.isFinite ? usual : least.isFinite ? least : 0
    let (low, high) = (
      least.isFinite ? least : Swift.min(0, given), most.isFinite ? most : Swift.max(1, given)
    )
    (self.symbol, self.title) = (symbol, title)
    (self.least, self.most) = low <= high ? (low, high) : (high, low)
    self.usual = Swift.min(Swift.max(given, self.least), self.most)
  }

  /// A value held in the range; the usual one for what is no number.
  func held(_ value: Float) -> Float {
    value.isNaN ? usual : Swift.min(Swift.max(value, least), most)
  }
}
