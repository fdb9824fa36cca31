// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import FoundationEssentials
import Instrument
import Scores

/// A command of the engine as a score writes it: `command{command="strip", pad="snare", gainDecibels=-3}`.
enum ScoreCommand {
  /// A strip in the words of scores: gains in decibels.
  private struct StripRequest: Decodable {
    let command: String
    let pad: String?
    let gainDecibels: Float?
    let sendDecibels: Float?
    let delayDecibels: Float?
    let pan: Float?
    let width: Float?
    let mute: Bool?
    let solo: Bool?

    func change(of pad: String) -> StripChange {
      var change = StripChange(drum: pad)
      if let gainDecibels { change[.gain] = Units.amplitude(decibels: gainDecibels) }
      if let sendDecibels { change[.send] = Units.amplitude(decibels: sendDecibels) }
      if let delayDecibels { change[.delay] = Units.amplitude(decibels: delayDecibels) }
      if let pan { change[.pan] = pan }
      if let width { change[.width] = width }
      if let mute { change[.mute] = mute ? 1 : 0 }
      if let solo { change[.solo] = solo ? 1 : 0 }
      return change
    }
  }

  /// Reads a command.
  static func read(_ json: String) throws(ScoreRefusal) -> EngineCommand {
    let bytes = Data(json.utf8)
    do {
      let strip = try? JSONDecoder().decode(StripRequest.self, from: bytes)
      if let strip, strip.command == "strip" {
        guard let pad = strip.pad else {
          throw ScoreRefusal("a strip is that of a pad: pad=\"snare\"")
        }
        let change = strip.change(of: pad)
        guard !change.isEmpty else {
          throw ScoreRefusal(
            "say what to change: gainDecibels, sendDecibels, delayDecibels, pan, width, mute or "
              + "solo")
        }
        return .strip(change)
      }
      return try JSONDecoder().decode(EngineCommand.self, from: bytes)
    } catch let refusal as ScoreRefusal {
      throw refusal
    } catch DecodingError.keyNotFound(let key, _) {
      throw ScoreRefusal("it has no \"\(key.stringValue)\"")
    } catch DecodingError.dataCorrupted(let context) {
      throw ScoreRefusal(context.debugDescription)
    } catch DecodingError.typeMismatch(_, let context) {
      let name = context.codingPath.last?.stringValue ?? "a value"
      throw ScoreRefusal("\"\(name)\" is of the wrong kind")
    } catch {
      throw ScoreRefusal("it is no command of the engine")
    }
  }
}
