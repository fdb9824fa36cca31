// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Profiles
import Storage
import Synchronization

/// Sounds that a player teaches while playing. Each is saved after its lesson: in the profile that
/// plays, or in a new one if the built-in guess does.
final class NewSounds: Sendable {
  /// The name if the player cannot be asked.
  private static let newName = "me"

  private let engine: Engine
  private let teacher: SoundTeacher
  private let mailbox: Mailbox

  /// Lines for the player; written by the teacher's thread.
  private final class Mailbox: Sendable {
    private let lines = Mutex<[String]>([])

    func put(_ line: String) { lines.withLock { $0.append(line) } }

    func take() -> [String] {
      lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }
  }

  /// Teaches sounds while an engine plays. `locator` finds the profiles' folder.
  init(_ engine: Engine, _ locator: ProfileLocator = ProfileLocator()) {
    self.engine = engine
    let mailbox = Mailbox()
    self.mailbox = mailbox
    teacher = SoundTeacher(engine) { taught in
      do {
        mailbox.put(try Self.keep(taught, engine, locator))
      } catch {
        mailbox.put("\(taught.lesson.label.printable) was taught, but is not kept: \(error)")
      }
    }
  }

  /// A sound is being taught.
  var isTeaching: Bool { teacher.isTeaching }

  /// Begins to teach a sound.
  func teach(_ sound: SoundTeacher.Sound) throws(EngineError) {
    let known = engine.state.profile.map { $0.isGuess ? [] : $0.sounds } ?? []
    if !known.contains(sound.sound), let fault = SoundPair.fault(ofSound: sound.sound, among: known)
    {
      throw EngineError(
        "teach the sound '\(sound.sound)'", reason: fault, advice: "teach each of them first")
    }
    try teacher.begin(sound)
  }

  /// Ends the lesson; does not wait.
  func end() { teacher.end() }

  /// Ends the lesson, and waits until its result is saved.
  func stop() { teacher.stop() }

  /// Lines for the player since the last call.
  func takeMessages() -> [String] { mailbox.take() }

  /// Saves a sound, plays with it, and reports its path.
  private static func keep(
    _ taught: SoundTeacher.Taught, _ engine: Engine, _ locator: ProfileLocator
  ) throws -> String {
    let base = try engine.profileName.map { name in
      (name: name, profile: engine.learned(try locator.profile(name), named: name))
    }
    let learned =
      if let base { try Learner.extend(base.profile, [taught.lesson]) } else {
        try Learner.learn([taught.lesson])
      }
    let label = taught.lesson.label
    let rules = taught.plays.map { [label: $0] } ?? [:]
    let profile = learned.profile.playing(PadTable(rules))
    let name = base?.name ?? free(locator)
    let path = locator.path(name)
    if base == nil {
      try ProfileFile.write(profile, path: path, isOverwriting: false)
    } else {
      try ProfileFile.replace(profile, path: path)
    }
    let kept = "your \(label.printable) is kept in the profile '\(name.printable)'"
    do throws(EngineError) {
      try engine.perform(.profile(EngineCommand.Profile(name: name, isReadAnew: true)))
    } catch {
      return "\(kept), but is not played with yet: \(error.reason); pick the profile in a moment"
    }
    return base == nil
      ? "your \(label.printable) is the first sound of your new profile '\(name)': teach it another one next"
      : kept
  }

  /// "me", or "me-2" if that exists.
  private static func free(_ locator: ProfileLocator) -> String {
    let known = locator.names
    guard known.contains(newName) else { return newName }
    var number = 2
    while known.contains("\(newName)-\(number)") { number += 1 }
    return "\(newName)-\(number)"
  }
}
