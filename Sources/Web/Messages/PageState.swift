// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Storage

/// The engine's state as a message to a page: what the page shows, with names in place of paths.
struct PageState: Encodable {
  /// The kit that plays.
  struct Kit: Encodable {
    let name: String
    let isWhole: Bool
    let pads: [Pad]
  }

  /// A drum.
  struct Pad: Encodable {
    let name: String
    /// A name that no other pad has, if there is one.
    let call: String
    let strip: Strip
  }

  /// The sounds that Flam distinguishes.
  struct Profile: Encodable {
    let name: String?
    let sounds: [String]
    let isGuess: Bool
  }

  /// The pattern that was loaded, or plays.
  struct Pattern: Encodable {
    /// Of a groove that comes with Flam.
    let name: String?
    let title: String
    let isPlaying: Bool
    /// Counted from 1; nil before the first.
    let bar: Int?
    let bars: Int
  }

  /// A board whose pads can be set.
  struct Board: Encodable {
    let name: String
    let pads: [EngineEvent.Port.Trigger]
    /// The curves that can be picked.
    let curves = VelocityCurve.allCases
  }

  let event = "state"
  let isPlaying: Bool
  let rateHz: Int
  let input: String?
  let output: String?
  /// Flam hears a sound file instead of a microphone.
  let hearsTake: Bool
  /// Notes about the devices.
  let notes: [String]
  let awayDevices: [String]
  let kit: Kit?
  let loading: EngineEvent.KitLoading?
  let profile: Profile?
  /// The pads that each sound plays, by their indices in the kit.
  let answers: [String: [Int]]
  let hearing: HearingControls?
  let buses: [String: BusStrip]
  /// What slots of racks hold.
  let racks: [String: [Int: EffectSetting]]
  let delay: EngineEvent.Delay?
  let load: EngineEvent.Load?
  /// The echo path; nil before it was measured.
  let echo: EngineEvent.Echo?
  /// Something is recorded. (Without an output device there is always one recording, which does not count.)
  let isRecording: Bool
  let session: String?
  let tempo: EngineEvent.Tempo?
  let backing: String?
  let pattern: Pattern?
  /// The present step of the lesson; nil without a lesson.
  let lesson: EngineEvent.Lesson?
  /// How the looper stands; nil if it was never used.
  let loop: EngineEvent.Looped?
  let xruns: Int
  /// The connected boards.
  let boards: [Board]

  /// The message for a state.
  init(_ state: EngineState) {
    isPlaying = state.isPlaying
    rateHz = state.devices?.rateHz ?? 48_000
    input = state.devices?.input.map(PathText.name)
    output = state.devices?.output.map(PathText.name)
    hearsTake = state.devices?.takeRateHz != nil
    notes = (state.devices?.notes ?? []).map(PathText.stripped)
    awayDevices = state.awayDevices.map(PathText.name)
    kit = state.kit.map { kit in
      Kit(
        name: PathText.name(kit.name), isWhole: kit.isWhole,
        pads: kit.pads.indices.map { place in
          let pad = kit.pads[place]
          let call = ([pad.name] + pad.names).first { kit.pads(named: $0) == [place] }
          return Pad(name: pad.name, call: call ?? pad.name, strip: pad.strip)
        })
    }
    loading = state.loading.map {
      EngineEvent.KitLoading(name: PathText.name($0.name), share: $0.share)
    }
    profile = state.profile.map {
      Profile(name: $0.name.map(PathText.name), sounds: $0.sounds, isGuess: $0.isGuess)
    }
    answers = Self.answers(state)
    (hearing, buses, delay, load) = (state.hearing, state.buses, state.delay, state.load)
    racks = state.racks.mapValues { rack in
      rack.mapValues { setting in
        var setting = setting
        setting.source = setting.source.map(PathText.name)
        return setting
      }
    }
    echo = state.echo
    isRecording = state.recordings.count > (state.devices?.output == nil ? 1 : 0)
    session = state.session.map(PathText.name)
    tempo = state.tempo
    backing = state.backing.map(PathText.name)
    pattern = state.pattern.map { pattern in
      Pattern(
        name: Grooves.name(ofPath: pattern.path), title: pattern.title,
        isPlaying: pattern.change == .begun, bar: state.patternBar?.bar, bars: pattern.bars)
    }
    (lesson, loop, xruns) = (state.lesson, state.loop, state.xruns)
    boards = state.ports.filter { $0.state == .connected }.compactMap { port in
      port.triggers.map { Board(name: PathText.name(port.name), pads: $0) }
    }
  }

  private static func answers(_ state: EngineState) -> [String: [Int]] {
    guard let kit = state.kit, let profile = state.profile else { return [:] }
    var answers: [String: [Int]] = [:]
    for sound in profile.sounds {
      let rule = PadRule(kept: state.plays(sound) ?? sound)
      answers[sound] = rule.names.compactMap { kit.pads(named: $0).first }
    }
    return answers
  }
}
