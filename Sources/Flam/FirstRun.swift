// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Console
import Engine
import Reports

/// The first run: the room, the microphone's level, and the player's sounds. Whatever is not heard, the
/// player is asked, and comes to play.
struct FirstRun {
  /// What is heard.
  struct Microphone: Equatable {
    /// ALSA's name of the device.
    var device: String
    /// Its only channel that is heard, from 1; nil as the options say.
    var channel: Int?
  }

  /// The end of it.
  enum Ending: Equatable {
    /// The profile that was taught, nil for the built-in guess; the microphone, and whether hits were
    /// heard.
    case play(profile: String?, Microphone, isHeard: Bool)
    case quit
  }

  /// What the player wants instead of an attempt.
  private enum Next {
    case ends(Ending)
    case hears(Microphone)
  }

  /// Sounds to teach, with suggestions what to hit.
  static let sounds = [
    (name: "kick", hint: "the palm of your hand"), (name: "snare", hint: "a knuckle"),
    (name: "hat", hint: "a fingernail"),
  ]
  /// A soft one and a hard one.
  static let hitsPerSound = 2

  let learning: Learning
  /// A profile of the name exists.
  let isTaught: Bool
  /// The sounds are taught unasked.
  let teachesUnasked: Bool
  /// Opens a microphone; nil if there is none: playing reports that.
  let opens: (Microphone) throws -> LiveLesson?
  /// Microphones by ALSA's names, with their descriptions.
  let microphones: () -> [(device: String, text: String)]
  /// Somebody can answer.
  let asks: Bool
  /// The answer to a question since the last call, a key of these or, for nil, a line; empty for
  /// Return.
  let typed: (_ keys: String?) -> String?

  private var labels: [String] { Self.sounds.map(\.name) }
  private var kept: String? { isTaught ? learning.name : nil }

  /// Goes through it, until there is something to play with.
  func run(_ first: Microphone) throws -> Ending {
    var (microphone, before): (Microphone, Microphone?) = (first, nil)
    while true {
      do {
        switch try hear(microphone) {
        case .ends(let ending): return ending
        case .hears(let other): (before, microphone) = (microphone, other)
        }
      } catch let error as DeviceError {
        guard let last = before else { throw error }
        Terminal.report("\(error.text(\.options)); '\(last.device)' is heard as before")
        (before, microphone) = (nil, last)
      }
    }
  }

  /// Goes through it at one microphone, which is closed when it returns.
  private func hear(_ microphone: Microphone) throws -> Next {
    guard let live = try opens(microphone) else {
      return .ends(.play(profile: kept, microphone, isHeard: false))
    }
    let talk = LessonTalk(
      live: live, learning: learning, device: microphone.device, answer: { typed(nil) })
    do {
      switch try lessons(live, talk, microphone) {
      case nil: return .ends(.play(profile: learning.name, microphone, isHeard: true))
      case .ends(.play(_, let microphone, let isHeard))
      where !isTaught && live.lessons.count >= Learning.fewestSounds:
        try talk.salvage(labels, .asked)
        return .ends(.play(profile: learning.name, microphone, isHeard: isHeard))
      case let next?: return next
      }
    } catch let end as LiveLesson.BrokenOff {
      try talk.salvage(labels, end)
      return .ends(.quit)
    }
  }

  /// The room, the level, and one sound after another; nil if all of them were taught.
  private func lessons(
    _ live: LiveLesson, _ talk: LessonTalk, _ microphone: Microphone
  ) throws -> Next? {
    let instead = try attempt(live, microphone, again: "listen once more", byKeys: true) {
      () throws(LiveLesson.BrokenOff) in try live.prepare()
    }
    if let instead { return instead }
    if !teachesUnasked {
      Terminal.report("Return: teach your sounds (half a minute). P: play now. Q: quit.")
      let answer = try live.rest { typed("pq") }
      if Self.ends(answer) { return .ends(.quit) }
      if answer == "p" { return plays(microphone, isHeard: true) }
    }
    for sound in Self.sounds {
      Terminal.report("")
      Terminal.report("Your \(sound.name): \(sound.hint), or what you like.")
      let instead = try attempt(live, microphone, again: "try \(sound.name) again", byKeys: false) {
        () throws(LiveLesson.BrokenOff) in try live.teach(sound.name)
      }
      if let instead { return instead }
    }
    try learning.save(talk.result(showing: \.brief), showsAll: false)
    Terminal.report(
      "That is a beginning: Flam goes on learning while you play. 'flam learn \(learning.name) --force' takes ten hits each."
    )
    return nil
  }

  private func plays(_ microphone: Microphone, isHeard: Bool) -> Next {
    .ends(.play(profile: kept, microphone, isHeard: isHeard))
  }

  /// Carries out an attempt, once more as long as too little is heard and the player wants that; nil
  /// if it succeeds.
  private func attempt(
    _ live: LiveLesson, _ microphone: Microphone, again: String, byKeys: Bool,
    _ body: () throws(LiveLesson.BrokenOff) -> Void
  ) throws(LiveLesson.BrokenOff) -> Next? {
    while true {
      do throws(LiveLesson.BrokenOff) {
        try body()
        return nil
      } catch {
        guard error.isUnheard, asks else { throw error }
      }
      if let next = try choice(live, microphone, again, byKeys: byKeys) { return next }
    }
  }

  /// Asks what to do when too little was heard; nil to try again.
  private func choice(
    _ live: LiveLesson, _ microphone: Microphone, _ again: String, byKeys: Bool
  ) throws(LiveLesson.BrokenOff) -> Next? {
    let others = microphones().filter { $0.device != microphone.device }.prefix(9)
    let capture = live.capture
    let channel = ChannelText.channelWithSound(
      capture.channelPeaks, heard: capture.heardChannels, heardPeak: .infinity)
    var question = "Return: \(again). "
    if let channel { question += "C: hear channel \(channel). " }
    if !others.isEmpty {
      Terminal.report("Other microphones:")
      for (index, other) in others.enumerated() {
        Terminal.report("  \(index + 1)  \(other.text)")
      }
      question += others.count == 1 ? "1: hear that one. " : "1 to \(others.count): hear that one. "
    }
    Terminal.report(question + "P: play now\(byKeys ? ", by keys" : ""). Q: quit.")
    let keys = "pq" + (channel == nil ? "" : "c") + others.indices.map { "\($0 + 1)" }.joined()
    let answer = try live.rest { typed(keys) }
    if Self.ends(answer) { throw .asked }
    if answer == "p" { return plays(microphone, isHeard: !byKeys) }
    if answer == "c", let channel {
      return .hears(Microphone(device: microphone.device, channel: channel))
    }
    guard let number = Int(answer), others.indices.contains(number - 1) else { return nil }
    return .hears(Microphone(device: others[number - 1].device, channel: nil))
  }

  static func ends(_ answer: String) -> Bool { ["q", "quit"].contains(answer) }
}

extension LiveLesson.BrokenOff {
  /// Too little was heard.
  fileprivate var isUnheard: Bool {
    switch self {
    case .nothingHeard, .tooFewHits: true
    case .asked, .device: false
    }
  }
}
