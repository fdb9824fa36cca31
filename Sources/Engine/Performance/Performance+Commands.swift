// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What the player changes while it plays.
extension Performance {
  /// A change of the mixer takes place so much later, so that its frame is known before.
  private static var mixLeadSeconds: Double { 0.02 }

  /// Has a command take effect, or plays a note, when an entry of the journal says, and hands the
  /// entry of a command to the subscriber; false if it has no effect.
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

  /// Has a command take effect as soon as it can; false if it has no effect.
  ///
  /// - Parameter mixFrame: That frame of the mix, or what is heard while it is made, if later.
  @discardableResult
  func take(
    _ command: some PerformanceCommand, atFrame mixFrame: Int? = nil,
    _ resources: EffectResources = EffectResources()
  ) -> Bool {
    take(
      JournalEntry(command, at: nextMoment(of: type(of: command).clock, mixFrame)), resources)
  }

  /// The same for what a player asks for; false if it needs more than itself, or changes nothing
  /// that is played.
  @discardableResult package func take(_ command: EngineCommand) -> Bool {
    guard let command = command.body as? any PerformanceCommand else { return false }
    return take(command)
  }

  /// When a command that comes next takes effect: a tenth of a second from now for changes of
  /// hearing, sooner for those of the mixer, and in the order in which commands come.
  private func nextMoment(of clock: JournalEntry.Clock, _ wanted: Int?) -> JournalEntry.Moment {
    switch clock {
    case .mix:
      let lead = Int(Self.mixLeadSeconds * Double(sampleRateHz))
      mixFrame = max(mixFrame, snapshot.frame + lead, wanted ?? 0)
      return .mix(frame: mixFrame)
    case .input:
      // That which is heard while the frame of the mix is made, to within a block.
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

  /// The track that is played along; nil if there is none.
  public var backing: BackingTrack? { track.track }

  /// How often a track that is played along came too late.
  public var backingDropouts: Int { track.dropoutCount }

  /// A track was recorded whose file was changed while it played.
  public var isBackingAltered: Bool { track.isAltered }

  /// Plays another track along from its beginning, none for nil; the one before ends.
  func play(along next: BackingTrack?, atFrame frame: Int) {
    track.change(to: next)
    send([.track(next?.exchange.audioSide)], atFrame: frame)
  }

  /// How the pads of the kit are mixed.
  public var strips: [Strip] { desk.strips(of: kit) }

  /// How a bus is mixed.
  public func strip(of bus: MixBus) -> BusStrip { desk.buses[bus] ?? settings.strip(of: bus) }

  /// What the slots of a bus's rack hold that hold something, by their numbers.
  public func rack(of bus: MixBus) -> [Int: EffectSetting] { desk.racks[bus] ?? [:] }

  /// Sends how pads of the kit are mixed now.
  func sendStrips(of pads: [Int], atFrame frame: Int) {
    let strips = strips
    send(pads.map { .strip(strips[$0], pad: $0, drums: drumsNumber) }, atFrame: frame)
  }

  /// Sends changes of the mixer on their way.
  func send(_ changes: [MixEvent.Change], atFrame frame: Int) {
    for change in changes where !mixEvents.producer.push(MixEvent(change, atFrame: frame)) {
      lostMixChanges += 1
    }
  }
}
