// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Glibc

/// The streams of one clock are away.
struct Outage {
  /// How long an obstacle may last before it is reported, in nanoseconds: a device that was just
  /// plugged in is not ours at once.
  private static let patienceNanoseconds = 1_000_000_000
  /// How long a program that asked for a card has to take it, in nanoseconds.
  static let courtesyNanoseconds = 1_000_000_000
  /// The pause between attempts to open a device, in nanoseconds.
  static let attemptNanoseconds = 100_000_000

  let sinceNanoseconds = Int(rt_now_nanoseconds())
  /// They were lost, not let go.
  var isLoss: Bool
  /// They are open again and handed over, but nothing has gone through them yet.
  var isHandedOver = false
  var nextAttemptNanoseconds = 0
  private var obstructedSinceNanoseconds: Int?
  private var isObstacleReported = false

  init(isLoss: Bool) { self.isLoss = isLoss }

  /// Records an obstacle; true if it must be reported.
  mutating func mustReport(obstructed: Bool) -> Bool {
    let now = Int(rt_now_nanoseconds())
    guard obstructed else {
      obstructedSinceNanoseconds = nil
      return false
    }
    let since = obstructedSinceNanoseconds ?? now
    obstructedSinceNanoseconds = since
    guard !isObstacleReported && now - since > Self.patienceNanoseconds else { return false }
    isObstacleReported = true
    return true
  }
}

/// A change from one period to another; the streams are reopened.
struct PeriodChange {
  let toFrames: Int
  let fromFrames: Int
  let fromDelayFrames: Int
  /// No stream was away when it began: the old period works, so that it can go back.
  let isFromWhole: Bool

  init(to frames: Int, from shown: StreamKeeper.Shown, isFromWhole: Bool) {
    self.isFromWhole = isFromWhole
    toFrames = frames
    fromFrames = shown.periodFrames
    fromDelayFrames = shown.delayFrames
  }
}

/// The keeper's work on streams that are away.
extension StreamKeeper {
  /// Asks for all streams, to reopen them with another period.
  func begin(_ change: PeriodChange) {
    self.change = change
    letGo()
  }

  /// Handles a report from the audio thread.
  func handle(_ message: StreamHandover.Report) {
    if case .plays = message { isSettled = true } else { isSettled = false }
    switch message {
    case .lost(let direction, let code):
      for index in units.indices where units[index].has(direction) {
        lose(index, direction, code: code)
      }
    case .letGo:
      isLettingGo = false
      for index in units.indices {
        units[index].close()
        if let change { units[index].periodFrames = change.toFrames }
        outages[index] = outages[index] ?? Outage(isLoss: false)
        outages[index]?.isHandedOver = false
      }
    case .plays:
      for index in units.indices where outages[index]?.isHandedOver == true { welcome(index) }
    }
  }

  /// Reopens streams that are away, when it is time, and hands them over; but not before the
  /// remaining streams have played on. If a server has died, the streams of another clock are about
  /// to be lost too, and JACK's library frees clients of a dead server that are not closed when a
  /// new one is opened.
  func reopenWhatIsAway() {
    guard isSettled && !isLettingGo else { return }
    let now = Int(rt_now_nanoseconds())
    for index in units.indices {
      guard let outage = outages[index], !outage.isHandedOver, outage.nextAttemptNanoseconds <= now
      else { continue }
      outages[index]?.nextAttemptNanoseconds = now + Outage.attemptNanoseconds
      reopen(index)
    }
  }

  /// Releases a card that a program of higher priority asks for.
  func giveUpWhatIsAskedFor() {
    guard !isLettingGo else { return }
    for index in units.indices where outages[index] == nil && units[index].isAskedFor {
      outages[index] = Outage(isLoss: true)
      outages[index]?.nextAttemptNanoseconds =
        Int(rt_now_nanoseconds()) + Outage.courtesyNanoseconds
      if let end = units[index].ends.first {
        report(.lost(units[index].shownEnds, .handedOver(end.direction, device: end.device)))
      }
      letGo()
    }
  }

  /// Asks for all streams; nothing is opened before they are let go.
  private func letGo() {
    guard !isLettingGo else { return }
    isLettingGo = true
    _ = handover.give(.letGo)
  }

  private func lose(_ index: Int, _ direction: StreamDirection, code: Int) {
    if outages[index]?.isHandedOver == true {  // opened, but nothing went through
      outages[index]?.isHandedOver = false
      if change?.isFromWhole == false {
        if units.allSatisfy({ !$0.streams.isEmpty }) { finishChange() }
      } else {
        revertChange(because: loss(of: direction, code: code))
      }
    } else {
      outages[index] = Outage(isLoss: true)
      report(.lost(units[index].shownEnds, loss(of: direction, code: code)))
    }
    units[index].close()  // may take as long as a dead server stays
  }

  private func reopen(_ index: Int) {
    do throws(DeviceError) {
      let isOpen = try units[index].open()
      _ = outages[index]?.mustReport(obstructed: false)
      guard isOpen else { return markAbsent(index) }
      outages[index]?.isHandedOver = true
      _ = handover.give(.takeOver(units[index].pair))
    } catch {
      if change != nil { return revertChange(because: error) }
      guard outages[index]?.mustReport(obstructed: true) == true else { return }
      report(.obstructed(units[index].shownEnds, error))
    }
  }

  /// A device released for a change of period has disappeared.
  private func markAbsent(_ index: Int) {
    guard outages[index]?.isLoss == false, let end = units[index].ends.first else { return }
    outages[index] = Outage(isLoss: true)
    report(.lost(units[index].shownEnds, loss(of: end.direction, code: -Int(ENODEV))))
  }

  /// The streams of a domain play again.
  private func welcome(_ index: Int) {
    guard let outage = outages[index] else { return }
    outages[index] = nil
    if outage.isLoss {
      let seconds = 1e-9 * Double(Int(rt_now_nanoseconds()) - outage.sinceNanoseconds)
      report(.back(units[index].shownEnds, afterSeconds: seconds))
    }
    if isWhole { finishChange() }
  }

  /// The new period applies from now on, even if it does not hold.
  private func finishChange() {
    guard let change, !isLettingGo else { return }
    self.change = nil
    let pair = LoopStreams.pair(units)
    let delayFrames = pair.delayFrames(hasTwoClocks: hasTwoClocks)
    let marginFrames = pair.marginFrames(hasTwoClocks: hasTwoClocks)
    let slackFrames = pair.slackFrames(periodFrames: change.toFrames)
    shown.withLock { shown in
      shown.periodFrames = change.toFrames
      shown.delayFrames = delayFrames
      shown.marginFrames = marginFrames
      shown.slackFrames = slackFrames
    }
    report(
      .periodChanged(
        from: change.fromFrames, to: change.toFrames,
        laterFrames: delayFrames - change.fromDelayFrames))
  }

  /// Returns to the old period if a device refuses the new one.
  private func revertChange(because failure: DeviceError) {
    guard let change, !isLettingGo else { return }
    self.change = nil
    for index in units.indices { units[index].periodFrames = change.fromFrames }
    report(.periodRefused(change.toFrames, failure))
  }

  private func report(_ event: DeviceEvent) { shown.withLock { $0.events.append(event) } }
}
