// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// The filters and the equaliser of a region. Their frequencies follow the key and the velocity, and that of the first filter
/// an envelope; what else moves while a note sounds stays where it begins. Source: sfzformat.info; the shapes are those of
/// sfizz, src/sfizz/dsp/filters.
struct SFZFilters {
  let all: [SoundFilter]

  /// Endings and beginnings of the names of the two filters.
  private static let filters = [(fil: "fil", number: ""), (fil: "fil2", number: "2")]
  /// The bands of the equaliser, with the frequencies that they have by themselves.
  private static let bands: [(name: String, hertz: Float)] = [
    ("eq1", 50), ("eq2", 500), ("eq3", 5000),
  ]

  /// Names of opcodes that are read here, and take a number.
  static let numbers: Set<String> = Set(
    filters.flatMap { filter in
      ["cutoff\(filter.number)", "resonance\(filter.number)"]
        + ["gain", "keytrack", "keycenter", "veltrack"].map { "\(filter.fil)_\($0)" }
    }
      + bands.flatMap { band in
        ["freq", "bw", "gain", "vel2freq", "vel2gain"].map { "\(band.name)_\($0)" }
      } + CentsSweep.names.map { "fileg_\($0)" })
  /// Those that take a text.
  static let texts: Set<String> = Set(
    filters.map { "\($0.fil)_type" } + bands.map { "\($0.name)_type" })
  /// Those that controllers add to, and their names for it.
  static let controlled: [String: [String]] = {
    var names: [String: [String]] = [:]
    for filter in filters {
      for name in ["cutoff\(filter.number)", "resonance\(filter.number)"] {
        names[name] = ["\(name)_oncc", "\(name)_cc"]
      }
      names["\(filter.fil)_gain"] = ["\(filter.fil)_gain_oncc"]
    }
    for band in bands {
      for end in ["freq", "bw", "gain"] {
        names["\(band.name)_\(end)"] = ["\(band.name)_\(end)_oncc", "\(band.name)_\(end)cc"]
      }
    }
    return names
  }()

  /// - Parameter control: Where controllers stand, those of the note among them.
  init(_ opcodes: SFZOpcodes, _ control: SFZControl) {
    func value(_ name: String, or own: Float) -> Float {
      opcodes.shares(of: name, control).reduce(opcodes.number(name) ?? own, +)
    }
    let velocity = (control.controllers[SFZNoteController.velocity] ?? 127) / 127
    var all: [SoundFilter] = []
    for filter in Self.filters {
      guard opcodes.number("cutoff\(filter.number)") != nil,
        let (shape, count) = Self.shape(opcodes.text("\(filter.fil)_type") ?? "lpf_2p")
      else { continue }
      let centre = opcodes.text("\(filter.fil)_keycenter").flatMap(SFZOpcodes.note) ?? 60
      let key = control.controllers[SFZNoteController.key] ?? Float(centre)
      // What controllers add to a cutoff are cents.
      let moved = opcodes.shares(of: "cutoff\(filter.number)", control).reduce(0, +)
      let cents =
        moved + (opcodes.number("\(filter.fil)_keytrack") ?? 0) * (key - Float(centre))
        + (opcodes.number("\(filter.fil)_veltrack") ?? 0) * velocity
      let hertz = (opcodes.number("cutoff\(filter.number)") ?? 0) * exp2(cents / 1200)
      all.append(
        .sections(
          FilterSections(
            shape: shape, hertz: min(20_000, max(1, hertz)),
            width: .q(
              Units.amplitude(
                decibels: min(60, max(0, value("resonance\(filter.number)", or: 0))))),
            gainDecibels: min(96, max(-96, value("\(filter.fil)_gain", or: 0))), count: count,
            sweep: filter.number.isEmpty
              ? CentsSweep("fileg", opcodes, velocity: velocity) : nil)))
    }
    for band in Self.bands {
      let gain =
        value("\(band.name)_gain", or: 0)
        + velocity * (opcodes.number("\(band.name)_vel2gain") ?? 0)
      guard gain != 0 else { continue }
      let hertz =
        value("\(band.name)_freq", or: band.hertz)
        + velocity * (opcodes.number("\(band.name)_vel2freq") ?? 0)
      all.append(
        .sections(
          FilterSections(
            shape: Self.band(opcodes.text("\(band.name)_type")),
            hertz: min(20_000, max(1, hertz)),
            width: .octaves(min(4, max(0.001, value("\(band.name)_bw", or: 1)))),
            gainDecibels: min(96, max(-96, gain)))))
    }
    self.all = all
  }

  /// By how many cents, or by how much that matters as much, velocity moves a filter, or the depth of an envelope, from 0 to
  /// the full one; 0 where it moves none.
  static func centsOfVelocity(_ opcodes: SFZOpcodes) -> Float {
    let ofFilters = filters.filter { opcodes.number("cutoff\($0.number)") != nil }
      .compactMap { opcodes.number("\($0.fil)_veltrack") }
    let ofBands = bands.flatMap { band in
      [
        (opcodes.number("\(band.name)_vel2gain") ?? 0) * 200,
        (opcodes.number("\(band.name)_vel2freq") ?? 0) != 0 ? 2400 : 0,
      ]
    }
    // Recorded sounds have no sweep of their pitch.
    let isMade = SFZGenerator.source(opcodes.text("sample") ?? "", number: 0) != nil
    let ofSweeps = [
      opcodes.number("cutoff") == nil ? 0 : opcodes.number("fileg_vel2depth") ?? 0,
      isMade ? opcodes.number("pitcheg_vel2depth") ?? 0 : 0,
    ]
    return (ofFilters + ofBands + ofSweeps).map(abs).max() ?? 0
  }

  /// A filter of the region sounds otherwise at each key.
  static func followKeys(_ opcodes: SFZOpcodes) -> Bool {
    filters.contains {
      opcodes.number("cutoff\($0.number)") != nil
        && (opcodes.number("\($0.fil)_keytrack") ?? 0) != 0
    }
  }

  private static func band(_ type: String?) -> FilterSections.Shape {
    switch type {
    case "lshelf": .lowShelf
    case "hshelf": .highShelf
    default: .peak
    }
  }

  /// A type by its name, and how many sections it takes; nil for one that is not followed.
  private static func shape(_ type: String) -> (FilterSections.Shape, count: Int)? {
    switch type {
    case "lpf_1p": (.gentleLowPass, 1)
    case "hpf_1p": (.gentleHighPass, 1)
    case "lpf_2p", "lpf_2p_sv": (.lowPass, 1)
    case "lpf_4p": (.lowPass, 2)
    case "lpf_6p": (.lowPass, 3)
    case "hpf_2p", "hpf_2p_sv": (.highPass, 1)
    case "hpf_4p": (.highPass, 2)
    case "hpf_6p": (.highPass, 3)
    case "bpf_2p", "bpf_2p_sv": (.bandPass, 1)
    case "brf_2p", "brf_2p_sv": (.notch, 1)
    case "lsh": (.lowShelf, 1)
    case "hsh": (.highShelf, 1)
    case "peq": (.peak, 1)
    default: nil
    }
  }

  /// It names a type of filter that is not followed.
  static func isUnfollowed(_ name: String, _ value: String) -> Bool {
    filters.contains { name == "\($0.fil)_type" } && shape(value) == nil
  }
}
