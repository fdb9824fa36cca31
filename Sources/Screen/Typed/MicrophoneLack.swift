// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// Typed lines that need a microphone, while none is heard.
enum MicrophoneLack {
  /// Why a line cannot be carried out; nil if it needs no microphone, or if one or a take is heard.
  static func answer(to line: String, in state: EngineState) -> String? {
    guard let devices = state.devices, devices.input == nil, needs(MixCommand.words(line)) else {
      return nil
    }
    return "no microphone is heard: start without --input none"
  }

  private static func needs(_ words: [String]) -> Bool {
    switch words.first {
    case "teach": words.count > 1 && words[1] != "stop"
    case "learn": words.count > 1
    case "loop": words.dropFirst() == ["source", "microphone"]
    case "microphone", "mic": words.count == 2 && words[1] != "-inf"
    default: false
    }
  }
}
