// SPDX-License-Identifier: GPL-3.0-or-later
import CPluginLine
import Glibc
import Instrument
import Storage

/// A plug-in that was started in a process of its own, and waits for sound.
package struct StartedPlugin: Sendable {
  /// The process, for one effect.
  package let material: PluginMaterial
  /// What it is.
  package let plugin: Plugin
}

/// Starts plug-ins in processes of their own.
package struct PluginStart: Sendable {
  /// This program, wherever it lies.
  package static let ownProgram = "/proc/self/exe"
  /// A plug-in that is started, or a block of a file, is waited for so long.
  package static let patienceSeconds = 10.0

  private let program: String
  private let patienceSeconds: Double

  /// - Parameters:
  ///   - program: Flam's program.
  ///   - patienceSeconds: How long a plug-in may take to answer.
  package init(
    program: String = ownProgram, patienceSeconds: Double = patienceSeconds
  ) {
    (self.program, self.patienceSeconds) = (program, patienceSeconds)
  }

  /// Starts one.
  ///
  /// - Parameters:
  ///   - values: Its symbols and what they are set to, ``plugin_value_count`` at most.
  package func start(
    _ uri: String, _ values: [(symbol: String, value: Float)], sampleRateHz: Int, _ pace: PluginPace
  ) throws(PluginError) -> StartedPlugin {
    if case .live(let frames) = pace, frames > PluginPace.mostPeriodFrames {
      throw .hasNoTime(uri, periodFrames: frames)
    }
    var descriptor: Int32 = -1
    guard let memory = plugin_memory_make(&descriptor) else { throw .system(uri, .last) }
    defer { close(descriptor) }
    let first = plugin_slot_values(plugin_memory_first(memory))
    for (place, (_, value)) in values.prefix(Int(plugin_value_count)).enumerated() {
      first[place] = value
    }
    do throws(PluginError) {
      let process: HostProcess
      do throws(SystemError) {
        process = try HostProcess(
          program,
          ["run", uri, "\(sampleRateHz)", pace == .waited ? "file" : "live"] + values.map(\.symbol),
          input: descriptor)
      } catch { throw .system(uri, error) }
      let plugin = try answer(of: process, uri)
      let latencyFrames = plugin.latencyFrames ?? 0
      // What a process says is not believed: so much is allocated.
      guard (0...Plugin.mostLatencySeconds * sampleRateHz).contains(latencyFrames) else {
        throw PluginError(
          .unusable, uri, "it says that it delays by \(latencyFrames) frames",
          advice: "choose another")
      }
      let line = process.line(memory, patienceSeconds: pace == .waited ? patienceSeconds : 0)
      return StartedPlugin(
        material: PluginMaterial(
          line, latencyFrames: latencyFrames, isPrompt: plugin.isHardRealtimeCapable),
        plugin: plugin)
    } catch {
      plugin_memory_free(memory)
      throw error
    }
  }

  private func answer(of process: HostProcess, _ uri: String) throws(PluginError) -> Plugin {
    switch process.answer(seconds: patienceSeconds) {
    case .message(.ready(let plugin)): return plugin
    case .message(.refused(let reason, let advice)):
      throw PluginError(.unusable, uri, reason, advice: advice)
    case .ended(let how): throw .ended(uri, "\(how) while it was loaded")
    case .message, .silent: throw .ended(uri, "it did not start within \(Int(patienceSeconds)) s")
    }
  }
}

extension PluginError {
  /// The system has no room for it.
  fileprivate static func system(_ uri: String, _ error: SystemError) -> PluginError {
    PluginError(.failed, uri, "\(error)", advice: "end other programs, and try again")
  }
}
