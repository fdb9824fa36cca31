// SPDX-License-Identifier: GPL-3.0-or-later

/// A SoundFont of one sample and one instrument, whose parameters are known.
public enum MadeSoundFont {
  /// A parameter by its number in the format, and its amount.
  public typealias Parameter = (number: Int, amount: Int)

  /// The bytes of a file whose presets all play the instrument.
  ///
  /// - Parameters:
  ///   - sample: Its samples, of which a part repeats.
  ///   - zones: What each zone of the instrument says, without the sample.
  ///   - preset: What the zone of each preset says, without the instrument.
  public static func bytes(
    sample: [Int16], loop: Range<Int>, rateHz: Int = 48_000, rootKey: Int = 69,
    programs: [Int] = [0], zones: [[Parameter]] = [[]], preset: [Parameter] = []
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int = 2) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func name(_ text: String) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: 20 - text.utf8.count)
    }
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      Array(name.utf8) + number(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
    }
    func records(_ parameters: [Parameter]) -> [UInt8] {
      parameters.flatMap { number($0.number) + number($0.amount) }
    }
    let silence = [UInt8](repeating: 0, count: 2 * 46)
    let wave = sample.flatMap { number(Int($0)) } + silence
    var (heads, presetBags): ([UInt8], [UInt8]) = ([], [])
    for (place, program) in programs.enumerated() {
      heads += name("program \(program)") + number(program) + number(0) + number(place)
      heads += number(0, 12)
      presetBags += number(place * (preset.count + 1)) + number(0)
    }
    heads += name("EOP") + number(0) + number(0) + number(programs.count) + number(0, 12)
    presetBags += number(programs.count * (preset.count + 1)) + number(0)
    let presetGenerators = programs.flatMap { _ in records(preset + [(41, 0)]) } + number(0, 4)
    var (bags, generators): ([UInt8], [UInt8]) = ([], [])
    for zone in zones {
      bags += number(generators.count / 4) + number(0)
      generators += records(zone + [(53, 0)])
    }
    bags += number(generators.count / 4) + number(0)
    let instruments =
      name("instrument") + number(0) + name("EOI") + number(zones.count)
    let sampleHead =
      name("sample") + number(0, 4) + number(sample.count, 4) + number(loop.lowerBound, 4)
      + number(loop.upperBound, 4) + number(rateHz, 4) + [UInt8(rootKey), 0] + number(0)
      + number(1)
    let lists =
      chunk("LIST", Array("INFO".utf8) + chunk("ifil", number(2) + number(4)))
      + chunk("LIST", Array("sdta".utf8) + chunk("smpl", wave))
      + chunk(
        "LIST",
        Array("pdta".utf8) + chunk("phdr", heads) + chunk("pbag", presetBags)
          + chunk("pmod", number(0, 10)) + chunk("pgen", presetGenerators)
          + chunk("inst", instruments) + chunk("ibag", bags) + chunk("imod", number(0, 10))
          + chunk("igen", generators + number(0, 4))
          + chunk("shdr", sampleHead + name("EOS") + number(0, 26)))
    return chunk("RIFF", Array("sfbk".utf8) + lists)
  }
}
