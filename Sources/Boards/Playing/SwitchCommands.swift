// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Sequencing

/// The commands of pressed switches.
struct SwitchCommands: Sendable {
  private var tapped = TappedTempo()

  /// The command of a pressed switch; nil if there is nothing to do yet.
  ///
  /// - Parameters:
  ///   - kits: The names of the kits, in order.
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
      return .bus(BusChange(.drums, .mute, state.bus(.drums).isMuted ? 0 : 1))
    case .nextKit: return kit(1, state.kit?.name, kits())
    case .previousKit: return kit(-1, state.kit?.name, kits())
    case .undo: return .undo
    case .loop: return .loop(.record)
    case .undoLoop: return .loop(.undo)
    case .muteLoop: return .loop(.mute(nil, layer: nil))
    }
  }

  /// The kit so many steps after the one that plays; after the last comes the first.
  private func kit(_ steps: Int, _ current: String?, _ kits: [String]) -> EngineCommand? {
    guard !kits.isEmpty else { return nil }
    let place = kits.firstIndex { $0 == current }
    let next =
      place.map { ($0 + steps + kits.count) % kits.count } ?? (steps > 0 ? 0 : kits.count - 1)
    return .kit(EngineCommand.Kit(name: kits[next]))
  }
}
