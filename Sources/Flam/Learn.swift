// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import FoundationEssentials
import Instrument
import Profiles

struct Learn: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Teach it your sounds, live or from files.",
    discussion: """
      Live, it measures the room and the level, then asks for one sound after another: soft hits, hard ones, and some \
      as you like; three sounds take about 40 seconds. From files, give each sound a recording of 5 to 50 hits, soft \
      and hard, and nothing else. A sound with a drum's name (kick, snare, hihat, tom…) plays that drum.

        flam learn table                              live: kick, snare, hat
        flam learn table --sound kick --sound clap    live, these two
        flam learn table --set-level                  and set the microphone's level
        flam learn table --take kick=palm.wav --take snare=knuckle.wav
        flam learn table --again                      another day: 3 hits a sound
        flam play --profile table
      """)

  @Argument(
    help: ArgumentHelp(
      "Name of the profile, or the path of its file (anything with a slash or ending in .json).",
      valueName: "profile"))
  var profile: String

  @Option(
    help: ArgumentHelp(
      "A sound and a recording of it; may be repeated, also for the same sound.",
      valueName: "sound=file"))
  var take: [String] = []

  @Option(
    help: ArgumentHelp(
      "A sound to ask for at the microphone; may be repeated. Default: kick, snare, hat.",
      valueName: "name"))
  var sound: [String] = []

  @Option(
    help: ArgumentHelp(
      "How often to ask for each sound at the microphone (3...50). Default: 10, and 3 with --again.",
      valueName: "count"))
  var hits: Int?

  @Flag(
    help:
      "Fit a profile that exists to today's place and hands; what it was before is kept beside it as PROFILE.json.bak."
  )
  var again = false

  @Flag(
    help: "Turn the sound card's capture controls where the level is not good; says what it turned."
  )
  var setLevel = false

  @Option(help: .velocityCurve)
  var velocityCurve: VelocityShape?

  @OptionGroup var stream: StreamOptions

  @Flag(help: "Overwrite a profile that exists.")
  var force = false

  @Flag(help: "One JSON object on standard output.")
  var json = false

  func validate() throws {
    for take in take where splitTake(take) == nil {
      throw ValidationError("--take \(take): write it as SOUND=FILE, for example kick=palm.wav.")
    }
    guard take.isEmpty || sound.isEmpty else {
      throw ValidationError("Give either --take, to learn from files, or --sound, to learn live.")
    }
    if let hits, !(3...50).contains(hits) {
      throw ValidationError("--hits must lie in 3...50, not \(hits).")
    }
    guard take.isEmpty || hits == nil else {
      throw ValidationError("--hits is for the microphone; leave it out with --take.")
    }
    guard take.isEmpty || !setLevel else {
      throw ValidationError("--set-level needs the microphone; leave it out with --take.")
    }
    guard !(again && force) else {
      throw ValidationError("Give either --again, to learn on, or --force, to learn anew.")
    }
    if take.isEmpty { try stream.validateForDevices() }
    guard profile != ProfileLocator.generalName else {
      throw ValidationError("The profile 'general' is built in; choose another name.")
    }
  }

  func run() throws {
    let path = ProfileLocator().path(profile)
    let old = again ? try ProfileFile.read(path: path) : nil
    guard again || force || !FileManager.default.fileExists(atPath: path) else {
      throw ProfileError.exists(path: path)
    }
    let learning = Learning(
      old: old, velocityShape: velocityCurve, name: profile, path: path, isOverwriting: force,
      json: json)
    if take.isEmpty {
      try learnLive(learning)
    } else {
      let result = try learning.learn(take.compactMap(splitTake).map(lesson))
      try learning.save(result, showsAll: true)
    }
  }

  private func learnLive(_ learning: Learning) throws {
    let labels = try labels(learning.old)
    let live = try LiveLesson(
      stream: stream, hitsPerSound: hits ?? (again ? 3 : 10), setsLevel: setLevel)
    do {
      try live.teach(labels)
      var result = try learning.learn(live.lessons)
      while let label = try choice(of: labels, learning.text(result), live) {
        try live.teach(label)
        result = try learning.learn(live.lessons)
      }
      try learning.save(result, showsAll: false)
    } catch let end as LiveLesson.BrokenOff {
      try learning.salvage(live.lessons, of: labels, end)
    }
  }

  /// The sounds to ask for.
  private func labels(_ old: Profile?) throws -> [String] {
    guard let old else { return sound.isEmpty ? ["kick", "snare", "hat"] : unique(sound) }
    let known = old.sounds.map(\.name)
    if let label = sound.first(where: { !known.contains($0) }) {
      throw LearningError.unknownSound(label: label, known: known)
    }
    return sound.isEmpty ? known : unique(sound)
  }

  private func unique(_ labels: [String]) -> [String] {
    labels.indices.filter { !labels[..<$0].contains(labels[$0]) }.map { labels[$0] }
  }

  /// Shows what was learned and asks whether a sound is to be taught once more; nil where the player is content.
  private func choice(
    of labels: [String], _ text: LearningText, _ live: LiveLesson
  ) throws -> String? {
    Terminal.tell("\n" + text.body)
    while true {
      Terminal.tell("Return saves it; the name of a sound and Return teaches that one once more.")
      let answer = try live.answer()
      if answer.isEmpty { return nil }
      if labels.contains(answer) { return answer }
      Terminal.tell("There is no sound '\(answer)'; there is \(labels.joined(separator: ", ")).")
    }
  }

  private func splitTake(_ take: String) -> (label: String, path: String)? {
    guard let equals = take.firstIndex(of: "=") else { return nil }
    let label = String(take[..<equals])
    let path = String(take[take.index(after: equals)...])
    return label.isEmpty || path.isEmpty ? nil : (label, path)
  }

  private func lesson(label: String, path: String) throws -> Lesson {
    let take = try Take.told(path: path)
    return Lesson(
      label: label, samples: take.samples, sampleRateHz: Float(take.sampleRateHz), source: path)
  }
}
