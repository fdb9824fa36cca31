// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Sequencing

/// What the player changes of the mix, and plays along.
extension Performance {
  /// A change takes place so much later, so that its frame is known before.
  private static var mixLeadSeconds: Double { 0.02 }

  /// Changes strips of the mixer, now and of kits to come; the pads of the kit that are meant, none where it has no such
  /// drum.
  ///
  /// - Parameter frame: The frame of the mix from which it is heard, as for all changes of the mixer; nil for the next that
  ///   can be.
  @discardableResult public func mix(_ change: StripChange, atFrame frame: Int? = nil) -> [Int] {
    let pads = kit.pads(named: change.drum)
    guard !pads.isEmpty else { return pads }
    var mix = nextMix(frame)
    mix.strip = change
    carryOut(mix)
    return pads
  }

  /// The track that is played along; nil where there is none.
  public var backing: BackingTrack? { track.track }

  /// How often a track that is played along came too late.
  public var backingDropouts: Int { track.dropoutCount }

  /// A track was recorded whose file was changed while it played.
  public var isBackingAltered: Bool { track.isAltered }

  /// Plays another track along from its beginning; the one before ends.
  public func play(
    along track: BackingTrack, as backing: PlayedBacking, atFrame frame: Int? = nil
  ) {
    var mix = nextMix(frame)
    mix.backing = backing
    carryOut(mix, track)
  }

  /// Ends the track that is played along.
  public func endBacking(atFrame frame: Int? = nil) {
    var mix = nextMix(frame)
    mix.endsBacking = true
    carryOut(mix)
  }

  /// Plays at another tempo, or with the metronome on or off.
  public func play(at tempo: PlayedTempo, atFrame frame: Int? = nil) {
    var mix = nextMix(frame)
    mix.tempo = tempo
    carryOut(mix)
  }

  /// Lets a sound play something else, as a ``PadRule``; nil for what it was learned to play.
  package func play(_ pad: String?, forSound sound: String, atFrame frame: Int? = nil) {
    var mix = nextMix(frame)
    mix.soundPad = PerformanceChange.SoundPad(sound: sound, pad: pad)
    carryOut(mix)
  }

  /// No drum is soloed any more.
  public func endSolo(atFrame frame: Int? = nil) { carryOut(nextMix(frame)) }

  /// Changes a bus.
  public func mix(_ change: BusChange, atFrame frame: Int? = nil) {
    var mix = nextMix(frame)
    mix.bus = change
    carryOut(mix)
  }

  /// Changes what a slot of a bus's rack holds.
  public func mix(_ change: SlotChange, atFrame frame: Int? = nil) {
    var mix = nextMix(frame)
    mix.slot = change
    carryOut(mix)
  }

  /// What the slots of a bus's rack hold that hold something, by their numbers.
  public func rack(of bus: MixBus) -> [Int: EffectSetting] { desk.racks[bus] ?? [:] }

  /// How the pads of the kit are mixed.
  public var strips: [Strip] { desk.strips(of: kit) }

  /// How a bus is mixed.
  public func strip(of bus: MixBus) -> BusStrip { desk.buses[bus] ?? settings.strip(of: bus) }

  /// A change of the mixer that comes next, at `frame` where that is far enough ahead and no other one comes later.
  private func nextMix(_ frame: Int?) -> PerformanceChange.Mix {
    let lead = Int(Self.mixLeadSeconds * Double(sampleRateHz))
    mixFrame = max(mixFrame, snapshot.frame + lead, frame ?? 0)
    return PerformanceChange.Mix(frame: mixFrame)
  }

  /// Changes the mixer on the frame of the change.
  ///
  /// - Parameter next: The track of a change that begins one; nil where its file is no longer there.
  package func carryOut(_ mix: PerformanceChange.Mix, _ next: BackingTrack? = nil) {
    tellChange(PerformanceChange(mix))
    if let tempo = mix.tempo {
      self.tempo = tempo
      return send([.click(tempo)], atFrame: mix.frame)
    }
    if let change = mix.soundPad {
      guard let (sound, choice) = ears.change(change.sound, to: change.pad) else {
        return
      }
      return send([.soundPad(choice?.addresses.every, sound: sound)], atFrame: mix.frame)
    }
    if mix.backing != nil || mix.endsBacking != nil {
      track.change(to: next)
      return send([.track(next?.exchange.audioSide)], atFrame: mix.frame)
    }
    if let change = mix.slot {
      desk.apply(change)
      return send(
        [.effect(change.setting, slot: change.slot, of: change.bus)], atFrame: mix.frame)
    }
    if let change = mix.bus {
      let strip = change.applied(to: strip(of: change.bus))
      desk.set(change.bus, strip)
      return send([.bus(change.bus, strip)], atFrame: mix.frame)
    }
    let pads: [Int]
    if let strip = mix.strip {
      desk.apply(strip)
      pads = kit.pads(named: strip.drum)
    } else {
      desk.endSolo()
      pads = Array(kit.pads.indices)
    }
    let strips = strips
    send(
      pads.map { .strip(strips[$0], pad: $0, drums: drumsNumber) }, atFrame: mix.frame)
  }

  private func send(_ changes: [MixEvent.Change], atFrame frame: Int) {
    for change in changes where !mixEvents.producer.push(MixEvent(change, atFrame: frame)) {
      lostMixChanges += 1
    }
  }
}
