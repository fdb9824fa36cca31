// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Console
import DSP
import Engine
import Instrument
import KitMaking
import Profiles
import Reports
import Screen
import SoundFiles

/// Sounds for pads, from a recording or the microphone.
struct SampleRecording {
  /// The hits of a pad.
  struct Pad {
    let role: PadRole
    let sounds: [OwnSound]
    /// The same as a lesson.
    let lesson: Lesson
    /// What the player should know of them.
    let reports: [String]
  }

  /// The pads that were heard, and why it ended before all of them were.
  typealias Heard = (pads: [Pad], failure: CommandFailure?)

  /// The first pads of a kit.
  private static let firstRoles: [PadRole] = [.kick, .snare, .hihatClosed]
  private static let usualHits = 10
  /// A recording that needs more gain is quiet, in decibels.
  private static let muchGainDecibels: Float = 30

  let command: SampleCommand
  /// What ends it; nil for a recording.
  let signals: StopSignals?

  /// The sounds of a pad or, at the microphone, of one after another.
  func sounds(_ role: PadRole?) throws -> Heard {
    if let role, let path = command.sampled.take {
      let take = try Take.reported(path: path, channels: command.devices.stream.takeChannels)
      let lesson = Lesson(
        label: role.name, samples: take.samples, second: take.second,
        sampleRateHz: Float(take.sampleRateHz), source: path)
      return ([try pad(role, lesson)], nil)
    }
    return try live(role.map { [$0] } ?? Self.firstRoles, isOpen: role == nil)
  }

  private func pad(_ role: PadRole, _ lesson: Lesson) throws -> Pad {
    let cuts = try HitCutter(sampleRateHz: Int(lesson.sampleRateHz)).cuts(
      of: lesson.samples, near: lesson.onsetFrames, source: lesson.source)
    var reports: [String] = []
    if cuts.foundCount > cuts.sounds.count {
      reports.append(
        "'\(lesson.source)' has \(cuts.foundCount) hits; \(cuts.sounds.count) of them are kept, evenly chosen"
      )
    }
    if cuts.gainDecibels > Self.muchGainDecibels {
      reports.append(
        "'\(lesson.source)' is quiet: its hits were made \(cuts.gainDecibels.text(places: 0)) dB louder, "
          + "and its noise with them; record again, nearer or with more gain")
    }
    if cuts.clippedCount > 0 {
      reports.append(
        "\(cuts.clippedCount) of \(cuts.sounds.count) hits in '\(lesson.source)' are clipped at full scale: "
          + "record again with less gain")
    }
    return Pad(role: role, sounds: cuts.sounds, lesson: lesson, reports: reports)
  }

  // MARK: The microphone

  /// The player asked for the end.
  private final class End { var isAsked = false }

  /// Records pads, then further ones as long as the player names some.
  private func live(_ roles: [PadRole], isOpen: Bool) throws -> Heard {
    let end = End()
    let (lesson, device) = try opened(end, for: roles.first ?? .kick)
    var failure: CommandFailure?
    do throws(LiveLesson.BrokenOff) {
      try lesson.prepare()
      var next: [PadRole] = roles
      while let role = next.first, !end.isAsked {
        try lesson.teach(role.name)
        next.removeFirst()
        if next.isEmpty, isOpen, Terminal.isAnswered, !end.isAsked {
          next = try another(lesson).map { [$0] } ?? []
        }
      }
    } catch {
      failure = error.failure(device: device, aim: "record")
      guard !lesson.lessons.isEmpty else {
        throw failure ?? CommandFailure(.brokenOff, "Stopped. Nothing was recorded.")
      }
    }
    return (try pads(lesson), failure)
  }

  /// The pads of a lesson so far.
  private func pads(_ live: LiveLesson) throws -> [Pad] {
    try live.lessons.compactMap { lesson in
      try PadRole(name: lesson.label).map { try pad($0, lesson) }
    }
  }

  /// Asks for another pad; nil if the player has enough.
  private func another(_ live: LiveLesson) throws(LiveLesson.BrokenOff) -> PadRole? {
    Terminal.report("")
    while true {
      Terminal.report(
        "Return: that is all. The name of a drum and Return records it, or once more: "
          + SampledPadOptions.names.joined(separator: ", ") + ".")
      let answer = try live.rest(until: Terminal.newAnswer)
      if answer.isEmpty { return nil }
      if let role = PadMapping.role(named: answer) { return role }
      Terminal.report("There is no drum '\(answer)'.")
    }
  }

  /// Opens the microphone; where there is none, a recording can take its place.
  private func opened(_ end: End, for role: PadRole) throws -> (LiveLesson, device: String) {
    do { return try opened(end) } catch let error as DeviceError {
      guard let failure = CommandFailure(error) else { throw error }
      let kit = command.sampled.kit.printable
      throw CommandFailure(
        failure.code, failure.message,
        detail: "A recording does, too: flam sample \(kit) \(role.name) --take \(role.name).wav")
    }
  }

  private func opened(_ end: End) throws -> (LiveLesson, device: String) {
    let stream = command.devices.stream
    let kept = KeptChoices.read(isShown: Terminal.isScreen && !command.output.json)
    let device = stream.namesCapture ? stream.captureDevice : kept.input ?? stream.captureDevice
    let playback =
      command.devices.namesPlayback
      ? command.devices.playbackDevice : kept.output ?? command.devices.playbackDevice
    let text = LiveLessonText(setsLevel: command.level.setLevel)
    let voice = try LessonVoice(
      command.speech.choice, device: playback, settings: stream.settings)
    let signals = signals
    let lesson = try LiveLesson(
      device: device, streams: stream.settings,
      hitsPerSound: command.sampled.hits ?? Self.usualHits, setsLevel: command.level.setLevel,
      purpose: .sampling,
      player: LiveLesson.Player(
        waits: { milliseconds in
          guard signals?.wait(milliseconds: milliseconds) == true else { return false }
          end.isAsked = true
          return true
        }, hasAnswered: { Terminal.isAnswered && Terminal.newAnswer() != nil },
        hears: { text.lines($0).forEach(Terminal.report) }, voice: voice))
    return (lesson, device)
  }
}
