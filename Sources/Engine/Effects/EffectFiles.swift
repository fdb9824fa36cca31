// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Kits
import Plugins
import SoundFiles
import Storage

/// What the texts of effects name, read away from the audio thread.
extension EffectSetting {
  /// The setting with what its text names, for a sample rate; unchanged if it needs nothing.
  ///
  /// An error if that cannot be read or started, or is no longer what ``sourceHash`` says.
  package func read(sampleRateHz: Int, _ pace: PluginPace) throws -> EffectSetting {
    guard lacksMaterial, let source else { return self }
    if effect == .lv2 { return try started(source, sampleRateHz: sampleRateHz, pace) }
    var ready = self
    ready.material = try ResponseFile.read(source, sampleRateHz: sampleRateHz)
    ready.source = FileNames.absolute(source)
    ready.sourceHash = SHA256.hash(ofFile: source)
    guard sourceHash == nil || sourceHash == ready.sourceHash else {
      throw SoundFileError(
        .broken, .read, path: source, reason: "it is no longer the sound that this effect had",
        advice: "put that file back, or choose other effects")
    }
    return ready
  }

  /// The setting with its plug-in started.
  private func started(
    _ uri: String, sampleRateHz: Int, _ pace: PluginPace
  ) throws(PluginError) -> EffectSetting {
    let plugin = try PluginStart().start(
      uri, values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
      sampleRateHz: sampleRateHz, pace)
    var ready = self
    ready.material = plugin.material
    ready.sourceHash = SHA256.hash(ofFile: plugin.plugin.binaryPath)
    guard sourceHash == nil || sourceHash == ready.sourceHash else {
      throw PluginError(
        .unusable, uri, "it is no longer the version that this effect had",
        advice: "install that again, or choose other effects")
    }
    return ready
  }
}

extension InstrumentSettings {
  /// Reads what the texts of its effects name.
  package mutating func readEffects(sampleRateHz: Int, _ pace: PluginPace) throws {
    guard let slots = effects else { return }
    var ready: [SlotChange] = []
    for slot in slots {
      let setting: EffectSetting? =
        if let held = slot.setting { try held.read(sampleRateHz: sampleRateHz, pace) } else { nil }
      ready.append(SlotChange(slot.bus, slot: slot.slot, setting))
    }
    effects = ready
  }
}

extension MixSettings {
  /// Starts the plug-ins of the racks anew, to be waited for: a process serves one rack.
  package mutating func restartPlugins(sampleRateHz: Int) throws {
    for bus in RackPlace.buses {
      for (slot, setting) in (racks[bus] ?? [:]).sorted(by: { $0.key < $1.key })
      where setting.effect == .lv2 {
        var anew = setting
        anew.material = nil
        apply(SlotChange(bus, slot: slot, try anew.read(sampleRateHz: sampleRateHz, .waited)))
      }
    }
  }
}

/// A sound file as an impulse response: mono or stereo, of any rate, ``Limits/responseSeconds`` at most.
private enum ResponseFile {
  private static let blockFrames = 4096

  static func read(
    _ path: String, sampleRateHz: Int
  ) throws(SoundFileError) -> ImpulseResponse {
    var reader = try SoundFileReader(path: path)
    try reader.checkSampleRate()
    let (channelCount, rateHz) = (reader.channelCount, reader.sampleRateHz)
    guard (1...2).contains(channelCount) else {
      throw SoundFileError(
        .broken, .read, path: path,
        reason: "it has \(channelCount) channels, and a response has one or two",
        advice: "mix it to two: sox IN -c 2 OUT")
    }
    let samples = try samples(&reader)
    guard samples.contains(where: { $0 != 0 }) else {
      throw SoundFileError(
        .broken, .read, path: path,
        reason: samples.isEmpty ? "it holds no sound" : "it is silent from beginning to end",
        advice: "choose a recording of a room's answer to a click")
    }
    // At a higher rate the same answer has more samples, and each adds less.
    let scale = Float(rateHz) / Float(sampleRateHz)
    let converted = Resampler.convert(
      samples, channelCount: channelCount, fromHz: rateHz, toHz: sampleRateHz)
    func side(_ channel: Int) -> [Float] {
      stride(from: channel, to: converted.count, by: channelCount).map { scale * converted[$0] }
    }
    let left = side(0)
    return ImpulseResponse(left: left, right: channelCount == 2 ? side(1) : left)
  }

  /// All of its frames.
  private static func samples(
    _ reader: inout SoundFileReader
  ) throws(SoundFileError) -> [Float] {
    let mostFrames = Limits.responseSeconds * reader.sampleRateHz
    var samples: [Float] = []
    while true {
      var block = [Float](repeating: 0, count: blockFrames * reader.channelCount)
      var span = block.mutableSpan
      let count = try reader.read(into: &span)
      guard count > 0 else { return samples }
      samples += block.prefix(count * reader.channelCount).map { $0.isFinite ? $0 : 0 }
      guard samples.count <= mostFrames * reader.channelCount else {
        throw SoundFileError(
          .broken, .read, path: reader.path,
          reason: "it is longer than \(Limits.responseSeconds) s, the limit of a response",
          advice: "cut its beginning out: sox IN OUT trim 0 \(Limits.responseSeconds)")
      }
    }
  }
}
