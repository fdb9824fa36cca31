// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

extension BoardPlayer {
  /// What a board needs of whoever plays.
  public struct Host: Sendable {
    /// Carries a command out, as ``Engine/perform(_:)`` does.
    public var perform: @Sendable (EngineCommand) throws(EngineError) -> Void
    /// How everything stands.
    public var state: @Sendable () -> EngineState
    /// The output frame that answers a time of the monotonic clock; nil for as soon as can be.
    public var outputFrame: @Sendable (_ answeringNanoseconds: Int64) -> Int?
    /// When an output frame is heard, by the same clock; nil where that is not known.
    public var leavingNanoseconds: @Sendable (_ frame: Int) -> Int64?
    /// Names of the kits that there are, in their order.
    public var kits: @Sendable () -> [String]
    /// Where the next recording goes: a file that does not exist.
    public var recordingPath: @Sendable () -> String
    /// Takes message.
    public var report: @Sendable (BoardMessage) -> Void

    /// What whoever plays does.
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

    /// An engine that plays.
    ///
    /// - Parameters:
    ///   - reportingSeconds: How long after its time a stroke is told at most: ``BoardTable/reportingSeconds``.
    ///   - kits: Names of the kits that there are, in their order.
    ///   - recordingPath: Where the next recording goes: a file that does not exist.
    ///   - report: Takes message.
    public init(
      _ engine: Engine, reportingSeconds: Double, kits: @escaping @Sendable () -> [String],
      recordingPath: @escaping @Sendable () -> String,
      report: @escaping @Sendable (BoardMessage) -> Void
    ) {
      self.init(
        perform: { command throws(EngineError) in try engine.perform(command) },
        state: { engine.state },
        outputFrame: { engine.frame(answeringSeconds: 1e-9 * Double($0) + reportingSeconds) },
        leavingNanoseconds: { engine.seconds(leavingAt: $0).map { Int64(1e9 * $0) } },
        kits: kits, recordingPath: recordingPath, report: report)
    }
  }
}
