// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import CRealtime
import Realtime

/// How late a thread with the scheduling of the audio thread wakes up, over a second of periods of
/// 64 frames at 48 kHz.
struct WakeUpTrial: Sendable {
  /// The number of wake-ups that are measured.
  static var count: Int { @_noLocks get { 750 } }
  /// Time between them: a period of 64 frames at 48 kHz.
  static var periodNanoseconds: Int64 { @_noLocks get { 1_333_333 } }

  /// What the system granted the thread.
  let grant: RealtimeGrant
  /// How late each wake-up was, in nanoseconds, in rising order.
  let latenessNanoseconds: [Int]

  /// The lateness that a share of the wake-ups does not exceed, in milliseconds.
  func milliseconds(quantile: Double) -> Double {
    let place = Int(quantile * Double(latenessNanoseconds.count - 1))
    return 1e-6 * Double(latenessNanoseconds[place])
  }

  /// Measured once, when it is first needed; takes a second. Nil if the system cannot start a
  /// thread.
  static let shared: WakeUpTrial? = measure()

  private static func measure() -> WakeUpTrial? {
    let lateness = UnsafeMutablePointer<Int>.allocate(capacity: count)
    lateness.initialize(repeating: 0, count: count)
    defer { lateness.deallocate() }
    let thread = RealtimeThread(
      name: "flam-doctor",
      main: { context in
        if let context { WakeUpTrial.wakeUp(writing: context.assumingMemoryBound(to: Int.self)) }
        return nil
      }, context: lateness)
    guard let thread else { return nil }
    let grant = thread.grant
    thread.join()
    return WakeUpTrial(
      grant: grant,
      latenessNanoseconds: UnsafeBufferPointer(start: lateness, count: count).sorted())
  }

  /// The thread's main function.
  @_noLocks private static func wakeUp(writing lateness: UnsafeMutablePointer<Int>) {
    rt_prefault_stack()
    var due = rt_now_nanoseconds()
    for turn in 0..<count {
      due += periodNanoseconds
      rt_sleep_until(due)
      let now = rt_now_nanoseconds()
      lateness[turn] = Int(now - due)
      if now > due { due = now }
    }
  }
}
