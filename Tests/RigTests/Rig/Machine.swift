// SPDX-License-Identifier: GPL-3.0-or-later

/// A lateness of the machine: seen by the rig itself (`tools/rig/room/machine.h`), which watches
/// at no program and has priority over all of them.
struct Disturbance: Decodable, Sendable {
  /// The late part: a processor, the sound server.
  let what: String
  /// The frame of the recording by then; 0 before it.
  let frame: Int
  let milliseconds: Double
  /// The server skipped some frames.
  var isLossOfServer: Bool { what == "lost frames" }
}

/// Knows whether the machine was on time during a measurement.
protocol MachineWitness {
  var setting: Rig.Setting { get }
  /// All lateness of a quarter of a period or more, from before the program ran until after its
  /// end.
  var disturbances: [Disturbance] { get }
  /// Those of them that fell into a take.
  var disturbancesOfTake: [Disturbance] { get }
  /// Nothing popped, by the program's count.
  var isWithoutPops: Bool { get }
}

extension MachineWitness {
  private var periodMilliseconds: Double { setting.milliseconds(Double(setting.periodFrames)) }
  /// Without pops, a late processor changed nothing: only frames that the server itself lost count.
  private var harmful: [Disturbance] {
    disturbancesOfTake.filter { !isWithoutPops || $0.isLossOfServer }
  }

  /// The machine was late enough to make a difference: programs that need little of a period pop if
  /// they lose a whole one, and two moments of half a one may fall together.
  var isDisturbed: Bool { harmful.contains { $0.milliseconds >= periodMilliseconds / 2 } }
  /// The longest that the machine was late, in milliseconds.
  var worstLateness: Double { disturbances.map(\.milliseconds).max() ?? 0 }
  /// Pops that can be the machine's doing: one for each time that it was late, and for each period lost. Any more are
  /// ours.
  var mostPopsOfTheMachine: Int {
    disturbances.reduce(0) { $0 + Int(($1.milliseconds / periodMilliseconds).rounded(.up)) }
  }
  /// In words.
  var machine: String {
    "the machine was late \(disturbances.count) times, by up to \(worstLateness) ms"
  }

  /// The last lateness before a frame, and the first after it, in words.
  func machine(around frame: Int) -> String {
    let words = { (late: Disturbance) in "\(late.what) \(late.milliseconds) ms at \(late.frame)" }
    let before = disturbancesOfTake.last { $0.frame <= frame }.map(words) ?? "none"
    let after = disturbancesOfTake.first { $0.frame > frame }.map(words) ?? "none"
    return "late before: \(before), after: \(after)"
  }

  /// Those frames around which the machine was on time: from when the streams must have recovered,
  /// had they popped, until the frame is answered.
  ///
  /// - Parameter byProcessors: Only processors count, popped or not: for measures of wake-up times,
  ///   or of a load that keeps the server waiting itself.
  func undisturbed(_ frames: [Int], byProcessors: Bool = false) -> [Int] {
    let recovery = setting.rateHz / 10 + 16 * setting.periodFrames
    let answer = setting.rateHz / 20 + 2 * setting.periodFrames
    let late = disturbancesOfTake.filter {
      $0.what == "processor" && $0.milliseconds >= periodMilliseconds / 2
    }
    let harmful = (byProcessors ? late : harmful).map(\.frame)
    return frames.filter { frame in
      !harmful.contains { (frame - recovery...frame + answer).contains($0) }
    }
  }
}
