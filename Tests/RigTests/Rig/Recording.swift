// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

extension Rig {
  /// Input and output, frame by frame, and the program's result.
  struct Recording: MachineWitness {
    let setting: Setting
    /// The take as the program heard it.
    let take: [Float]
    let left: [Float]
    let right: [Float]
    /// The program's standard output.
    let output: String
    /// The program's standard error.
    let errors: String
    /// The room's report.
    let room: Room
    /// The program ended by itself, and well: a measuring one does so only if nothing popped.
    let isComplete: Bool

    var disturbances: [Disturbance] { room.disturbances }
    var disturbancesOfTake: [Disturbance] { room.disturbancesOfTake }
    var isWithoutPops: Bool {
      isComplete || output.contains(" pops 0 ") || errors.contains(#/ hits?.*, 0 pops\b/#)
    }

    /// Whether anything is played at a frame.
    func isSounding(_ frame: Int) -> Bool {
      frame < left.count && (left[frame] != 0 || right[frame] != 0)
    }

    /// For each frame how long after it the next sound is played; nil if it is not within so many
    /// frames.
    func delays(after frames: [Int], within most: Int) -> [Int?] {
      frames.map { frame in (0..<most).first { isSounding(frame + $0) } }
    }

    /// The object that the program printed.
    func report<Report: Decodable>(_ type: Report.Type) throws -> Report {
      do { return try JSONDecoder().decode(type, from: Data(output.utf8)) } catch {
        throw Failure(description: "no report: '\(output)', \(errors), \(machine): \(error)")
      }
    }

    /// The objects that the program printed, one a line.
    func lines<Line: Decodable>(_ type: Line.Type) throws -> [Line] {
      try output.split(separator: "\n").map {
        try JSONDecoder().decode(type, from: Data($0.utf8))
      }
    }
  }

  /// A room's report (`tools/rig/room/main.c`) at its end. Times are by the monotonic clock.
  struct Room: Decodable {
    /// The recording.
    let frames: Int
    /// When the program was first seen.
    let arrivedSeconds: Double
    /// When the server was last heard of.
    let lastSeconds: Double
    /// Frames that the server counted from the program's arrival to the take.
    let framesBefore: Int
    /// Frames that it counted from the recording's end until it was last heard of.
    let framesAfter: Int
    /// How long the room waited for the program.
    let awaitedSeconds: Double
    /// The room was there before the program, and so has seen all of the server's time that the program has.
    let isFirst: Bool
    let disturbances: [Disturbance]

    var disturbancesOfTake: [Disturbance] {
      disturbances.filter { $0.frame > 0 && $0.frame < frames }
    }
  }

  /// How a server ends while a program uses it.
  enum Death: String, CaseIterable {
    /// It ends.
    case ending = "TERM"
    /// It stands still, and no event ever reports it.
    case standstill = "STOP"
  }

  /// The same take in two rooms, the second of another server that took the place of the first.
  struct Return: MachineWitness {
    let before: Recording
    let after: Recording
    /// When the first server ended, by the monotonic clock, to a hundredth.
    let diedSeconds: Double

    var setting: Setting { before.setting }
    var disturbances: [Disturbance] { before.disturbances + after.disturbances }
    var disturbancesOfTake: [Disturbance] { before.disturbancesOfTake + after.disturbancesOfTake }
    var isWithoutPops: Bool { after.isWithoutPops }
  }
}
