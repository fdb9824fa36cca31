// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import CRealtime
import Glibc

/// Answers each click that it hears with a click, at once, so that a recording of both shows the loop's delay and
/// nothing else.
///
///     rig-echo RATE PERIOD PERIODS INPUT OUTPUT [STALL_FRAMES MILLISECONDS]
///
/// With the last two it dawdles every so many frames, to provoke pops. It ends at SIGINT and prints its delay and pops,
/// and before that, at once and with the time by the monotonic clock, when devices are lost and back.
@main struct RigEcho {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.compactMap { Int($0) }
    let devices = Array(arguments.dropFirst(3).prefix(2))
    guard devices.count == 2, numbers.count == 3 || numbers.count == 5 else {
      return exit(64, "usage: rig-echo RATE PERIOD PERIODS INPUT OUTPUT [STALL_FRAMES MS]")
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    do {
      let loop = try AudioLoop(
        input: .capture(device: devices[0]), output: .playback(device: devices[1]),
        settings: StreamSettings(
          rateHz: numbers[0], periodFrames: numbers[1], periodCount: numbers[2]))
      let echo = UnsafeMutablePointer<Echo>.allocate(capacity: 1)
      echo.initialize(to: Echo(timeline: loop.timeline))
      if numbers.count == 5 {
        (echo.pointee.stallFrames, echo.pointee.stallMilliseconds) = (numbers[3], numbers[4])
      }
      try loop.start(
        BlockHandler(
          function: { context, input, _, inputFrames, output, outputFrames in
            let echo = context.assumingMemoryBound(to: Echo.self)
            if let input { echo.pointee.hear(input, count: inputFrames) }
            if let output { echo.pointee.play(output, count: outputFrames) }
          }, context: echo), survivesLoss: true)
      say("playing")
      var poll = timespec(tv_sec: 0, tv_nsec: 5_000_000)
      while loop.isRunning && sigtimedwait(&signals, nil, &poll) != SIGINT {
        for event in loop.newEvents() { report(event) }
      }
      loop.stop()
      let ending = loop.wait()
      let statistics = loop.statistics()
      print(
        "delay \(loop.delayFrames) pops \(statistics.pops) realigned \(statistics.realignments)",
        "frames \(statistics.inputFrames) \(loop.isLinked ? "linked" : "apart") \(ending)")
    } catch {
      exit(69, "\(error)")
    }
  }

  private static func report(_ event: DeviceEvent) {
    let seconds = 1e-9 * Double(rt_now_nanoseconds())
    switch event {
    case .lost: print("lost at \(seconds)")
    case .back: print("back at \(seconds)")
    default: print(event)
    }
  }

  private static func say(_ message: String) {
    let line = "rig-echo: \(message)\n"
    write(STDERR_FILENO, line, line.utf8.count)
  }

  private static func exit(_ status: Int32, _ message: String) {
    say(message)
    Glibc.exit(status)
  }
}
