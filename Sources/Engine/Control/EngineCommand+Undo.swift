// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

extension EngineCommand {
  /// What brings back what this command changes, where everything stands as in `state`; empty where nothing can.
  func inverse(in state: EngineState) -> [EngineCommand] {
    switch self {
    case .strip(let change): Self.inverse(change, state)
    case .endSolo:
      (state.kit?.pads ?? []).filter(\.strip.isSoloed).map {
        .strip(StripChange(drum: $0.name, .solo, 1))
      }
    case .bus(let bus): [.bus(Bus(bus.bus, gain: state.buses[bus.bus.rawValue] ?? 1))]
    case .tempo(let change): state.tempo.map { [.tempo(change.inverse($0))] } ?? []
    case .hearing(let change): change.inverse(state).map { [.hearing($0)] } ?? []
    case .soundPad(let change): Self.inverse(change, state)
    // What a profile was before it was written anew, nobody knows.
    case .profile(let profile) where profile.isReadAnew == true: []
    case .profile: [.profile(Profile(name: state.profile?.name ?? ProfileLocator.generalName))]
    case .trigger(let change): change.inverse(state).map { [.trigger($0)] } ?? []
    case .kit: (state.kit?.path).map { [.kit(Kit(name: $0))] } ?? []
    case .noteOn, .noteOff, .choke, .loadBacking, .startBacking, .stopBacking, .period, .record,
      .endRecording, .session, .endSession, .sweep, .undo, .quit:
      []
    }
  }

  /// What it changes, so that steps of one fader count as one change; nil where each counts by itself.
  var target: String? {
    switch self {
    case .strip(let change):
      change.parameters.contains(where: \.isToggle)
        ? nil : "\(name) \(change.drum) \(change.parameters.map(\.name))"
    case .bus(let bus): "\(name) \(bus.bus.rawValue)"
    case .hearing(let change) where change.sensitivity != nil: "\(name) sensitivity"
    case .trigger(let change): "\(name) \(change.target)"
    default: nil
    }
  }

  private static func inverse(_ change: StripChange, _ state: EngineState) -> [EngineCommand] {
    guard let kit = state.kit else { return [] }
    return kit.pads(named: change.drum).map { place in
      .strip(change.inverse(of: kit.pads[place].strip, drum: kit.pads[place].name))
    }
  }

  private static func inverse(_ change: SoundPad, _ state: EngineState) -> [EngineCommand] {
    guard let profile = state.profile,
      let place = profile.sounds.firstIndex(of: change.sound), place < profile.pads.count
    else { return [] }
    let pad = state.pads[change.sound] ?? profile.pads[place]
    return [.soundPad(SoundPad(sound: change.sound, pad: pad))]
  }
}

extension EngineCommand.Tempo {
  fileprivate func inverse(_ tempo: EngineEvent.Tempo) -> Self {
    Self(
      beatsPerMinute: beatsPerMinute.map { _ in tempo.beatsPerMinute },
      meter: meter.map { _ in tempo.meter },
      isClicking: isClicking.map { _ in tempo.isClicking })
  }
}

extension EngineCommand.Hearing {
  /// Nil for what was taught: only the profile's copy brings that back.
  fileprivate func inverse(_ state: EngineState) -> Self? {
    guard learnHits == nil, let hearing = state.hearing, let profile = state.profile else {
      return nil
    }
    return Self(
      sensitivity: sensitivity.map { _ in hearing.sensitivity },
      strictness: strictness.map { _ in hearing.strictness },
      adapts: adapts.map { _ in hearing.adapts }, sound: sound,
      thresholdDecibels: sound.flatMap { hearing.thresholds[$0] },
      certainty: certainty.map { _ in profile.certainty },
      velocityCurve: velocityCurve.map { _ in profile.velocityCurve })
  }
}

extension EngineCommand.Trigger {
  /// Nil where no board tells how the pad is set.
  fileprivate func inverse(_ state: EngineState) -> Self? {
    let pads = state.ports.flatMap { $0.triggers ?? [] }
    return pads.first { $0.input.lowercased() == input.lowercased() }.map { pad in
      Self(
        input: pad.input, sensitivity: sensitivity.map { _ in pad.sensitivity },
        thresholdPercent: thresholdPercent.map { _ in pad.thresholdPercent },
        curve: curve.map { _ in pad.curve },
        maskMilliseconds: maskMilliseconds.map { _ in pad.maskMilliseconds },
        crosstalkPercent: crosstalkPercent.map { _ in pad.crosstalkPercent },
        scanMilliseconds: scanMilliseconds.map { _ in pad.scanMilliseconds },
        retriggerMilliseconds: retriggerMilliseconds.map { _ in pad.retriggerMilliseconds })
    }
  }

  /// The pad, and which of its settings change.
  fileprivate var target: String {
    let isSet = [
      sensitivity, thresholdPercent, maskMilliseconds, crosstalkPercent, scanMilliseconds,
      retriggerMilliseconds,
    ].map { $0 != nil }
    return "\(input.lowercased()) \(isSet) \(curve != nil)"
  }
}
