// SPDX-License-Identifier: GPL-3.0-or-later
import CLilv
import CPluginLine

/// A plug-in that this process can load: its description, and what its ports are for.
struct HostedPlugin {
  private let plugin: OpaquePointer
  private let ports: PluginPorts?
  private let sampleRateHz: Double
  private let features = HostFeatures()
  /// Its description; whether it can be used is part of it.
  private(set) var description: Plugin

  /// Reads its description.
  init(_ plugin: OpaquePointer, _ world: PluginWorld, sampleRateHz: Double) {
    (self.plugin, self.sampleRateHz) = (plugin, sampleRateHz)
    var refusal: String?
    do throws(PluginPorts.Refusal) {
      ports = try PluginPorts(plugin, world, sampleRateHz: sampleRateHz)
    } catch {
      (ports, refusal) = (nil, error.reason)
    }
    let (inputs, outputs) = (ports?.inputs ?? 0, ports?.outputs ?? 0)
    if refusal == nil && (inputs != outputs || !(1...2).contains(inputs)) {
      refusal = "its channels are \(inputs) in and \(outputs) out; Flam serves 1 and 1, or 2 and 2"
    }
    if let missing = HostFeatures.missing(of: plugin, world) {
      refusal = refusal ?? "it demands '\(missing)', which Flam does not offer"
    }
    let name = lilv_plugin_get_name(plugin)
    description = Plugin(
      uri: PluginWorld.text(lilv_plugin_get_uri(plugin)), title: PluginWorld.text(name),
      binaryPath: PluginWorld.path(lilv_plugin_get_library_uri(plugin)),
      inputs: inputs, outputs: outputs, parameters: ports?.parameters ?? [],
      isHardRealtimeCapable: Self.isHardRealtimeCapable(plugin, world), refusal: refusal)
  }

  /// Its maker says so, as a feature or as a property of the plug-in.
  private static func isHardRealtimeCapable(_ plugin: OpaquePointer, _ world: PluginWorld) -> Bool {
    let said = world.node(LV2Name.hardRealtimeCapable)
    if lilv_plugin_has_feature(plugin, said) { return true }
    let properties = lilv_plugin_get_value(plugin, world.node(LV2Name.pluginProperty))
    return properties.map { lilv_nodes_contains($0, said) } ?? false
  }

  /// Loads it for a block of silence, to see that it works and how late it is.
  mutating func tryOut(_ values: [Int: Float] = [:]) {
    guard description.refusal == nil else { return }
    guard let instance = instance() else {
      description.refusal = "it does not start at \(Int(sampleRateHz)) Hz"
      return
    }
    for (place, value) in values { instance.set(place, to: value) }
    let count = 2 * Int(plugin_block_frames)
    let silence = [Float](repeating: 0, count: count)
    var output = silence
    instance.process(silence, into: &output, channel: 0)
    let latency = instance.latencyFrames
    instance.end()
    guard latency >= 0, Double(latency) <= Double(Plugin.mostLatencySeconds) * sampleRateHz else {
      description.refusal = "it says that it delays by \(latency) frames"
      return
    }
    description.latencyFrames = Int(latency.rounded())
  }

  /// Loads it; nil if it does not start.
  func instance() -> PluginInstance? {
    ports.flatMap { PluginInstance(plugin, $0, features, sampleRateHz: sampleRateHz) }
  }
}
