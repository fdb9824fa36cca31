// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Looping
import Sequencing

/// The current state, for front ends that join late: the sum of all events so far.
public struct EngineState: Codable, Sendable, Equatable {
  /// It plays: from ``Engine/start()`` to its end.
  public private(set) var isPlaying = false
  /// The devices; nil before they are open.
  public private(set) var devices: EngineEvent.Devices?
  /// Devices that have gone.
  public private(set) var awayDevices: [String] = []
  /// The sounds in use; nil before they are known.
  public private(set) var profile: EngineEvent.Profile?
  /// The drums in use, and how their pads are mixed; nil before there are any.
  public private(set) var kit: EngineEvent.Kit?
  /// The kit that is being loaded; nil for none.
  public private(set) var loading: EngineEvent.KitLoading?
  /// How the present buses are mixed, by their names; see ``bus(_:)``.
  public private(set) var buses: [String: BusStrip] = [:]
  /// The contents of the racks' filled slots: by the names of the buses and drums, by the numbers of
  /// the slots.
  public private(set) var racks: [String: [Int: EffectSetting]] = [:]
  /// The rows of the matrix of hits that are filled, by their numbers.
  public private(set) var modulations: [Int: Modulation] = [:]
  /// The player's choice of pads for sounds, as a ``PadRule``, by the names of the sounds. Other
  /// sounds play the profile's choice: ``plays(_:)``.
  public private(set) var pads: [String: String] = [:]
  /// The hearing settings; nil before they are known.
  public private(set) var hearing: HearingControls?
  /// The delay from tap to drum, and its budget; nil before it is known.
  public private(set) var delay: EngineEvent.Delay?
  /// The echo path; nil before it was measured.
  public private(set) var echo: EngineEvent.Echo?
  /// Paths of the current recordings.
  public private(set) var recordings: [String] = []
  /// The folder of the session; nil for none.
  public private(set) var session: String?
  /// Ports as last reported, including those that have gone.
  public private(set) var ports: [EngineEvent.Port] = []
  /// The player's tempo; nil before that is known.
  public private(set) var tempo: EngineEvent.Tempo?
  /// Where beats and bars lie on the output frames while the metronome clicks.
  public private(set) var clock = MusicalClock(sampleRateHz: 48_000)
  /// The backing's file; nil for none.
  public private(set) var backing: String?
  /// The pattern that was loaded or plays; nil for none.
  public private(set) var pattern: EngineEvent.Pattern?
  /// The last bar that was announced of the pattern that plays; nil for none.
  public private(set) var patternBar: EngineEvent.Pattern?
  /// The state of the current lesson; nil for none.
  public private(set) var lesson: EngineEvent.Lesson?
  /// How the looper stands; nil if it was never used.
  public private(set) var loop: EngineEvent.Looped?
  /// The layers of the loop, in the order of their numbers.
  public private(set) var loopLayers: [LoopLane] = []
  /// The last meter values.
  public private(set) var meters: EngineEvent.Meters?
  /// The load of playing.
  public private(set) var load: EngineEvent.Load?
  /// Hits settled.
  public private(set) var hits = 0
  /// Notes from outside the microphone that were struck.
  public private(set) var notes = 0
  /// Buffers that ran full or dry.
  public private(set) var xruns = 0

  /// What a sound of the profile plays now; nil if there is no such sound.
  public func plays(_ sound: String) -> String? {
    if let chosen = pads[sound] { return chosen }
    let own = profile?.padsInKits?.first { $0.key.lowercased() == kit?.name.lowercased() }
    return own?.value[sound]
      ?? profile.flatMap { profile in
        zip(profile.sounds, profile.pads).first { $0.0 == sound }?.1
      }
  }

  /// How a bus is mixed.
  public func bus(_ bus: MixBus) -> BusStrip { buses[bus.rawValue] ?? BusStrip() }

  /// The contents of the filled slots of a rack, by their numbers.
  public func rack(of place: RackPlace) -> [Int: EffectSetting] { racks[place.name] ?? [:] }

  /// The places with effects: buses in their order, then drums by their names.
  public var filledRacks: [RackPlace] {
    let names = racks.filter { !$0.value.isEmpty }.keys
    return RackPlace.buses.filter { names.contains($0.name) }
      + names.map(RackPlace.init(named:)).filter { !RackPlace.buses.contains($0) }
      .sorted { $0.name < $1.name }
  }

  /// Drums with effects that the kit does not have: their racks rest.
  public var restingRacks: [String] {
    filledRacks.compactMap { place in
      guard case .pad(let name) = place, kit?.pads(named: name).isEmpty == true else { return nil }
      return name
    }
  }

  /// The place that a name means: of a rack that is there, else of a drum of the kit; nil if there is
  /// no such drum, or several.
  public func place(_ asked: RackPlace) -> RackPlace? {
    guard case .pad(let name) = asked, rack(of: asked).isEmpty else { return asked }
    let titles = (kit?.pads(named: name) ?? []).compactMap { kit?.pads[$0].name }
    return RackPlace.place(of: titles, asked: name)
  }

  /// Nothing has happened.
  public init() {}

  /// Takes in an event.
  public mutating func apply(_ event: EngineEvent) {
    switch event {
    case .started: isPlaying = true
    case .ended: isPlaying = false
    case .devices(let devices): apply(devices)
    case .device(let device): apply(device)
    case .profile(let profile):
      self.profile = profile
      hearing = profile.hearing
    case .kit(let kit): self.kit = kit
    case .kitLoading(let loading): self.loading = loading
    case .kitLoaded, .kitFailed: loading = nil
    case .mix(let mix): apply(mix.command)
    case .effect(let change): racks[change.bus.name, default: [:]][change.slot] = change.setting
    case .modulation(let change):
      if let row = change.row { modulations[row] = change.modulation }
    case .soundPad(let change): pads[change.sound] = change.pad
    case .hearing(let change): apply(change.command)
    case .delay(let delay): self.delay = delay
    case .echo(let echo): self.echo = echo
    case .recording(let kept): apply(kept)
    case .session(let kept):
      switch kept.state {
      case .begun: session = kept.path
      case .trouble: break
      case .closed: session = nil
      }
    case .looped(let looped):
      loop = looped
      loopLayers.removeAll { lane in !looped.layers.contains { $0.number == lane.number } }
    case .loopLayer(let lane):
      loopLayers.removeAll { $0.number == lane.number }
      let place = loopLayers.firstIndex { $0.number > lane.number } ?? loopLayers.endIndex
      loopLayers.insert(lane, at: place)
    case .meters(let meters): self.meters = meters
    case .load(let load): self.load = load
    case .hit: hits += event.isSettledHit ? 1 : 0
    case .note(let note): notes += note.action == .on ? 1 : 0
    case .xrun(let xrun): xruns = xrun.number
    case .backing(let backing): apply(backing)
    case .pattern(let pattern) where pattern.change == .bar: patternBar = pattern
    case .pattern(let pattern):
      self.pattern = pattern
      if pattern.change != .loaded { patternBar = nil }
    case .tempo(let tempo):
      self.tempo = tempo
      clock.take(tempo, rateHz: devices?.rateHz ?? clock.sampleRateHz)
    case .port(let port): apply(port)
    case .lesson(let lesson): self.lesson = lesson.step == .ended ? nil : lesson
    default: break
    }
  }

  private mutating func apply(_ next: EngineEvent.Devices) {
    devices = next.following(devices)
    guard let tempo, next.rateHz != clock.sampleRateHz else { return }
    clock.take(tempo, rateHz: next.rateHz)
  }

  private mutating func apply(_ device: EngineEvent.Device) {
    switch device.state {
    case .lost: awayDevices = (awayDevices + device.devices).sorted()
    case .back: awayDevices.removeAll { device.devices.contains($0) }
    case .periodChanged: if let frames = device.periodFrames { devices?.periodFrames = frames }
    case .obstructed, .periodTried, .periodRefused: break
    }
  }

  private mutating func apply(_ port: EngineEvent.Port) {
    guard port.state != .troubled else { return }
    var port = port
    if port.state == .connected, port.triggers == nil {
      // Other reports of the port do not name its pads.
      port.triggers = ports.first { $0.kind == port.kind && $0.name == port.name }?.triggers
    }
    ports.removeAll { $0.kind == port.kind && ($0.name == port.name || $0.name == port.asked) }
    ports.append(port)
  }

  private mutating func apply(_ change: EngineCommand) {
    switch change {
    case .bus(let change): buses[change.bus.rawValue] = change.applied(to: bus(change.bus))
    case .strip(let change): kit?.apply(change)
    case .endSolo: kit?.endSolo()
    default: break
    }
  }

  private mutating func apply(_ change: EngineCommand.Hearing) {
    guard var controls = hearing else { return }
    controls.sensitivity = change.sensitivity ?? controls.sensitivity
    controls.strictness = change.strictness ?? controls.strictness
    controls.adapts = change.adapts ?? controls.adapts
    if let sound = change.sound, change.learnHits == nil {
      if let milliseconds = change.maskMilliseconds {
        controls.masks[sound] = milliseconds > 0 ? milliseconds / 1000 : nil
      } else {
        controls.thresholds[sound] = change.thresholdDecibels
      }
    }
    hearing = controls
    if let certainty = change.certainty { profile?.certainty = certainty }
    if let curve = change.velocityCurve { profile?.velocityCurve = curve }
  }

  private mutating func apply(_ backing: EngineEvent.Backing) {
    switch backing.change {
    case .begun: self.backing = backing.path
    case .ended, .unreadable: self.backing = nil
    case .loaded, .removed, .rewritten: break
    }
  }

  private mutating func apply(_ kept: EngineEvent.Kept) {
    guard let path = kept.path else { return }
    switch kept.state {
    case .begun: recordings.append(path)
    case .trouble: break
    case .closed: recordings.removeAll { $0 == path }
    }
  }
}
