// SPDX-License-Identifier: GPL-3.0-or-later

/// Words of LV2's descriptions. Its headers have them as macros that Swift does not see.
enum LV2Name {
  private static let core = "http://lv2plug.in/ns/lv2core#"
  private static let atom = "http://lv2plug.in/ns/ext/atom#"
  private static let length = "http://lv2plug.in/ns/ext/buf-size#"
  private static let number = "http://lv2plug.in/ns/ext/urid#"

  static let inputPort = core + "InputPort"
  static let outputPort = core + "OutputPort"
  static let audioPort = core + "AudioPort"
  static let controlPort = core + "ControlPort"
  static let connectionOptional = core + "connectionOptional"
  static let sampleRate = core + "sampleRate"
  static let pluginProperty = core + "pluginProperty"
  static let hardRealtimeCapable = core + "hardRTCapable"
  static let isLive = core + "isLive"
  static let atomPort = atom + "AtomPort"
  static let sequence = atom + "Sequence"
  static let chunk = atom + "Chunk"
  static let int = atom + "Int"
  static let float = atom + "Float"
  static let map = number + "map"
  static let unmap = number + "unmap"
  static let options = "http://lv2plug.in/ns/ext/options#options"
  static let optionRate = "http://lv2plug.in/ns/ext/parameters#sampleRate"
  static let boundedLength = length + "boundedBlockLength"
  static let fixedLength = length + "fixedBlockLength"
  static let powerOf2Length = length + "powerOf2BlockLength"
  static let leastLength = length + "minBlockLength"
  static let mostLength = length + "maxBlockLength"
  static let nominalLength = length + "nominalBlockLength"
}
