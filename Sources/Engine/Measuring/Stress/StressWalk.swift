// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the setting to play with: periods get smaller until one pops.
public struct StressWalk: Sendable {
  /// Periods to try, in frames.
  public static let periods = [512, 256, 128, 64, 32, 16]

  /// The results, the largest period first.
  public private(set) var steps: [StressStep] = []

  /// Nothing tried yet.
  public init() {}

  /// Tries `periods`, from large to small, until one pops, the devices have none that is smaller,
  /// or `trial` returns nil because it was stopped; true if it was not stopped.
  public mutating func run(
    _ periods: [Int] = periods, trial: (_ periodFrames: Int) throws -> StressStep?
  ) rethrows -> Bool {
    for period in periods {
      guard let step = try trial(period) else { return false }
      if let last = steps.last, step.periodFrames >= last.periodFrames { break }
      steps.append(step)
      if !step.isStable { break }
    }
    return true
  }

  private var stable: [StressStep] { Array(steps.prefix(while: \.isStable)) }

  /// The smallest setting that did not pop; nil if all did.
  public var smallestStable: StressStep? { stable.last }

  /// The setting to play with: one step above the smallest stable one, because real use lasts
  /// longer than some seconds of load. The smallest itself if nothing larger was tried or kept the
  /// budget; nil if all popped.
  public var recommended: StressStep? {
    guard let above = stable.dropLast().last,
      above.isWithinBudget || !(stable.last?.isWithinBudget ?? false)
    else { return stable.last }
    return above
  }

  /// Plays for long at the recommended setting; if it pops, at the next larger one, and so on. Nil
  /// if none holds, or `trial` returned nil because it was stopped.
  public func soaked(trial: (_ periodFrames: Int) throws -> StressStep?) rethrows -> StressStep? {
    guard let recommended else { return nil }
    let candidates = stable.reversed().filter { $0.periodFrames >= recommended.periodFrames }
    for candidate in candidates {
      guard let step = try trial(candidate.periodFrames) else { return nil }
      if step.isStable { return step }
    }
    return nil
  }
}
