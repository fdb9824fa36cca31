// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Glibc

/// Plays at once what it hears, so that a recording of both shows the loop's delay and nothing else.
///
///     rig-echo RATE PERIOD PERIODS [STALL_FRAMES STALL_MILLISECONDS]
///
/// With the last two it dawdles every so many frames, to provoke pops. It ends at SIGINT and prints its delay and pops.
@main struct RigEcho {
  static func main() {
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 3 || numbers.count == 5 else {
      return exit(64, "usage: rig-echo RATE PERIOD PERIODS [STALL_FRAMES STALL_MILLISECONDS]")
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    do {
      let loop = try AudioLoop(
        input: .capture(device: "default"), output: .playback(device: "default"),
        settings: StreamSettings(
          rateHz: numbers[0], periodFrames: numbers[1], periodCount: numbers[2]))
      let stall = UnsafeMutablePointer<Stall>.allocate(capacity: 1)
      stall.initialize(
        to: numbers.count == 5
          ? Stall(intervalFrames: numbers[3], milliseconds: numbers[4])
          : Stall(intervalFrames: .max, milliseconds: 0))
      try loop.start(BlockHandler(function: echo, context: stall))
      var signal: Int32 = 0
      sigwait(&signals, &signal)
      loop.stop()
      let ending = loop.wait()
      let statistics = loop.statistics()
      print(
        "delay \(loop.delayFrames) pops \(statistics.pops) realigned \(statistics.realignments)",
        "frames \(statistics.inputFrames) \(ending)")
    } catch {
      exit(69, "\(error)")
    }
  }

  private static func exit(_ status: Int32, _ message: String) {
    let line = "rig-echo: \(message)\n"
    write(STDERR_FILENO, line, line.utf8.count)
    Glibc.exit(status)
  }
}

/// Pauses to come.
struct Stall {
  let intervalFrames: Int
  let milliseconds: Int
  var frames = 0
}

private func echo(
  context: UnsafeMutableRawPointer, input: UnsafePointer<Float>?, inputFrames: Int,
  output: UnsafeMutablePointer<Float>?, outputFrames: Int
) {
  let stall = context.assumingMemoryBound(to: Stall.self)
  stall.pointee.frames += inputFrames
  if stall.pointee.frames >= stall.pointee.intervalFrames {
    stall.pointee.frames = 0
    usleep(UInt32(1000 * stall.pointee.milliseconds))
  }
  guard let input, let output else { return }
  for frame in 0..<outputFrames {
    output[2 * frame] = input[frame]
    output[2 * frame + 1] = -input[frame]
  }
}
