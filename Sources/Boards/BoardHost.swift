// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

extension BoardPlayer {
  /// What a board needs from the program that plays.
  public struct Host: Sendable {
    /// Carries a command out, as ``Engine/perform(_:)`` does.
    public var perform: @Sendable (EngineCommand) throws(EngineError) -> Void
    /// The engine's state.
    public var state: @Sendable () -> EngineState
    /// The output frame that answers a time of the monotonic clock; nil for as soon as possible.
    public var outputFrame: @Sendable (_ answeringNanoseconds: Int64) -> Int?
    /// When an output frame is heard, by the same clock; nil if that is unknown.
    public var leavingNanoseconds: @Sendable (_ frame: Int) -> Int64?
    /// The names of the kits, in order.
    public var kits: @Sendable () -> [String]
    /// The path of the next recording: a file that does not exist.
    public var recordingPath: @Sendable () -> String
    /// Receives the board's messages.
    public var report: @Sendable (BoardMessage) -> Void

    /// A host of these functions.
    public init(
      perform: @escaping @Sendable (EngineCommand) throws(EngineError) -> Void,
      state: @escaping @Sendable () -> EngineState,
      outputFrame: @escaping @Sendable (_ answeringNanoseconds: Int64) -> Int? = { _ in nil },
      leavingNanoseconds: @escaping @Sendable (_ frame: Int) -> Int64? = { _ in nil },
      kits: @escaping @Sendable () -> [String] = { [] },
      recordingPath: @escaping @Sendable () -> String,
      report: @escaping @Sendable (BoardMessage) -> Void
    ) {
      (self.perform, self.state) = (perform, state)
      (self.outputFrame, self.leavingNanoseconds) = (outputFrame, leavingNanoseconds)
      (self.kits, self.recordingPath, self.report) = (kits, recordingPath, report)
    }

    /// A host for an engine that plays.
    ///
    /// - Parameters:
    ///   - reportingSeconds: The longest time from a hit to its report:
    ///     ``BoardTable/reportingSeconds``.
    ///   - kits: The names of the kits, in order.
    ///   - recordingPath: The path of the next recording: a file that does not exist.
    ///   - report: Receives the board's messages.
    public init(
      _ engine: Engine, reportingSeconds: Double, kits: @escaping @Sendable () -> [String],
      recordingPath: @escaping @Sendable () -> String,
      report: @escaping @Sendable (BoardMessage) -> Void
    ) {
      self.init(
        perform: { command throws(EngineError) in
          try engine.perform(command, from: CommandCaller(.board))
        },
        state: { engine.state },
        outputFrame: { engine.frame(answeringSeconds: 1e-9 * Double($0) + reportingSeconds) },
        leavingNanoseconds: { engine.seconds(leavingAt: $0).map { Int64(1e9 * $0) } },
        kits: kits, recordingPath: recordingPath, report: report)
    }
  }
}
