// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A note that a loop plays.
public struct LoopedNote: Sendable, Equatable {
  /// The note as it was played.
  public let heard: HeardNote
  /// Its layer.
  public let layer: Int
  /// The output frame on which it begins.
  public let frame: Int
  /// How hard, 0...1.
  public let velocity: Float
  /// The output frame on which a held note ends: with the cycle at the latest; nil if it fades by itself.
  public let endFrame: Int?
}

/// A loop and how it is played: which notes are due when.
struct LoopPlaying {
  /// Of two notes of one pad that lie nearer to each other, that of the later cycle sounds.
  private static let sameSeconds = 0.025
  /// Notes that were heard further apart are of two cycles, if they lie so near to each other.
  private static let apartSeconds = 0.1
  private static let unevenSeconds = 0.008
  private static let unevenVelocity: Float = 0.08
  /// No unevenness is more than so many standard deviations.
  private static let mostDeviations = 3.5

  private let grid: LoopGrid
  private let layers: [LoopLayer]
  private let settings: LoopSettings
  /// The swing that is heard.
  let swing: LoopSwing
  /// No note is moved further.
  private let reachFrames: Int

  init(_ grid: LoopGrid, _ layers: [LoopLayer], _ settings: LoopSettings) {
    (self.grid, self.settings) = (grid, settings)
    self.layers = layers.filter { settings.sounds($0.number, among: layers) }
    swing = grid.stepsPerBeat % 3 == 0 ? grid.swing : settings.swing ?? grid.swing
    let uneven = settings.humanise * Self.mostDeviations * Self.unevenSeconds
    reachFrames =
      Int(grid.beatFrames) + Int(uneven * Double(grid.sampleRateHz)) + 1
  }

  /// The notes that begin in a stretch of frames, in their order.
  func notes(in frames: Range<Int>) -> [LoopedNote] {
    var due: [LoopedNote] = []
    for layer in layers {
      for note in layer.notes {
        let first = grid.cycle(atFrame: frames.lowerBound - note.position - reachFrames)
        let last = grid.cycle(atFrame: frames.upperBound - note.position + reachFrames)
        for cycle in first...last {
          let played = played(note, ofLayer: layer.number, inCycle: cycle)
          if frames.contains(played.frame), isNew(note, playedAt: played.frame),
            !isReplaced(note)
          {
            due.append(played)
          }
        }
      }
    }
    return due.enumerated()
      .sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }.map(\.element)
  }

  /// What the microphone heard and is due in a stretch of frames, in its order: what runs on into it included.
  func sounds(in frames: Range<Int>) -> [LoopedSound] {
    var due: [LoopedSound] = []
    for layer in layers {
      for stretch in layer.stretches {
        let (sound, offset) = (stretch.sound, stretch.position - stretch.sound.fadeFrames)
        let first = grid.cycle(atFrame: frames.lowerBound - offset - sound.samples.count)
        let last = grid.cycle(atFrame: frames.upperBound - offset)
        for cycle in first...last {
          let begin = grid.start(ofCycle: cycle) + offset
          let isNew = begin >= stretch.heardFrame - sound.fadeFrames + grid.cycleFrames / 2
          if isNew, begin < frames.upperBound, begin + sound.samples.count > frames.lowerBound {
            due.append(
              LoopedSound(
                sound: sound, layer: layer.number, beginFrame: begin,
                frame: max(begin, frames.lowerBound)))
          }
        }
      }
    }
    return due.enumerated()
      .sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }.map(\.element)
  }

  /// The cycle in which it was heard is over for it.
  private func isNew(_ note: LoopNote, playedAt frame: Int) -> Bool {
    frame >= note.heard.frame + min(grid.cycleFrames / 2, reachFrames)
  }

  /// The player struck the same pad on the same place in a later cycle.
  private func isReplaced(_ note: LoopNote) -> Bool {
    let rateHz = Double(grid.sampleRateHz)
    let (near, apart) = (Int(Self.sameSeconds * rateHz), Int(Self.apartSeconds * rateHz))
    let cycle = grid.cycleFrames
    return layers.contains { layer in
      layer.notes.contains { other in
        guard other.heard.pad == note.heard.pad, other.heard.key == note.heard.key,
          other.heard.frame > note.heard.frame + apart
        else { return false }
        let distance = abs(other.position - note.position) % cycle
        return min(distance, cycle - distance) < near
      }
    }
  }

  /// The player struck the pad of a note since a frame.
  func wasStruck(_ note: LoopedNote, since frame: Int) -> Bool {
    layers.contains { layer in
      layer.notes.contains { other in
        other.heard.pad == note.heard.pad && other.heard.key == note.heard.key
          && other.heard.frame >= frame
      }
    }
  }

  private func played(_ note: LoopNote, ofLayer layer: Int, inCycle cycle: Int) -> LoopedNote {
    var frame = moved(note, inCycle: cycle)
    var velocity = note.heard.velocity
    if settings.humanise > 0 {
      var generator = SeededGenerator(
        seed: settings.seed ^ Self.mixed(note.heard.id, note.position, cycle))
      let (late, hard) = (Self.normal(&generator), Self.normal(&generator))
      let share = settings.humanise * Double(late)
      frame += Int((share * Self.unevenSeconds * Double(grid.sampleRateHz)).rounded())
      velocity *= 1 + Float(settings.humanise) * hard * Self.unevenVelocity
      velocity = min(1, max(0, velocity))
    }
    let end = note.heard.lengthFrames.map { length in
      max(frame + 1, min(frame + length, grid.start(ofCycle: cycle + 1)))
    }
    return LoopedNote(
      heard: note.heard, layer: layer, frame: frame, velocity: velocity, endFrame: end)
  }

  /// Where a note begins that is moved to its step and swung; as it was played where neither is asked for.
  func moved(_ note: LoopNote, inCycle cycle: Int) -> Int {
    guard settings.quantise > 0 || swing != grid.swing else {
      return grid.start(ofCycle: cycle) + note.position
    }
    let steps = Double(grid.stepsPerBeat)
    var step = grid.swing.straight(grid.beat(ofPosition: note.position)) * steps
    step += settings.quantise * (step.rounded() - step)
    return grid.frame(ofBeat: swing.bent(step / steps), inCycle: cycle)
  }

  private static func mixed(_ id: Int, _ position: Int, _ cycle: Int) -> UInt64 {
    var generator = SeededGenerator(seed: UInt64(bitPattern: Int64(id)))
    generator = SeededGenerator(seed: generator.next() ^ UInt64(bitPattern: Int64(position)))
    generator = SeededGenerator(seed: generator.next() ^ UInt64(bitPattern: Int64(cycle)))
    return generator.next()
  }

  /// Nearly normal: the sum of four even numbers, of deviation 1.
  private static func normal(_ generator: inout SeededGenerator) -> Float {
    var sum: Float = -2
    for _ in 0..<4 { sum += generator.uniform() }
    return sum * Float(3).squareRoot()
  }
}
