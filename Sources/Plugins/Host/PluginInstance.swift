// SPDX-License-Identifier: GPL-3.0-or-later
import CLilv
import CPluginLine

/// A plug-in at work in this process, with memory for each of its ports.
struct PluginInstance {
  private static let frameCount = Int(plugin_block_frames)
  /// Room for the events that a plug-in sends, which nobody reads.
  private static let eventBytes = 65_536

  private let instance: UnsafeMutablePointer<LilvInstance>
  private let features: HostFeatures
  private var inputs: [UnsafeMutablePointer<Float>] = []
  private var outputs: [UnsafeMutablePointer<Float>] = []
  private var events: [(memory: UnsafeMutablePointer<LV2_Atom_Sequence>, isInput: Bool)] = []
  /// A number for each parameter, and for each port that gives one.
  private let values: UnsafeMutablePointer<Float>
  private let reports: UnsafeMutablePointer<Float>
  private let latencyPort: Int?

  /// Loads it with its usual values; nil if it does not want to start.
  init?(
    _ plugin: OpaquePointer, _ ports: PluginPorts, _ features: HostFeatures, sampleRateHz: Double
  ) {
    guard
      let instance = lilv_plugin_instantiate(
        plugin, sampleRateHz, features.features(sampleRateHz: sampleRateHz))
    else { return nil }
    (self.instance, self.features, latencyPort) = (instance, features, ports.latencyPort)
    values = .allocate(capacity: ports.parameters.count + 1)
    values.initialize(repeating: 0, count: ports.parameters.count + 1)
    for (place, parameter) in ports.parameters.enumerated() { values[place] = parameter.usual }
    reports = .allocate(capacity: ports.uses.count + 1)
    reports.initialize(repeating: 0, count: ports.uses.count + 1)
    for (index, use) in ports.uses.enumerated() {
      lilv_instance_connect_port(instance, UInt32(index), memory(for: use, index))
    }
    prepareEvents()
    lilv_instance_activate(instance)
  }

  private mutating func memory(for use: PluginPorts.Use, _ index: Int) -> UnsafeMutableRawPointer? {
    func sound() -> UnsafeMutablePointer<Float> {
      let memory = UnsafeMutablePointer<Float>.allocate(capacity: Self.frameCount)
      memory.initialize(repeating: 0, count: Self.frameCount)
      return memory
    }
    switch use {
    case .audioInput: inputs.append(sound())
    case .audioOutput: outputs.append(sound())
    case .parameter(let place): return UnsafeMutableRawPointer(values + place)
    case .report: return UnsafeMutableRawPointer(reports + index)
    case .nothing: return nil
    case .eventInput, .eventOutput:
      let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.eventBytes, alignment: 8)
      let isInput = if case .eventInput = use { true } else { false }
      events.append((memory.bindMemory(to: LV2_Atom_Sequence.self, capacity: 1), isInput))
      return memory
    }
    if case .audioInput = use { return inputs.last.map { UnsafeMutableRawPointer($0) } }
    return outputs.last.map { UnsafeMutableRawPointer($0) }
  }

  /// No events come, and there is room for those that it sends.
  private func prepareEvents() {
    for (memory, isInput) in events {
      let bytes =
        isInput
        ? MemoryLayout<LV2_Atom_Sequence_Body>.size
        : Self.eventBytes - MemoryLayout<LV2_Atom>.size
      memory.pointee.atom.size = UInt32(bytes)
      memory.pointee.atom.type = features.number(isInput ? LV2Name.sequence : LV2Name.chunk)
      memory.pointee.body = LV2_Atom_Sequence_Body(unit: 0, pad: 0)
    }
  }

  /// Sets a parameter from the next block on.
  func set(_ parameter: Int, to value: Float) { values[parameter] = value }

  /// Processes a block of interleaved stereo. A plug-in of one channel takes `channel` of it and
  /// gives that one.
  func process(
    _ input: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, channel: Int
  ) {
    for (place, sound) in inputs.enumerated() {
      let channel = inputs.count == 1 ? channel : place
      for frame in 0..<Self.frameCount { sound[frame] = input[2 * frame + channel] }
    }
    prepareEvents()
    lilv_instance_run(instance, UInt32(Self.frameCount))
    for (place, sound) in outputs.enumerated() {
      let channel = outputs.count == 1 ? channel : place
      for frame in 0..<Self.frameCount { output[2 * frame + channel] = sound[frame] }
    }
  }

  /// By how many frames it says that it delays its sound, after a block.
  var latencyFrames: Float { latencyPort.map { reports[$0] } ?? 0 }

  /// Ends it.
  func end() {
    lilv_instance_deactivate(instance)
    lilv_instance_free(instance)
  }
}
