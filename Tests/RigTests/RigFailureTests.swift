// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

/// Which failures of the rig may be left out, and which fail the test.
@Suite struct RigFailureTests {
  /// A room in which a processor was away for two periods of a take.
  private static let late = Rig.Room(
    frames: 48_000, arrivedSeconds: 1, lastSeconds: 3, framesBefore: 0, framesAfter: 0,
    awaitedSeconds: 0.1, isFirst: true,
    disturbances: [Disturbance(what: "processor", frame: 100, milliseconds: 3)])

  private func isLeftOut(exitCode: Int?, rooms: [Rig.Room]) -> Bool {
    Rig.Failure(description: "", rooms: rooms, exitCode: exitCode).isOfMachine
  }

  @Test("a program that is not heard, or crashes, has failed on a late machine as well")
  func unheard() {
    #expect(!isLeftOut(exitCode: nil, rooms: [Self.late]))
    #expect(!isLeftOut(exitCode: 139, rooms: [Self.late]))
  }

  @Test("an error of a program is left out if the machine was late, and never otherwise")
  func error() {
    #expect(isLeftOut(exitCode: 65, rooms: [Self.late]))
    #expect(!isLeftOut(exitCode: 65, rooms: []))
  }

  @Test(
    "times are judged at the shortest period that the machine keeps",
    arguments: [
      ([], 64), ([0.4, 1.2], 64), ([0.4, 1.4], 128), ([Double](repeating: 0.7, count: 9), 128),
      ([2.7], 256), ([6], 512), ([50], 512),
    ])
  func keptPeriod(lateMilliseconds: [Double], frames: Int) {
    let disturbances = lateMilliseconds.map {
      Disturbance(what: "processor", frame: 0, milliseconds: $0)
    }
    #expect(KeptPeriod.frames(disturbances, watchedSeconds: 8) == frames)
  }
}
