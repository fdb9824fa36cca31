// SPDX-License-Identifier: GPL-3.0-or-later
import CLilv
import CPluginLine
import Glibc
import Synchronization

/// What a plug-in gets from its host: numbers for words, and the length of its blocks. It lives as
/// long as the process.
final class HostFeatures: Sendable {
  /// What a plug-in may demand.
  private static let names = [
    LV2Name.map, LV2Name.unmap, LV2Name.options, LV2Name.boundedLength,
    LV2Name.fixedLength, LV2Name.powerOf2Length, LV2Name.isLive,
    LV2Name.hardRealtimeCapable,
  ]

  /// Memory for a plug-in, which stays where it is.
  private struct List: @unchecked Sendable {
    let features: UnsafeMutablePointer<UnsafePointer<LV2_Feature>?>
  }

  private let words = Mutex<[String]>([])
  private let texts = Mutex<[UInt32: UInt]>([:])
  private let list = Mutex<List?>(nil)

  /// The features, for lilv.
  func features(sampleRateHz: Double) -> UnsafeMutablePointer<UnsafePointer<LV2_Feature>?> {
    list.withLock { list in
      if let list { return list.features }
      let made = make(sampleRateHz: sampleRateHz)
      list = List(features: made)
      return made
    }
  }

  /// The first demand of a plug-in that nothing here answers; nil for none.
  static func missing(of plugin: OpaquePointer, _ world: PluginWorld) -> String? {
    guard let demands = lilv_plugin_get_required_features(plugin) else { return nil }
    var place = lilv_nodes_begin(demands)
    while !lilv_nodes_is_end(demands, place) {
      let name = PluginWorld.text(lilv_nodes_get(demands, place))
      if !names.contains(name) { return name }
      place = lilv_nodes_next(demands, place)
    }
    return nil
  }

  /// The number of a word, from 1.
  func number(_ word: String) -> UInt32 {
    words.withLock { words in
      if let place = words.firstIndex(of: word) { return UInt32(place + 1) }
      words.append(word)
      return UInt32(words.count)
    }
  }

  /// The word of a number, as C has it; nil for none.
  private func text(_ number: UInt32) -> UnsafePointer<CChar>? {
    let word = words.withLock { words in
      number >= 1 && number <= words.count ? words[Int(number) - 1] : nil
    }
    guard let word else { return nil }
    let address = texts.withLock { texts in
      if let known = texts[number] { return known }
      let made = UInt(bitPattern: strdup(word))
      texts[number] = made
      return made
    }
    return UnsafePointer(bitPattern: address)
  }

  private func make(sampleRateHz: Double) -> UnsafeMutablePointer<UnsafePointer<LV2_Feature>?> {
    let own = Unmanaged.passRetained(self).toOpaque()
    let map = Self.kept(
      LV2_URID_Map(
        handle: own,
        map: { own, word in
          guard let own, let word else { return 0 }
          return Unmanaged<HostFeatures>.fromOpaque(own).takeUnretainedValue()
            .number(String(cString: word))
        }))
    let unmap = Self.kept(
      LV2_URID_Unmap(
        handle: own,
        unmap: { own, number in
          guard let own else { return nil }
          return Unmanaged<HostFeatures>.fromOpaque(own).takeUnretainedValue().text(number)
        }))
    let data: [String: UnsafeMutableRawPointer] = [
      LV2Name.map: map, LV2Name.unmap: unmap,
      LV2Name.options: options(sampleRateHz: sampleRateHz),
    ]
    let list = UnsafeMutablePointer<UnsafePointer<LV2_Feature>?>.allocate(
      capacity: Self.names.count + 1)
    for (place, name) in Self.names.enumerated() {
      let feature = UnsafeMutablePointer<LV2_Feature>.allocate(capacity: 1)
      feature.initialize(to: LV2_Feature(URI: UnsafePointer(strdup(name)), data: data[name]))
      (list + place).initialize(to: UnsafePointer(feature))
    }
    (list + Self.names.count).initialize(to: nil)
    return list
  }

  private func options(sampleRateHz: Double) -> UnsafeMutableRawPointer {
    let length = Self.kept(Int32(plugin_block_frames))
    let rate = Self.kept(Float(sampleRateHz))
    let lengths = [
      LV2Name.leastLength, LV2Name.mostLength, LV2Name.nominalLength,
    ].map { option($0, LV2Name.int, length) }
    let all = lengths + [option(LV2Name.optionRate, LV2Name.float, rate), LV2_Options_Option()]
    let list = UnsafeMutablePointer<LV2_Options_Option>.allocate(capacity: all.count)
    list.initialize(from: all, count: all.count)
    return UnsafeMutableRawPointer(list)
  }

  private func option(
    _ key: String, _ type: String, _ value: UnsafeMutableRawPointer
  ) -> LV2_Options_Option {
    LV2_Options_Option(
      context: LV2_OPTIONS_INSTANCE, subject: 0, key: number(key), size: 4, type: number(type),
      value: value)
  }

  /// Memory that holds a value for as long as the process lives.
  private static func kept<Value>(_ value: Value) -> UnsafeMutableRawPointer {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    memory.initialize(to: value)
    return UnsafeMutableRawPointer(memory)
  }
}
