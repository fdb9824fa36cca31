// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles
import Realtime
import Sequencing

/// An instrument with a kit and a profile, and the rings through which it reports.
///
/// ``audioSide`` belongs to one thread, everything else to one other.
public final class Performance: @unchecked Sendable {
  /// Takes an entry for the journal, and the performance as the entry left it.
  package typealias Subscriber = (JournalEntry, Performance) -> Void

  /// Pad names are remembered for this many sets of drums.
  private static let namedDrums = 64
  /// How many events of hits may wait: a roll of 20 a second, revised twice each, for 50 s.
  private static let hitCapacity = 4096

  /// The drums that answer new hits.
  public private(set) var kit: Kit
  /// How the instrument answers.
  public let settings: InstrumentSettings
  /// The rate of input and output.
  public var sampleRateHz: Int { kit.sampleRateHz }
  /// The end for the audio thread; the performance must outlive its use.
  public let audioSide: AudioSide
  private let hits: SPSCRing<HitEvent>
  private let snapshots: SnapshotCell<Snapshot>
  /// The drums of the first sounds.
  private let firstRoles: [PadRole]
  private let exchange = DrumExchange()
  let mixing = MixExchange()
  var mix: MixSettings { didSet { plugins.use(mix) } }
  /// The plug-ins of its racks, and those that left them.
  var plugins = PlayedPlugins()
  var ears: HearingSettings
  var track: BackingTracks
  /// The player's tempo.
  public internal(set) var tempo = PlayedTempo()
  /// The number of the drums that were offered last.
  private(set) var drumsNumber = 0
  /// Changes of the mixer that were lost, because too many were on their way.
  var lostMixChanges = 0
  /// The frame of the last change of the mixer.
  var mixFrame = 0
  /// Receives changes and played notes, in order.
  let subscriber: Subscriber
  /// Outlives the instrument.
  private let tails: TailExchange?
  /// Brings notes from outside the microphone; nil if none come.
  private let notes: NoteExchange?
  /// Bring the sounds of a score, and those of the player; nil where none come.
  private let objects, playerObjects: ObjectExchange?
  /// What the objects of a score, and of the player, were asked for.
  private var asked = AskedObjects(.score)
  private var askedByPlayer = AskedObjects(.player)
  private var soundNumbers = SoundNumbers()
  /// The pad names of the last drums, by the numbers of the drums: for notes on them.
  private var padNames: [Int: [PadName]]

  /// Records strokes, if wanted; outlives the instrument.
  public let performanceLog: PerformanceLog?

  /// An instrument at rest; `tails` brings those of streamed kits, `backing` plays along, `log`
  /// records strokes, `notes` brings notes from outside, `objects` the sounds of a score,
  /// `playerObjects` those of the player.
  /// `laterProfiles` take over in replay; `subscriber` receives changes.
  package init(
    kit: Kit, profile: Profile, settings: InstrumentSettings, tails: TailExchange? = nil,
    backing: BackingTrack? = nil, performanceLog: PerformanceLog? = nil, notes: NoteExchange? = nil,
    objects: ObjectExchange? = nil, playerObjects: ObjectExchange? = nil,
    laterProfiles: [Profile] = [],
    subscriber: @escaping Subscriber = { _, _ in }
  ) {
    self.subscriber = subscriber
    self.performanceLog = performanceLog
    (self.notes, self.objects, self.playerObjects) = (notes, objects, playerObjects)
    padNames = [0: kit.pads.map(PadName.init)]
    self.kit = kit
    track = BackingTracks(backing)
    self.tails = tails
    self.settings = settings
    firstRoles = profile.sounds.map(\.role)
    hits = SPSCRing(minimumCapacity: Self.hitCapacity)
    mix = MixSettings(
      settings.strips, effects: settings.effects ?? [], modulations: settings.modulations ?? [])
    ears = HearingSettings(settings, [profile] + laterProfiles, sampleRateHz: kit.sampleRateHz)
    snapshots = SnapshotCell(Snapshot())
    audioSide = AudioSide(instrument: .allocate(capacity: 1))
    audioSide.instrument.initialize(
      to: Instrument(
        settings: settings,
        hearing: profile.hearing(
          sampleRateHz: Float(kit.sampleRateHz), controls: settings.hearing),
        laterPads: Array(ears.table.pads.dropFirst(profile.sounds.count)),
        drums: Self.drums(of: kit, settings, mix, number: 0),
        exchange: exchange.audioSide, mix: mixing.audioSide,
        hearingEvents: ears.events.consumer, tails: tails?.audioSide, backing: backing?.exchange,
        notes: notes?.audioSide, objects: objects?.audioSide,
        playerObjects: playerObjects?.audioSide, hits: hits.producer,
        snapshots: snapshots.publisher, performanceLog: performanceLog?.audioSide))
    plugins.use(mix)
  }

  deinit {
    audioSide.instrument.deinitialize(count: 1)
    audioSide.instrument.deallocate()
  }

  /// Its levels are not displayed; call this before it hears or plays.
  package func restMeters() { audioSide.instrument.pointee.isMetered = false }

  /// Begins or continues with a measured echo path; not while the audio thread uses ``audioSide``.
  public func expectReturn(along path: EchoPath) { take(path) }

  /// Other drums of the same sample rate answer from the next block on; sounding voices ring out.
  /// False if the last drums are still being sent: try again a moment later.
  ///
  /// - Parameter source: Their source, for the replay of a session.
  public func change(to kit: Kit, from source: KitPart? = nil) -> Bool {
    take(
      source ?? KitPart(name: kit.name, path: "", detail: .whole),
      EffectResources(kit: { _ in kit }))
  }

  /// Sends other drums; false if the last ones are still being sent.
  func offer(_ kit: Kit) -> Bool {
    precondition(kit.sampleRateHz == sampleRateHz, "the kit has the rate of the performance")
    let drums = Self.drums(of: kit, settings, mix, number: drumsNumber + 1)
    guard exchange.offer(drums) else {
      drums.free()
      return false
    }
    self.kit = kit
    drumsNumber += 1
    padNames[drumsNumber] = kit.pads.map(PadName.init)
    padNames[drumsNumber - Self.namedDrums] = nil
    return true
  }

  /// The hearing settings now.
  public var hearing: HearingControls { ears.controls }

  /// How early a drum answers now.
  public var certainty: Certainty { ears.certainty }

  /// What ``certainty`` means for the profile.
  public var certaintyMeaning: CertaintyMeaning { ears.profile.meaning(of: certainty) }

  /// How strength becomes velocity now.
  public var velocityCurve: VelocityCurve { ears.velocityCurve }

  /// Changes of the mixer and of hearing that were lost, because too many were on their way.
  var lostChanges: Int { lostMixChanges + ears.lostCount }

  /// What each sound of the profile plays as it was learned.
  var profileChoices: [PadChoice] { ears.profile.sounds.map(\.choice) }

  /// The pads that a name matches, as notes address them; empty if the kit has no such drum. The
  /// MIDI note of one of several keys is also the key.
  package func pads(named name: String) -> [NotePad] {
    kit.pads(named: name).map { place in
      let pad = kit.pads[place]
      let key = Int(name).flatMap { note in
        note != pad.note && pad.zone.keys.contains(note) ? Float(note) : nil
      }
      return self.pad(at: place, key: key)
    }
  }

  /// A pad by its place in the kit, as notes address it.
  package func pad(at place: Int, key: Float? = nil) -> NotePad {
    let pad = kit.pads[place]
    return NotePad(
      place, role: pad.role, name: pad.name, note: pad.note, ofDrums: drumsNumber, key: key)
  }

  /// Sends a note; false if too many are on their way, or it takes none.
  @discardableResult package func send(_ note: NoteEvent) -> Bool { notes?.send(note) ?? false }

  /// Has the objects of a side do something on a frame of the mix, at once if that is past; false if too much is on its
  /// way, or there are none. What sounds must outlive the performance, or be forgotten: see ``forget(_:)``.
  package func send(
    _ action: ObjectAction, of side: ObjectSide = .score, atFrame frame: Int
  ) -> Bool {
    let event = ObjectEvent(action.change, atFrame: frame)
    switch side {
    case .score:
      guard objects?.send(event) == true else { return false }
      asked.add(action)
    case .player:
      guard playerObjects?.send(event) == true else { return false }
      askedByPlayer.add(action)
    }
    return true
  }

  /// A sound is not sent any more, and all that was sent of it is silent.
  func forget(_ sound: ObjectSound) { soundNumbers.forget(sound) }

  /// What objects did is not all known.
  var hasLostObjects: Bool { asked.hasLost || askedByPlayer.hasLost }

  /// Gives the subscriber the outcomes of notes, and of what objects did, since the last call.
  package func takeNotes() {
    while let outcome = objects?.nextOutcome() {
      guard let change = asked.take(outcome, &soundNumbers) else { continue }
      subscriber(JournalEntry(change, at: .mix(frame: outcome.frame)), self)
    }
    while let outcome = playerObjects?.nextOutcome() {
      guard let change = askedByPlayer.take(outcome, &soundNumbers) else { continue }
      subscriber(JournalEntry(change, at: .mix(frame: outcome.frame)), self)
    }
    for note in notes?.newNotes() ?? [] {
      let pads = padNames[note.drums] ?? []
      let place = note.action.isOfPad ? note.pad : nil
      let pad = place.flatMap { pads.indices.contains($0) ? pads[$0] : nil }
      let played = EngineEvent.Note(
        id: note.id, action: note.action, pad: pad?.title,
        place: place, midiNote: pad?.midiNote, key: note.key,
        velocity: note.velocity, startFrame: note.frame + Instrument.outputLatencyFrames,
        askedFrame: note.askedFrame + Instrument.outputLatencyFrames, of: note.object)
      subscriber(JournalEntry(played), self)
    }
  }

  /// Names of the parts of the mix, in the order of ``Instrument/StemBuffers``: the drums, each
  /// name once, what their sends return, the microphone, and the drums that only notes strike.
  public var stemNames: [String] {
    var names: [String] = []
    let returns = Send.allCases.map(\.bus.rawValue)
    for name in firstRoles.map(\.name) + returns + ["monitor"] + (notes == nil ? [] : ["others"]) {
      let count = names.count { $0 == name || $0.hasPrefix("\(name)-") }
      names.append(count == 0 ? name : "\(name)-\(count + 1)")
    }
    return names
  }

  /// A kit is on its way, or one that was replaced rings out.
  public var isChangingKit: Bool { exchange.collect() > 0 }

  private static func drums(
    of kit: Kit, _ settings: InstrumentSettings, _ mix: MixSettings, number: Int
  ) -> DrumSetPointer {
    DrumSet.make(
      kit: kit, playing: settings.playing, seed: settings.seed, strips: mix.strips(of: kit),
      racks: mix.rackNumbers(of: kit), number: number)
  }

  /// The hits settled since the last call. Only if no other thread reads ``hitEvents``.
  ///
  /// - Parameter watch: Receives each event of each hit.
  public func newHits(watch: (HitEvent) -> Void = { _ in }) -> [HitLine] {
    collectDrums()
    var lines: [HitLine] = []
    while let event = hits.consumer.pop() {
      watch(event)
      guard event.turn == .settled else { continue }
      lines.append(HitLine(event.hit, sounds: sounds, sampleRateHz: Float(sampleRateHz)))
    }
    return lines
  }

  /// Every event of each hit, for a single reading thread: an `EventDispatcher`. The performance
  /// must outlive it.
  public var hitEvents: SPSCRing<HitEvent>.Consumer { hits.consumer }

  /// Takes back drums that have rung out, effects, recognisers of earlier profiles and ended tracks, and looks
  /// at plug-ins; call it a few times a second unless ``newHits()`` is called.
  public func collectDrums() {
    exchange.collect()
    collectPlugins()
    track.collect()
    ears.collect(adoptedCount: snapshot.adoptedProfiles)
  }

  /// Meters and counts as of the last block.
  public var snapshot: Snapshot { snapshots.reader.read() }
}

/// A pad's name.
private struct PadName {
  let title: String
  let midiNote: Int?

  init(_ pad: Pad) {
    title = pad.title
    midiNote = pad.note ?? pad.role.generalMIDINote
  }
}
