// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Sequencing

/// What pressing a switch asks of the engine.
struct SwitchCommands: Sendable {
  private var tapped = TappedTempo()
  /// The drums' gain before they were silenced.
  private var drumsGain: Float = 1

  /// The command of a switch that was pressed; nil where there is nothing to do yet.
  ///
  /// - Parameters:
  ///   - kits: Names of the kits that there are, in their order.
  ///   - recordingPath: A file that does not exist.
  mutating func command(
    _ pressed: BoardTable.Switch, atNanoseconds now: Int64, _ state: EngineState,
    kits: () -> [String], recordingPath: () -> String
  ) -> EngineCommand? {
    switch pressed.does {
    case .strike: return nil
    case .choke: return .choke(EngineCommand.Choke(pad: pressed.of ?? "", source: .board))
    case .record:
      return state.recordings.isEmpty
        ? .record(EngineCommand.Record(path: recordingPath())) : .endRecording
    case .session:
      return state.session == nil ? .session(EngineCommand.Session()) : .endSession
    case .click:
      let isClicking = state.tempo?.isClicking ?? false
      return .tempo(EngineCommand.Tempo(isClicking: !isClicking))
    case .tap:
      tapped.tap(atSeconds: 1e-9 * Double(now))
      guard let tempo = tapped.beatsPerMinute, PlayedTempo.range.contains(tempo) else { return nil }
      return .tempo(EngineCommand.Tempo(beatsPerMinute: tempo))
    case .mute:
      let gain = state.buses[MixBus.drums.rawValue] ?? 1
      if gain > 0 { drumsGain = gain }
      return .bus(EngineCommand.Bus(.drums, gain: gain > 0 ? 0 : drumsGain))
    case .nextKit: return kit(1, state.kit?.name, kits())
    case .previousKit: return kit(-1, state.kit?.name, kits())
    case .undo: return .undo
    }
  }

  /// The kit so many places behind the one that plays; from the last on it begins anew.
  private func kit(_ steps: Int, _ current: String?, _ kits: [String]) -> EngineCommand? {
    guard !kits.isEmpty else { return nil }
    let place = kits.firstIndex { $0 == current }
    let next =
      place.map { ($0 + steps + kits.count) % kits.count } ?? (steps > 0 ? 0 : kits.count - 1)
    return .kit(EngineCommand.Kit(name: kits[next]))
  }
}
