// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles
import Realtime
import Sequencing

/// An instrument set up with a kit and a profile, and the rings through which it tells what happens.
///
/// ``audioSide`` belongs to one thread, everything else to one other.
public final class Performance: @unchecked Sendable {
  /// Takes an entry for the journal, and the performance as the entry left it.
  package typealias Subscriber = (JournalEntry, Performance) -> Void

  /// Changes of the mixer that may be on their way.
  private static let mixEventCapacity = 4096
  /// So many drums are remembered by the names of their pads.
  private static let namedDrums = 64
  /// Turns of hits that may wait to be fetched: a roll of 20 a second, revised twice each, for 50 s.
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
  /// The drums of the sounds with which it began.
  private let firstRoles: [PadRole]
  private let exchange = DrumExchange()
  let mixEvents: SPSCRing<MixEvent>
  var desk: MixDesk
  var ears: HearingDesk
  var track: BackingDesk
  /// How fast the player wants to play.
  public internal(set) var tempo = PlayedTempo()
  /// Of the drums that were offered last.
  private(set) var drumsNumber = 0
  /// Changes of the mixer that were lost, since too many were on their way.
  var lostMixChanges = 0
  /// The frame of the last change of the mixer.
  var mixFrame = 0
  /// Takes what changes and which notes are played, in order.
  let subscriber: Subscriber
  /// Outlives the instrument.
  private let tails: TailExchange?
  /// Brings notes that were not heard; nil if none come.
  private let notes: NoteExchange?
  /// What the pads of the last drums are called, by the numbers of the drums: for notes that were struck on them.
  private var padNames: [Int: [PadName]]

  /// Takes down what is played, where that is wanted; outlives the instrument.
  public let performanceLog: PerformanceLog?

  /// An instrument at rest; `tails` brings those of streamed kits, `backing` is played along, `log`
  /// takes down what is played, `notes` brings notes from outside. `laterProfiles` take over in
  /// what is played again, `subscriber` takes what changes.
  package init(
    kit: Kit, profile: Profile, settings: InstrumentSettings, tails: TailExchange? = nil,
    backing: BackingTrack? = nil, performanceLog: PerformanceLog? = nil, notes: NoteExchange? = nil,
    laterProfiles: [Profile] = [], subscriber: @escaping Subscriber = { _, _ in }
  ) {
    self.subscriber = subscriber
    self.performanceLog = performanceLog
    self.notes = notes
    padNames = [0: kit.pads.map(PadName.init)]
    self.kit = kit
    track = BackingDesk(backing)
    self.tails = tails
    self.settings = settings
    firstRoles = profile.sounds.map(\.role)
    hits = SPSCRing(minimumCapacity: Self.hitCapacity)
    mixEvents = SPSCRing(minimumCapacity: Self.mixEventCapacity)
    desk = MixDesk(settings.strips)
    ears = HearingDesk(settings, [profile] + laterProfiles, sampleRateHz: kit.sampleRateHz)
    snapshots = SnapshotCell(Snapshot())
    audioSide = AudioSide(instrument: .allocate(capacity: 1))
    audioSide.instrument.initialize(
      to: Instrument(
        settings: settings,
        hearing: profile.hearing(
          sampleRateHz: Float(kit.sampleRateHz), controls: settings.hearing),
        laterPads: Array(ears.table.pads.dropFirst(profile.sounds.count)),
        drums: Self.drums(of: kit, settings, desk, number: 0),
        exchange: exchange.audioSide, mixEvents: mixEvents.consumer,
        hearingEvents: ears.events.consumer, tails: tails?.audioSide, backing: backing?.exchange,
        notes: notes?.audioSide, hits: hits.producer,
        snapshots: snapshots.publisher, performanceLog: performanceLog?.audioSide))
  }

  deinit {
    audioSide.instrument.deinitialize(count: 1)
    audioSide.instrument.deallocate()
  }

  /// Nobody looks at its levels; to be told before it hears or plays.
  func restMeters() { audioSide.instrument.pointee.isMetered = false }

  /// Goes on, or begins, with what is known of how its drums return; not while the audio thread uses ``audioSide``.
  public func expectReturn(along path: EchoPath) { take(path) }

  /// Lets other drums of the same sample rate answer from the next block on; what sounds rings out. False if the
  /// last ones are still on their way: try again a moment later.
  ///
  /// - Parameter source: Where they come from, for a session that is to be played again.
  public func change(to kit: Kit, from source: KitPart? = nil) -> Bool {
    take(
      source ?? KitPart(name: kit.name, path: "", detail: .whole),
      EffectResources(kit: { _ in kit }))
  }

  /// Sends other drums on their way; false if the last ones are still on theirs.
  func offer(_ kit: Kit) -> Bool {
    precondition(kit.sampleRateHz == sampleRateHz, "the kit has the rate of the performance")
    let drums = Self.drums(of: kit, settings, desk, number: drumsNumber + 1)
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

  /// How the player is heard now.
  public var hearing: HearingControls { ears.controls }

  /// How early a drum answers now.
  public var certainty: Certainty { ears.certainty }

  /// What ``certainty`` means for the profile.
  public var certaintyMeaning: CertaintyMeaning { ears.profile.meaning(of: certainty) }

  /// How strength becomes velocity now.
  public var velocityCurve: VelocityCurve { ears.velocityCurve }

  /// Changes of the mixer and of hearing that were lost, since too many were on their way.
  var lostChanges: Int { lostMixChanges + ears.lostCount }

  /// What each sound of the profile plays as it was learned.
  var profileChoices: [PadChoice] { ears.profile.sounds.map(\.choice) }

  /// The pads that a name means, as notes address them; none where the kit has no such drum.
  package func pads(named name: String) -> [NotePad] {
    kit.pads(named: name).map { NotePad($0, role: kit.pads[$0].role, ofDrums: drumsNumber) }
  }

  /// Sends a note; false if too many are on their way, or none can come.
  package func send(_ note: NoteEvent) -> Bool { notes?.send(note) ?? false }

  /// Hands what became of notes since the last call to the subscriber.
  package func takeNotes() {
    for note in notes?.newNotes() ?? [] {
      let pads = padNames[note.drums] ?? []
      let pad = note.action != .off && pads.indices.contains(note.pad) ? pads[note.pad] : nil
      let played = EngineEvent.Note(
        id: note.id, action: note.action, pad: pad?.title,
        place: note.action == .off ? nil : note.pad, midiNote: pad?.midiNote,
        velocity: note.velocity, startFrame: note.frame + Instrument.outputLatencyFrames,
        askedFrame: note.askedFrame + Instrument.outputLatencyFrames)
      subscriber(JournalEntry(played), self)
    }
  }

  /// Names of the parts of what is played, as they come in ``Instrument/StemBuffers``: the drums, each name once, their
  /// room, the microphone along with them, and the drums that only notes strike.
  public var stemNames: [String] {
    var names: [String] = []
    for name in firstRoles.map(\.name) + ["room", "monitor"] + (notes == nil ? [] : ["others"]) {
      let count = names.count { $0 == name || $0.hasPrefix("\(name)-") }
      names.append(count == 0 ? name : "\(name)-\(count + 1)")
    }
    return names
  }

  /// A kit is on its way, or one that was replaced rings out.
  public var isChangingKit: Bool { exchange.collect() > 0 }

  private static func drums(
    of kit: Kit, _ settings: InstrumentSettings, _ desk: MixDesk, number: Int
  ) -> DrumSetPointer {
    DrumSet.make(
      kit: kit, playing: settings.playing, seed: settings.seed, strips: desk.strips(of: kit),
      number: number)
  }

  /// The hits settled since the last call; what else happened to hits is passed over. Not where another thread takes
  /// ``hitEvents``.
  public func newHits() -> [HitLine] {
    collectDrums()
    var lines: [HitLine] = []
    while let event = hits.consumer.pop() {
      guard event.turn == .settled else { continue }
      lines.append(HitLine(event.hit, sounds: sounds, sampleRateHz: Float(sampleRateHz)))
    }
    return lines
  }

  /// Every turn in the life of each hit, for one thread that takes them: an `EventDispatcher`. The performance must outlive
  /// it.
  public var hitEvents: SPSCRing<HitEvent>.Consumer { hits.consumer }

  /// Takes back the drums that have rung out, and what told the sounds of earlier profiles apart; to be called a few times a second where ``newHits()`` is not.
  public func collectDrums() {
    exchange.collect()
    ears.collect(adoptedCount: snapshot.adoptedProfiles)
  }

  /// Meters and counts as of the last block.
  public var snapshot: Snapshot { snapshots.reader.read() }
}

/// What a pad is called.
private struct PadName {
  let title: String
  let midiNote: Int?

  init(_ pad: Pad) {
    title = pad.title
    midiNote = pad.note ?? pad.role.generalMIDINote
  }
}
