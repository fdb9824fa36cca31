// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits
import Measuring
import Profiles
import Realtime
import Recording

/// The parts of an engine, opened as its setup asks, and reported event by event.
struct EngineParts {
  let devices: EngineDevices
  let kits: KitChanger
  let live: LivePerformance
  /// How a journal begins.
  let journalStart: JournalStart

  /// Opens the devices, loads the kit, and begins the recordings; `extra` brings recordings that
  /// begin later.
  init(_ setup: EngineSetup, _ extra: Handover<Recorder.Input>, _ events: EventHub) throws {
    let devices = try EngineDevices.open(setup)
    self.devices = devices
    let rateHz = devices.loop.rateHz
    let profile = setup.profile.heard(byTwo: devices.loop.hearsTwo)
    events.publish(.devices(devices.event))
    var kits = try KitChanger(
      setup.kit, setup.adjustments, memory: setup.memory, sampleRateHz: rateHz,
      struckAt: setup.profile.sounds.map(\.choice),
      isWhole: devices.takeRateHz != nil || setup.beginsJournal || setup.objectCount > 0
        || setup.namesPads)
    let kitPath = kits.path
    let kit = try kits.first()
    var settings = setup.settings
    settings.effects = try settings.effects.map { slots throws(EngineError) in
      try kit.slots(slots)
    }
    let slots = settings.effects ?? []
    settings.modulations = try settings.modulations.map { rows throws(EngineError) in
      try kit.modulations(rows, on: slots)
    }
    settings.feedback =
      devices.canReturn ? FeedbackSettings(periodFrames: devices.loop.periodFrames) : nil
    try settings.readEffects(
      sampleRateHz: rateHz, .live(periodFrames: devices.loop.periodFrames))
    let history = PerformanceHistory(sampleRateHz: rateHz)
    let journals = JournalWriter(
      history, to: events, hasMonitored: settings.monitorDecibels != nil)
    let performance = Performance(
      kit: kit, profile: profile, settings: settings, tails: kits.tails,
      backing: try setup.backing?.livingTrack(sampleRateHz: rateHz),
      performanceLog: history.performanceLog,
      notes: NoteExchange(),
      objects: setup.objectCount > 0
        ? ObjectExchange(objectCount: setup.objectCount, sampleRateHz: rateHz) : nil,
      playerObjects: ObjectSide.playerExchange(sampleRateHz: rateHz),
      subscriber: { journals.take($0, of: $1) })
    Self.report(
      performance, profileName: setup.profileName, kitPath: kitPath, backing: setup.backing, events)
    for event in kits.newEvents() { events.publish(event) }
    self.kits = kits
    var start = devices.journalStart(
      setup, profile, performance, kitPath: kitPath, kitPart: kits.firstPart, history)
    journalStart = start
    if setup.beginsJournal {
      start.number = history.begin()
      if let journal = try setup.journal?(start) { journals.begin(journal) }
    }
    let journal = journals.journal
    do {
      live = try Self.live(performance, on: devices, setup, journals, extra)
    } catch {
      journal?.discard()
      throw error
    }
    for recorder in live.recorders {
      events.publish(.recording(EngineEvent.Kept(.begun, path: recorder.path)))
    }
    if let journal { events.publish(.session(EngineEvent.Kept(.begun, path: journal.path))) }
  }

  /// Reports the state of a performance before it begins.
  private static func report(
    _ performance: Performance, profileName: String?, kitPath: String, backing: PlayedBacking?,
    _ events: EventHub
  ) {
    events.publish(.profile(EngineEvent.Profile(performance, name: profileName)))
    events.publish(
      .kit(EngineEvent.Kit(performance.kit, path: kitPath, strips: performance.strips)))
    for bus in MixBus.allCases {
      events.publish(
        .mix(CommandEffect(.bus(BusChange(bus, performance.strip(of: bus))), frame: 0)))
    }
    for effect in performance.settings.effects ?? [] {
      events.publish(.effect(EngineEvent.Effect(frame: 0, effect)))
    }
    for (row, modulation) in zip(Modulation.rows, performance.settings.modulations ?? []) {
      events.publish(
        .modulation(CommandEffect(EngineCommand.Modulate(row: row, modulation), frame: 0)))
    }
    events.publish(.tempo(EngineEvent.Tempo(frame: 0, performance.tempo)))
    if let backing {
      events.publish(.backing(EngineEvent.Backing(.begun, path: backing.path, frame: 0)))
    }
  }

  /// The performance, ready to start, and its recordings.
  private static func live(
    _ performance: Performance, on devices: EngineDevices, _ setup: EngineSetup,
    _ journals: JournalWriter, _ extra: Handover<Recorder.Input>
  ) throws -> LivePerformance {
    let journal = journals.journal
    let recording = setup.recording
    let rateHz = devices.loop.rateHz
    let file = journal?.mixFile ?? recording?.file(devices.isAudible)
    let recorder = try file.map { file in
      try Recorder(
        file, stems: try recording?.stems(file, performance.stemNames) ?? [], hasOthers: true,
        sampleRateHz: rateHz, isOverwriting: recording?.isOverwriting ?? false,
        limits: journal == nil || !(setup.backing?.isRecorded ?? true), fadesOut: journal == nil,
        prepare: journal?.prepare)
    }
    let microphone = try file.flatMap { recording?.microphone($0) }.map {
      try Recorder($0, sampleRateHz: rateHz, isOverwriting: recording?.isOverwriting ?? false)
    }
    let sweep =
      setup.sweep && devices.canReturn ? EchoSweep(sampleRateHz: rateHz) : nil
    return LivePerformance(
      performance, on: devices.loop, recorder: recorder, microphoneRecorder: microphone,
      after: sweep, journals: journals, extra: extra)
  }
}

extension EngineSetup {
  /// Its effects, or the rows of the matrix, name drums, which have to be known at once.
  fileprivate var namesPads: Bool {
    let places = (settings.effects ?? []).map(\.bus) + (settings.modulations ?? []).map(\.bus)
    return places.contains { if case .pad = $0 { true } else { false } }
  }

  /// A journal begins with the playing.
  fileprivate var beginsJournal: Bool { keepsJournal && journal != nil }
}

extension EngineDevices {
  /// The devices in use.
  fileprivate var event: EngineEvent.Devices {
    EngineEvent.Devices(
      input: device(.capture) ?? takePath, output: device(.playback), rateHz: loop.rateHz,
      periodFrames: loop.periodFrames, takeRateHz: takeRateHz, notes: notes)
  }

  /// The state with which a performance begins on them.
  fileprivate func journalStart(
    _ setup: EngineSetup, _ profile: Profile, _ performance: Performance, kitPath: String,
    kitPart: KitPart?, _ history: PerformanceHistory
  ) -> JournalStart {
    JournalStart(
      kitName: performance.kit.name, kitPath: kitPath, kitPart: kitPart, sampleRateHz: loop.rateHz,
      adjustments: setup.adjustments, profile: profile, settings: performance.settings,
      input: device(.capture) ?? takePath, hearsTwo: loop.hearsTwo, output: device(.playback),
      periodFrames: loop.periodFrames, periodCount: setup.streams.periodCount,
      backing: setup.backing, history: history)
  }
}
