// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits
import Storage

extension EngineCommand {
  /// Another kit.
  public struct Kit: Codable, Sendable, Equatable {
    /// A kit's name or path.
    public var name: String

    /// A kit.
    public init(name: String) { self.name = name }
  }
}

extension EngineCommand.Kit: ControlCommand {
  static let name = "kit"
  static let timing = EngineCommand.Timing.atOnce
  static let isForGuests = true
  static let mostAMinute: Int? = Limits.loadsAMinute
  static var effect: (any PerformanceCommand.Type)? { KitPart.self }
  var command: EngineCommand { .kit(self) }
  var changeText: String { "the change of kit" }

  func admitted(from source: HitSource, by host: CommandHost) throws(CommandRefusal) -> Self {
    guard let path = host.kitPath(name) else { throw .unknown("kit", name) }
    return Self(name: path)
  }

  func prepare(by engine: Engine) throws(EngineError) -> any PreparedCommand {
    do throws(KitError) {
      return FoundKit(kit: self, path: try KitLocator().kit(name))
    } catch {
      throw self.error(error)
    }
  }

  /// Why it cannot be loaded.
  fileprivate func error(_ error: KitError) -> EngineError {
    EngineError("load the kit '\(name)'", reason: error.reason, advice: error.advice.description)
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    (state.kit?.path).map { [.kit(Self(name: $0))] } ?? []
  }
}

/// A kit that was found.
private struct FoundKit: PreparedCommand {
  let kit: EngineCommand.Kit
  let path: String

  /// Loads it; it takes over once the frame has been reached.
  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    do throws(KitError) {
      try control.kits.change(
        to: kit.name, at: path, struckAt: control.live.performance.padChoices, atFrame: frame)
    } catch {
      throw kit.error(error)
    }
  }
}
