// SPDX-License-Identifier: GPL-3.0-or-later
import CPluginLine
import Synchronization

/// A plug-in that runs in a process of its own and waits for the sound of one effect. The process
/// ends with that.
public final class PluginMaterial: EffectMaterial, @unchecked Sendable {
  /// What became of a plug-in.
  public enum Fault: Sendable {
    /// Its process crashed, or ended.
    case ended
    /// It gave nothing back for too long.
    case hangs
  }

  /// Its maker promises that it is always in time.
  public let isPrompt: Bool
  /// By how many frames the plug-in delays its sound.
  let latencyFrames: Int
  private let line: UnsafeMutablePointer<plugin_line>
  private let isTaken = Atomic(false)
  private let isGivenBack = Atomic(false)

  /// - Parameters:
  ///   - line: The way to the plug-in; it belongs to the material from now on.
  ///   - latencyFrames: By how many frames the plug-in delays its sound.
  ///   - isPrompt: Its maker promises that it is always in time.
  public init(_ line: UnsafeMutablePointer<plugin_line>, latencyFrames: Int, isPrompt: Bool) {
    (self.line, self.latencyFrames, self.isPrompt) = (line, latencyFrames, isPrompt)
  }

  deinit { plugin_line_free(line) }

  /// The way to the plug-in, for the first that asks.
  func take() -> UnsafeMutablePointer<plugin_line>? {
    isTaken.exchange(true, ordering: .relaxed) ? nil : line
  }

  /// An effect uses it.
  public var isServing: Bool {
    isTaken.load(ordering: .relaxed) && !isGivenBack.load(ordering: .acquiring)
  }

  /// Ends the process, after a last look at it: the effect has gone. Not for the audio thread.
  func giveBack() {
    plugin_line_look(line)
    isGivenBack.store(true, ordering: .releasing)
    plugin_line_end(line)
  }

  /// Looks how it is, or how it was when its effect went; nil if it runs or ran. Not for the audio
  /// thread.
  public var fault: Fault? {
    let isOver = isGivenBack.load(ordering: .acquiring)
    return switch isOver ? plugin_line_state(line) : plugin_line_look(line) {
    case plugin_runs: nil
    case plugin_ended: .ended
    default: .hangs
    }
  }
}
