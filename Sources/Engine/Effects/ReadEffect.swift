// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument
import Plugins
import SoundFiles

/// A change of a slot with what the effect's text names, read before it takes place.
struct ReadEffect<Command: SlotCommand>: PreparedCommand {
  private let command: Command
  private let setting: EffectSetting

  /// Reads what a text names, which takes as long as the disk does.
  ///
  /// - Parameters:
  ///   - setting: What the slot holds after the command.
  ///   - made: The command with the text and the hash as the journal keeps them.
  init(
    _ setting: EffectSetting, _ operation: String, _ loop: AudioLoop,
    _ made: (EffectSetting) -> Command
  ) throws(EngineError) {
    self.setting = try setting.ready(operation, loop)
    command = made(self.setting)
  }

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    // Meanwhile the slot may have come to hold what needs another one.
    try command.perform(
      on: &control, atFrame: frame,
      EffectResources(material: { [setting] in $0.isMade(as: setting) ? setting.material : nil }))
  }
}

extension EffectSetting {
  /// The setting with what its text names, for playing.
  func ready(_ operation: String, _ loop: AudioLoop) throws(EngineError) -> EffectSetting {
    do {
      return try read(sampleRateHz: loop.rateHz, .live(periodFrames: loop.periodFrames))
    } catch let error as SoundFileError {
      throw EngineError(operation, reason: error.reason, advice: error.advice.description)
    } catch let error as PluginError {
      throw EngineError(operation, reason: error.reason, advice: error.advice.description)
    } catch {
      throw EngineError(operation, reason: "\(error)", advice: "choose another")
    }
  }
}
