// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Profiles
import Synchronization

/// Sounds that a page has taught and not kept yet.
final class PageDraft: Sendable {
  /// A sound that was taught.
  struct Sound: Encodable, Sendable {
    let name: String
    /// A rule of pads; nil for what its name says.
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

  /// What was taught, in its order.
  var sounds: [Sound] { taught.withLock { $0 } }

  /// Adds a sound, in place of one of the same name.
  func add(_ sound: Sound) {
    taught.withLock { taught in
      if let place = taught.firstIndex(where: { $0.name == sound.name }) {
        taught[place] = sound
      } else {
        taught.append(sound)
      }
    }
  }

  /// Forgets a sound.
  func forget(_ name: String) { taught.withLock { $0.removeAll { $0.name == name } } }

  /// Another sound can be taught: it is one of those, or there is room.
  func hasRoom(for name: String) -> Bool {
    taught.withLock { $0.count < PageLimits.draftSounds || $0.contains { $0.name == name } }
  }

  /// The profile that sounds make, alone or beside those of another; trained anew, which takes its time. Nil for no sounds.
  static func profile(of sounds: [Sound], beside base: Profile?) throws(LearningError) -> Profile? {
    guard !sounds.isEmpty else { return nil }
    let lessons = sounds.map(\.lesson)
    let learned =
      if let base { try Learner.extend(base, lessons) } else { try Learner.learn(lessons) }
    let rules = sounds.compactMap { sound in sound.plays.map { (sound.name, $0) } }
    return learned.profile.playing(PadTable(Dictionary(rules) { $1 }))
  }
}

/// A draft as a page is told, and how well its sounds would keep apart.
struct PageDrafted: Encodable, Sendable {
  let sounds: [PageDraft.Sound]
  /// Nil where there are no sounds.
  let apart: PageProfile?
}

/// A profile that was kept.
struct PageKeptProfile: Encodable, Sendable { let name: String }
