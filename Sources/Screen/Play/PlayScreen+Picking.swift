// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Reports
import TextScreen

/// What the player picks.
extension PlayScreen {
  mutating func pick(_ key: Key, _ list: PickList<ScreenPick>) -> [String] {
    var list = list
    switch key {
    case .escape: mode = .playing
    case .enter:
      mode = .playing
      return list.picked.map { take($0.choice) } ?? []
    case .tab, .delete:
      guard let what = list.picked?.choice.tidied else { break }
      type(key == .tab ? "rename \(what) to " : "delete \(what)")
    default:
      _ = list.take(key)
      mode = .picking(list)
    }
    return []
  }

  private mutating func take(_ choice: ScreenPick) -> [String] {
    switch choice {
    case .kit(let path): return perform(.kit(EngineCommand.Kit(name: path)))
    case .profile(let name): return perform(.profile(EngineCommand.Profile(name: name)))
    case .trigger(let line): type(line)
    case .taught(let sound): return carryOut("learn \(sound)")
    case .newSound: type("teach ")
    case .sound(let sound): mode = .picking(.drums(engine.state, of: sound))
    case .drum(let sound, let pad): return PadCommand(engine).assign(sound, pad)
    case .device(let device): return begin(on: device)
    case .pattern(let path): return carryOut("pattern \(path)")
    }
    return []
  }

  private mutating func begin(on device: PickedDevice) -> [String] {
    let state = engine.state
    let isKeeping = state.session != nil || engine.isAudible && !state.recordings.isEmpty
    guard !isKeeping else {
      return ["what is being recorded would end with it: end that first, then pick the device"]
    }
    pickedDevice = device
    return []
  }

  /// Begins again on the channel of the microphone where the sound is.
  mutating func hearChannel() -> [String] {
    let (heard, peaks) = engine.inputChannels
    guard let device = engine.state.devices?.input,
      let channel = ChannelText.channelWithSound(
        peaks, heard: heard, heardPeak: recent.highestInputPeak)
    else { return ["no other channel of the microphone has more sound"] }
    return begin(on: PickedDevice(direction: .capture, name: device, channel: channel))
  }

  /// Plays the last recording along, or ends that.
  func hearRecorded(_ state: EngineState) -> [String] {
    guard let recorded else { return ["nothing is recorded yet: R records"] }
    if state.backing == recorded.path { return perform(.stopBacking) }
    guard state.backing == nil else { return ["a backing plays: 'backing stop' ends it"] }
    let refused = perform(.loadBacking(EngineCommand.Backing(path: recorded.path)))
    return refused.isEmpty ? perform(.startBacking) : refused
  }
}
