// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Engine
import Profiles
import Reports

/// The message for each event.
extension PlayConsole {
  package mutating func report(_ event: EngineEvent) throws {
    switch event {
    case .hit(let message):
      guard let line = message.line else { return }
      tally.add(line)
      if message.turn == .settled { try report(line) }
    case .started: isStarted = true
    case .devices(let devices): devices.notes.forEach { say($0) }
    case .device(let device): report(device)
    case .xrun(let xrun):
      if arePopsShown, let text = pops.message([xrun], atSeconds: seconds) { say(text) }
    case .kit(let kit): report(kit)
    case .kitLoaded(let loaded): report(loaded)
    case .kitFailed(let failed): say("\(failed.reason); the kit before plays on")
    case .echo(let echo): say(EchoText.found(echo, rateHz: rateHz))
    case .load(let load):
      let frames = engine.state.devices?.periodFrames ?? 0
      if engine.state.xruns == 0,
        let text = self.load.warning(load, periodFrames: frames, atSeconds: seconds)
      {
        say(text)
      }
    case .recording(let kept):
      if kept.state == .trouble { kept.detail.map { say($0) } }
      if kept.state == .closed, let recorded = screen?.recorded, recorded.path == kept.path {
        say(recorded.text)
      }
    case .session(let kept):
      if kept.state == .begun { isSessionFaultReported = false }
      if kept.state == .trouble, !isSessionFaultReported {
        isSessionFaultReported = true
        say("the session's hits are no longer kept, its sound is: \(kept.detail ?? "")")
      } else if kept.state == .closed, let path = kept.path, !reported.contains(path) {
        say(Self.text(session: path, fault: kept.detail))
      }
    case .loopSaved(let saved): say(LoopText.saved(saved))
    case .backing(let backing): if let text = BackingText.text(backing) { say(text) }
    case .pattern(let pattern): if let text = PatternText.text(pattern) { say(text) }
    case .learning(let learning): say(LearnedChoice.text(learning, isScreen: screen != nil))
    case .profile(let profile):
      if isStarted, profile.name != nil { say(TransportCommand.text(profile)) }
    case .lesson(let lesson): try report(lesson)
    case .failed(let failed):
      say("cannot carry out '\(failed.command)': \(failed.reason); \(failed.advice)")
    case .port(let port): say(PortText.text(port))
    default: break
    }
  }

  private mutating func report(_ hit: HitLine) throws {
    listedHits += 1
    if screen == nil { try print(hit) }
    if let text = microphone?.message(hitDecibels: hit.peakDecibels) { say(text) }
  }

  private mutating func report(_ lesson: EngineEvent.Lesson) throws {
    let text = LessonText.text(
      lesson, profile: engine.state.profile?.name, isKeeping: output.isKeepingLearned)
    if let text { say(text) }
    try voice.say(lesson)
  }

  private func print(_ hit: HitLine) throws {
    Terminal.clear()
    let line = hit.counted(atHz: takeRateHz, heardAtHz: rateHz)
    let played = PlayedHit(line: line, soundingVoices: engine.snapshot.soundingVoices)
    try Terminal.print(output.json ? played.jsonLine : HitText(hit: line).description)
  }

  private mutating func report(_ device: EngineEvent.Device) {
    say(devices.line(device))
    guard device.state == .periodChanged else { return }
    pops = XrunText(
      periodFrames: device.periodFrames ?? 0, periodNanoseconds: engine.periodNanoseconds)
  }

  private mutating func report(_ kit: EngineEvent.Kit) {
    let isNew = self.kit.map { $0.name != kit.name || $0.isWhole } ?? false
    self.kit = kit
    if isNew && !kit.isWhole {
      say("The first drums of \(kit.name) play, the others are being loaded.")
    }
    guard kit.isWhole else { return }
    PadCommand.missing(in: kit, engine.state).forEach { say($0) }
    for name in engine.state.restingRacks {
      say("\(kit.name) has no drum '\(name)': its effects rest until a kit has one")
    }
    if let text = PresetCommand.offer(kit) { say(text) }
  }

  private mutating func report(_ loaded: EngineEvent.KitLoaded) {
    KitText.faults(loaded.faults).forEach { say($0) }
    if isStarted {
      say("The kit \(loaded.name) is there, after \(loaded.seconds.text(places: 1)) s.")
    }
    if loaded.isStreamed {
      say(
        "It does not fit into \(loaded.memoryMegabytes) MB and is streamed from the disk; --sample-memory gives more."
      )
    }
  }
}
