// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument

/// One instrument of a kit of Hydrogen.
struct HydrogenInstrument {
  let pad: PadDescription
  /// Layers that are not played as they are written.
  let problems: [KitProblem]
  /// Nil for none.
  let muteGroup: Int?
  /// A new note ends the last one.
  let isStopNote: Bool
  /// How long a voice takes to end.
  let releaseSeconds: Float

  /// Elements of a kit's file that hold numbers.
  static let numbers: Set = [
    "id", "volume", "gain", "pan", "pan_L", "pan_R", "pitchOffset", "randomPitchFactor", "Attack",
    "Decay", "Sustain", "Release", "filterCutoff", "filterResonance", "muteGroup", "midiOutNote",
    "component_id", "min", "max", "pitch", "startframe", "endframe", "loopframe", "loops",
  ]

  /// Times are in frames; the kit does not give the rate.
  private static let sampleRateHz: Float = 44_100

  init(
    _ element: XMLElement, file: String, note: Int?, isNotePublishing: Bool,
    componentVolumes: [Int: Float]
  ) {
    let name = element.text("name") ?? ""
    let byName = PadRole(drumName: element.text("type") ?? name)
    let byNote = isNotePublishing ? note.map(PadRole.init(generalMIDINote:)) : nil
    let line = SourceLine(file: file, number: element.line)
    var pad = PadDescription(
      name: name, role: byName == .other ? byNote ?? .other : byName, note: note, line: line)
    pad.pan = Self.pan(element)
    pad.randomOffsets.pitchSemitones =
      0.4 * min(10, max(0, element.number("randomPitchFactor") ?? 0))
    let gain = Self.gain(element, "volume") * Self.gain(element, "gain")
    var settings = KitRegion(line: line)
    settings.pan = pad.pan
    settings.gain = gain
    settings.pitchSemitones = Self.pitchSemitones(element.number("pitchOffset") ?? 0)
    settings.response = element.flag("applyVelocity") == false ? .flat : .linear
    settings.envelope = Self.envelope(element)
    settings.filters = Self.filters(element)
    var problems: [KitProblem] = []
    pad.regions = Self.regions(element, settings, file, componentVolumes, &problems)
    self.pad = pad
    self.problems = problems
    muteGroup = element.integer("muteGroup").flatMap { $0 >= 0 ? $0 : nil }
    isStopNote = element.flag("isStopNote") ?? false
    let releaseFrames = element.number("Release") ?? 1000
    releaseSeconds = min(0.5, max(0.006, releaseFrames / Self.sampleRateHz))
  }

  private static func gain(_ element: XMLElement, _ name: String) -> Float {
    min(64, max(0, element.number(name) ?? 1))
  }

  /// Limited as in the other formats: beyond the limit nothing remains of a sound, or it has no
  /// end.
  private static func pitchSemitones(_ given: Float) -> Float { min(48, max(-48, given)) }

  private static func pan(_ element: XMLElement) -> Float {
    if let pan = element.number("pan") { return min(1, max(-1, pan)) }
    let left = element.number("pan_L") ?? 1
    let right = element.number("pan_R") ?? 1
    guard left > 0 || right > 0 else { return 0 }
    return min(1, max(-1, left >= right ? right / left - 1 : 1 - left / right))
  }

  private static func envelope(_ element: XMLElement) -> SoundEnvelope {
    func seconds(_ name: String) -> Float {
      min(60, max(0, element.number(name) ?? 0) / sampleRateHz)
    }
    return SoundEnvelope(
      attackSeconds: seconds("Attack"), decaySeconds: seconds("Decay"),
      sustain: min(1, max(0, element.number("Sustain") ?? 1)))
  }

  /// Two integrators in a row, each moved by the cutoff's share with every frame.
  private static func filters(_ element: XMLElement) -> [SoundFilter] {
    guard element.flag("filterActive") ?? true else { return [] }
    let cutoff = element.number("filterCutoff") ?? 1
    let resonance = element.number("filterResonance") ?? 0
    guard cutoff < 0.999 || resonance > 0 else { return [] }
    return [.integrators(LowPass(share: cutoff, resonance: resonance))]
  }

  private static func regions(
    _ element: XMLElement, _ settings: KitRegion, _ file: String, _ componentVolumes: [Int: Float],
    _ problems: inout [KitProblem]
  ) -> [KitRegion] {
    var regions: [KitRegion] = []
    let components = element.all("instrumentComponent")
    let isAnySoloed = components.contains { $0.flag("isSoloed") == true }
    for (part, component) in components.enumerated() where component.flag("isMuted") != true {
      if isAnySoloed && component.flag("isSoloed") != true { continue }
      var settings = settings
      settings.gain *= gain(component, "gain")
      settings.gain *= component.integer("component_id").flatMap { componentVolumes[$0] } ?? 1
      settings.turn = .part(part)
      let layers = component.all("layer").compactMap { region($0, settings, file) }
      regions += HydrogenLayers.chosen(
        layers, by: component.text("sampleSelectionAlgo") ?? element.text("sampleSelectionAlgo"),
        &problems)
    }
    var settings = settings
    settings.turn = .part(components.count)
    let layers = element.all("layer").compactMap { region($0, settings, file) }
    regions += HydrogenLayers.chosen(layers, by: element.text("sampleSelectionAlgo"), &problems)
    if regions.isEmpty, let only = region(element, settings, file, isInstrument: true) {
      regions = [only]
    }
    return regions
  }

  private static func region(
    _ layer: XMLElement, _ settings: KitRegion, _ file: String, isInstrument: Bool = false
  ) -> KitRegion? {
    guard let name = layer.text("filename") else { return nil }
    var region = settings
    let start = layer.first("filename")?.line ?? layer.line
    region.slice = KitRegion.Slice(path: name.replacingBackslashes)
    region.line = SourceLine(file: file, number: start)
    guard !isInstrument else { return region }
    region.layerGain = gain(layer, "gain")
    region.gain *= region.layerGain
    region.pitchSemitones = pitchSemitones(
      region.pitchSemitones + (layer.number("pitch") ?? 0))
    region.strength = .velocities(velocities(layer))
    if layer.flag("ismodified") == true {
      let first = max(0, layer.integer("startframe") ?? 0)
      region.slice?.firstFrame = first
      region.slice?.lastFrame = layer.integer("endframe").flatMap { $0 > 0 ? $0 : nil }
      region.slice?.loop = loop(layer, firstFrame: first)
    }
    return region
  }

  /// From the loop's frame to the end, repeated this many times. Backwards also if it is never
  /// repeated.
  private static func loop(_ layer: XMLElement, firstFrame: Int) -> SampleLoop? {
    let direction: SampleLoop.Direction =
      switch layer.text("smode") {
      case "reverse": .backwards
      case "pingpong": .toAndFro
      default: .forwards
      }
    let count = max(0, layer.integer("loops") ?? 0)
    guard count > 0 || direction == .backwards else { return nil }
    let start = max(firstFrame, layer.integer("loopframe") ?? 0)
    return SampleLoop(firstFrame: start - firstFrame, count: count, direction: direction)
  }

  /// The MIDI velocities in a layer's range. Where two ranges meet, the upper one begins.
  private static func velocities(_ layer: XMLElement) -> ClosedRange<Int> {
    let ends = [layer.number("min") ?? 0, layer.number("max") ?? 1].map { min(1, max(0, $0)) * 127 }
    let (low, high) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
    let first = Int(low.rounded(.up))
    let last = high >= 127 ? 127 : Int(high.rounded(.up)) - 1
    return first <= last ? first...last : min(first, 127)...min(first, 127)
  }
}

/// Which layers of a component play at which velocities.
private enum HydrogenLayers {
  /// Where ranges overlap, the first layer plays, as in Hydrogen. Other layers with exactly the
  /// same range, which Hydrogen does not play, are its variations. All of them alternate if the kit
  /// demands that.
  static func chosen(
    _ layers: [KitRegion], by algorithm: String?, _ problems: inout [KitProblem]
  ) -> [KitRegion] {
    if algorithm == "ROUND_ROBIN" || algorithm == "RANDOM" { return layers }
    let ranges = layers.map(\.velocities)
    let first = (0...127).map { velocity in ranges.firstIndex { $0.contains(velocity) } }
    for index in layers.indices where !first.contains(index) {
      let twin = ranges.firstIndex(of: ranges[index]).flatMap { first.contains($0) ? $0 : nil }
      problems.append(
        KitProblem(
          kind: .unplayedRegions, line: layers[index].line,
          message: "layer '\(name(layers[index]))' "
            + (twin.map {
              "takes turns with '\(name(layers[$0]))', of the same velocities; Hydrogen plays that alone"
            }
              ?? "is never played: layers before it answer its velocities")))
    }
    var chosen: [KitRegion] = []
    var low = 0
    while low < 128 {
      var high = low
      while high < 127, first[high + 1] == first[low] { high += 1 }
      if let winner = first[low] {
        for index in layers.indices where ranges[index] == ranges[winner] {
          var layer = layers[index]
          layer.strength = .velocities(low...high)
          chosen.append(layer)
        }
      }
      low = high + 1
    }
    return chosen
  }

  private static func name(_ layer: KitRegion) -> String { layer.slice?.path ?? "" }
}
