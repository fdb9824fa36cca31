// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Realtime

/// The current hearing settings, and changes on their way to the audio thread.
struct HearingSettings: ~Copyable {
  /// How many changes may be on their way.
  private static let capacity = 1024
  /// A change takes place this much later, so that its input frame is ahead even of large blocks.
  static let leadSeconds = 0.1

  /// Bring the changes to the audio thread.
  let events = SPSCRing<HearingEvent>(minimumCapacity: capacity)
  /// The sounds of all profiles so far.
  private(set) var table: SoundTable
  /// The profile in use, as it was learned.
  private(set) var profile: Profile
  /// Names of its sounds.
  private(set) var sounds: [String]
  /// The settings after the last change.
  private(set) var controls: HearingControls
  /// How early a drum answers.
  private(set) var certainty: Certainty
  /// How strength becomes velocity.
  private(set) var velocityCurve: VelocityCurve
  /// Changes that were lost, because too many were on their way.
  private(set) var lostCount = 0
  private let sampleRateHz: Float
  private var lastFrame = 0
  /// On their way to the audio thread.
  private var sent: [SoundRecogniserPointer] = []
  private var adoptedCount = 0
  /// The teaching of profiles that were replaced, in their order.
  private var taught: [[TaughtSound?]] = []

  /// The hearing settings at the beginning, for the first of `profiles`; the others will take over.
  init(_ settings: InstrumentSettings, _ profiles: [Profile], sampleRateHz: Int) {
    (controls, certainty) = (settings.hearing, settings.certainty)
    profile = profiles[0]
    velocityCurve = profile.velocityCurve
    table = SoundTable(profiles)
    let places = table.add(profile)
    sounds = places.map { [names = table.names] in names[$0] }
    self.sampleRateHz = Float(sampleRateHz)
  }

  deinit { for recogniser in sent { Self.free(recogniser) } }

  /// The input frame of the next change, no earlier than the wanted one.
  mutating func nextFrame(heardFrames: Int, wanted: Int? = nil) -> Int {
    let soonest = heardFrames + Int(Self.leadSeconds * Double(sampleRateHz))
    lastFrame = max(lastFrame, soonest, wanted ?? 0)
    return lastFrame
  }

  /// Sends a change.
  mutating func change(_ change: HearingChange, atFrame frame: Int) {
    switch change {
    case .certainty(let certainty): self.certainty = certainty
    case .velocityCurve(let curve): velocityCurve = curve
    default: controls.apply(change, sounds: sounds)
    }
    send(.change(change), atFrame: frame)
  }

  /// Another profile is taking over, or there is no room for one: ask again a moment later.
  var isBusy: Bool { !sent.isEmpty || events.consumer.count >= Self.capacity }

  /// The pads of the sounds in use.
  var padChoices: [PadChoice] { table.choices(ofSounds: sounds) }

  /// Changes what a sound plays; see ``SoundTable/change(_:to:)``.
  mutating func change(_ sound: String, to pad: String?) -> (sound: Int, choice: PadChoice?)? {
    table.change(sound, to: pad)
  }

  /// The profile to use from a change on; call ``recogniser()``, and send that. Sounds that the
  /// earlier profile also had keep their thresholds.
  mutating func change(to next: Profile) {
    profile = next
    let places = table.add(next)
    let names = table.names
    sounds = places.map { names[$0] }
    velocityCurve = next.velocityCurve
    controls.thresholds = controls.thresholds.filter { sounds.contains($0.key) }
  }

  /// Trains the recogniser of ``profile``'s sounds, which takes time; to be sent.
  mutating func recogniser() -> SoundRecogniserPointer {
    let recogniser = SoundRecogniserPointer.allocate(capacity: 1)
    recogniser.initialize(
      to: profile.recogniser(
        sampleRateHz: sampleRateHz, changes: controls.changes(sounds: sounds),
        places: table.add(profile)))
    return recogniser
  }

  /// Sends a profile that is ready.
  mutating func send(_ ready: ReadyProfile, atFrame frame: Int) {
    let recogniser = ready.recogniser
    guard send(.recogniser(recogniser), atFrame: frame) else { return Self.free(recogniser) }
    sent.append(recogniser)
  }

  @discardableResult
  private mutating func send(_ content: HearingEvent.Content, atFrame frame: Int) -> Bool {
    let isSent = events.producer.push(HearingEvent(content, atFrame: frame))
    if !isSent { lostCount += 1 }
    return isSent
  }

  /// Takes back recognisers that were replaced, and keeps their learning.
  mutating func collect(adoptedCount: Int) {
    while self.adoptedCount < adoptedCount, !sent.isEmpty {
      let before = sent.removeFirst()
      taught.append(before.pointee.taughtSounds())
      Self.free(before)
      self.adoptedCount += 1
    }
  }

  /// The teaching of profiles that were replaced since the last call, in their order.
  mutating func takeTaught() -> [[TaughtSound?]] {
    defer { taught = [] }
    return taught
  }

  private static func free(_ recogniser: SoundRecogniserPointer) {
    recogniser.deinitialize(count: 1)
    recogniser.deallocate()
  }
}
