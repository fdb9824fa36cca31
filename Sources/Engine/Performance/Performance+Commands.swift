// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The player's changes while it plays.
extension Performance {
  /// A change of the mixer takes place this much later, so that its frame is known in advance.
  private static var mixLeadSeconds: Double { 0.02 }

  /// Makes a command take effect, or plays a note, at the time of its journal entry, and gives a
  /// command's entry to the subscriber; false if it has no effect.
  @discardableResult
  package func take(
    _ entry: JournalEntry, _ resources: EffectResources = EffectResources()
  ) -> Bool {
    switch entry.content {
    case .note(let note): return send(note.again)
    case .command(let command, let moment):
      guard command.apply(to: self, at: moment.frame, resources) else { return false }
      subscriber(entry, self)
      return true
    }
  }

  /// Makes a command take effect as soon as possible; false if it has no effect.
  ///
  /// - Parameter mixFrame: No earlier than that frame of the mix, or than input heard while it is
  ///   made.
  @discardableResult
  func take(
    _ command: some PerformanceCommand, atFrame mixFrame: Int? = nil,
    _ resources: EffectResources = EffectResources()
  ) -> Bool {
    take(
      JournalEntry(command, at: nextMoment(of: type(of: command).clock, mixFrame)), resources)
  }

  /// The same for a player's command; false if it needs more than its own values, or does not
  /// change the playing.
  @discardableResult package func take(_ command: EngineCommand) -> Bool {
    guard let command = command.body as? any PerformanceCommand else { return false }
    return take(command)
  }

  /// When the next command takes effect: a tenth of a second from now for changes of hearing,
  /// sooner for those of the mixer, and in the order of the commands.
  private func nextMoment(of clock: JournalEntry.Clock, _ wanted: Int?) -> JournalEntry.Moment {
    switch clock {
    case .mix:
      let lead = Int(Self.mixLeadSeconds * Double(sampleRateHz))
      mixFrame = max(mixFrame, snapshot.frame + lead, wanted ?? 0)
      return .mix(frame: mixFrame)
    case .input:
      // The input heard while the mix frame is made, to within a block.
      let snapshot = snapshot
      return .input(
        frame: ears.nextFrame(
          heardFrames: snapshot.heardFrames,
          wanted: wanted.map { snapshot.heardFrames + $0 - snapshot.frame }))
    case .pause:
      let frames = audioSide.instrument.pointee.frames
      return .pause(mixFrame: frames.output, inputFrame: frames.input)
    case .drums: return .drums
    }
  }

  /// The backing track; nil for none.
  public var backing: BackingTrack? { track.track }

  /// How often the disk was too slow for a backing track.
  public var backingDropouts: Int { track.dropoutCount }

  /// A recorded track's file was changed while it played.
  public var isBackingAltered: Bool { track.isAltered }

  /// Plays another backing track from its beginning, nil for none; the one before ends.
  func play(along next: BackingTrack?, atFrame frame: Int) {
    track.change(to: next)
    send([.track(next?.exchange.audioSide)], atFrame: frame)
  }

  /// The mixer settings of the kit's pads.
  public var strips: [Strip] { mix.strips(of: kit) }

  /// The mixer settings of a bus.
  public func strip(of bus: MixBus) -> BusStrip { mix.buses[bus] ?? settings.strip(of: bus) }

  /// The contents of the filled slots of a rack, by their numbers.
  public func rack(of place: RackPlace) -> [Int: EffectSetting] { mix.racks[place] ?? [:] }

  /// Sends the current mixer settings of the kit's pads.
  func sendStrips(of pads: [Int], atFrame frame: Int) {
    let strips = strips
    send(pads.map { .strip(strips[$0], pad: $0, drums: drumsNumber) }, atFrame: frame)
  }

  /// Sends changes of the mixer.
  func send(_ changes: [MixEvent.Change], atFrame frame: Int) {
    for change in changes where !mixing.send(change, atFrame: frame) {
      lostMixChanges += 1
    }
  }
}
