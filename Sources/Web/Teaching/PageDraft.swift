// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Profiles
import Synchronization

/// Sounds that a page has taught and not saved yet.
final class PageDraft: Sendable {
  /// A taught sound.
  struct Sound: Encodable, Sendable {
    let name: String
    /// A rule of pads; nil for the drum of its name.
    let plays: String?
    let hits: Int
    let softestDecibels: Float
    let hardestDecibels: Float
    fileprivate(set) var lesson: Lesson

    private enum CodingKeys: String, CodingKey {
      case name, plays, hits, softestDecibels, hardestDecibels
    }

    init(_ taught: SoundTeacher.Taught) {
      (lesson, name) = (taught.lesson, taught.lesson.label)
      (plays, hits) = (taught.plays, taught.hits)
      (softestDecibels, hardestDecibels) = (taught.decibels.lowerBound, taught.decibels.upperBound)
    }
  }

  private let taught = Mutex<[Sound]>([])

  /// The taught sounds, in order.
  var sounds: [Sound] { taught.withLock { $0 } }

  /// Adds a sound; it replaces one of the same name.
  func add(_ sound: Sound) {
    taught.withLock { taught in
      if let index = taught.firstIndex(where: { $0.name == sound.name }) {
        taught[index] = sound
      } else {
        taught.append(sound)
      }
    }
  }

  /// Forgets a sound.
  func forget(_ name: String) { taught.withLock { $0.removeAll { $0.name == name } } }

  /// A sound of this name can be taught: it replaces one, or there is room.
  func hasRoom(for name: String) -> Bool {
    taught.withLock { $0.count < PageLimits.draftSounds || $0.contains { $0.name == name } }
  }

  /// Trains a profile of sounds, alone or together with those of another profile. This takes long. Nil without sounds.
  static func profile(of sounds: [Sound], beside base: Profile?) throws(LearningError) -> Profile? {
    guard !sounds.isEmpty else { return nil }
    let lessons = sounds.map(\.lesson)
    let learned =
      if let base { try Learner.extend(base, lessons) } else { try Learner.learn(lessons) }
    let rules = sounds.compactMap { sound in sound.plays.map { (sound.name, $0) } }
    return learned.profile.playing(PadTable(Dictionary(rules) { $1 }))
  }
}

/// A draft, and how well Flam would distinguish its sounds.
struct PageDrafted: Encodable, Sendable {
  let sounds: [PageDraft.Sound]
  /// Nil without sounds.
  let apart: PageProfile?
}

/// A saved profile.
struct PageKeptProfile: Encodable, Sendable { let name: String }
