// SPDX-License-Identifier: GPL-3.0-or-later

/// A SoundFont of one sample and one instrument, whose parameters are known.
public enum MadeSoundFont {
  /// A parameter by its number in the format, and its amount.
  public typealias Parameter = (number: Int, amount: Int)
  /// What moves a parameter: sources as the format writes them.
  public typealias Modulator = (
    source: Int, number: Int, amount: Int, amountSource: Int, transform: Int
  )

  /// The bytes of a file whose presets all play the instrument.
  ///
  /// - Parameters:
  ///   - sample: Its samples, of which a part repeats.
  ///   - lowBytes: The low bytes of samples of 24 bits.
  ///   - version: Of the format.
  ///   - bank: Of the presets.
  ///   - zones: What each zone of the instrument says, without the sample.
  ///   - modulators: What moves the zones' parameters, by the places of the zones.
  ///   - preset: What the zone of each preset says, without the instrument.
  ///   - presetModulators: What moves its parameters.
  public static func bytes(
    sample: [Int16], loop: Range<Int>, rateHz: Int = 48_000, rootKey: Int = 69,
    lowBytes: [UInt8] = [], version: Int = 2, programs: [Int] = [0], bank: Int = 0,
    zones: [[Parameter]] = [[]], modulators: [[Modulator]] = [], preset: [Parameter] = [],
    presetModulators: [Modulator] = []
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
    func moves(_ modulators: [Modulator]) -> [UInt8] {
      modulators.flatMap {
        number($0.source) + number($0.number) + number($0.amount) + number($0.amountSource)
          + number($0.transform)
      }
    }
    func records(_ parameters: [Parameter]) -> [UInt8] {
      parameters.flatMap { number($0.number) + number($0.amount) }
    }
    let silence = [UInt8](repeating: 0, count: 2 * 46)
    let wave = sample.flatMap { number(Int($0)) } + silence
    let fine =
      lowBytes.isEmpty
      ? [] : chunk("sm24", lowBytes + [UInt8](repeating: 0, count: silence.count / 2))
    var (heads, presetBags): ([UInt8], [UInt8]) = ([], [])
    for (place, program) in programs.enumerated() {
      heads += name("program \(program)") + number(program) + number(bank) + number(place)
      heads += number(0, 12)
      presetBags += number(place * (preset.count + 1))
      presetBags += number(place * presetModulators.count)
    }
    heads += name("EOP") + number(0) + number(0) + number(programs.count) + number(0, 12)
    presetBags += number(programs.count * (preset.count + 1))
    presetBags += number(programs.count * presetModulators.count)
    let presetGenerators = programs.flatMap { _ in records(preset + [(41, 0)]) } + number(0, 4)
    let presetMoves = programs.flatMap { _ in moves(presetModulators) } + number(0, 10)
    var (bags, generators, instrumentMoves): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    for (place, zone) in zones.enumerated() {
      bags += number(generators.count / 4) + number(instrumentMoves.count / 10)
      generators += records(zone + [(53, 0)])
      if place < modulators.count { instrumentMoves += moves(modulators[place]) }
    }
    bags += number(generators.count / 4) + number(instrumentMoves.count / 10)
    let instruments =
      name("instrument") + number(0) + name("EOI") + number(zones.count)
    let sampleHead =
      name("sample") + number(0, 4) + number(sample.count, 4) + number(loop.lowerBound, 4)
      + number(loop.upperBound, 4) + number(rateHz, 4) + [UInt8(rootKey), 0] + number(0)
      + number(1)
    let lists =
      chunk("LIST", Array("INFO".utf8) + chunk("ifil", number(version) + number(4)))
      + chunk("LIST", Array("sdta".utf8) + chunk("smpl", wave) + fine)
      + chunk(
        "LIST",
        Array("pdta".utf8) + chunk("phdr", heads) + chunk("pbag", presetBags)
          + chunk("pmod", presetMoves) + chunk("pgen", presetGenerators)
          + chunk("inst", instruments) + chunk("ibag", bags)
          + chunk("imod", instrumentMoves + number(0, 10))
          + chunk("igen", generators + number(0, 4))
          + chunk("shdr", sampleHead + name("EOS") + number(0, 26)))
    return chunk("RIFF", Array("sfbk".utf8) + lists)
  }
}
