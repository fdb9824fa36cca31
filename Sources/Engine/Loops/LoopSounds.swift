// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Looping

/// The sounds of loops as the audio thread gets them.
struct LoopSounds {
  private struct Entry {
    let source: LoopSound
    let sound: ObjectSound
    /// The output frame behind the last on which it may be heard.
    var endFrame: Int
  }

  /// The audio thread may be so many frames late.
  private static let lateFrames = 1 << 17

  private var entries: [ObjectIdentifier: Entry] = [:]

  /// A sound as the audio thread gets it; it is kept until that can't play it any more.
  mutating func sound(_ looped: LoopedSound) -> ObjectSound {
    let key = ObjectIdentifier(looped.sound)
    let entry =
      entries[key]
      ?? Entry(
        source: looped.sound, sound: ObjectSound(looped.sound.samples, channelCount: 1, octaves: 0),
        endFrame: 0)
    entries[key] = entry
    entries[key]?.endFrame = max(entry.endFrame, looped.endFrame)
    return entry.sound
  }

  /// Takes out what neither a loop nor the audio thread needs any more.
  mutating func forgotten(
    except needed: @autoclosure () -> [LoopSound], now: Int
  ) -> [ObjectSound] {
    let silent = entries.filter { now >= $0.value.endFrame + Self.lateFrames }
    guard !silent.isEmpty else { return [] }
    let needed = Set(needed().map { ObjectIdentifier($0) })
    let forgotten = silent.filter { !needed.contains($0.key) }
    for key in forgotten.keys { entries[key] = nil }
    return forgotten.values.map(\.sound)
  }
}
