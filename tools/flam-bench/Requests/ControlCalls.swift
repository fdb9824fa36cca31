// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket
import Engine
import Glibc
import Simulation
import Storage
import Web

/// The control socket: `flam web` asks for the page again and again, beside 200 callers that ask for
/// nothing.
struct ControlCalls {
  private static let idleCount = 200

  let count: Int
  let engine: Engine
  let host: PageHost

  /// Prints what became of the calls; returns how much memory they took, in megabytes.
  func run(in folder: String) throws -> Double {
    let place = ControlPlace("\(folder)/control")
    let (engine, host) = (engine, host)
    let server = try ControlServer(in: place) { _ in
      guard let page = try? PageServer(engine, host, port: 0) else { return ControlAnswer("full") }
      return ControlAnswer(page.address) { page.stop() }
    }
    defer { server.stop() }
    let socket = place.sockets[0]
    let idle = (0..<Self.idleCount).compactMap { _ in try? ControlCall(socket) }
    var (answered, first) = (0, "")
    func ask() {
      do throws(SystemError) {
        let answer = String(decoding: try ControlCall(socket).ask("page"), as: UTF8.self)
        if answer.hasPrefix("http") { answered += 1 } else { first = answer }
      } catch {
        first = first.isEmpty ? "\(error)" : first
      }
    }
    for _ in 0..<20 { ask() }
    ResidentMemory.settle()
    let before = ResidentMemory.kibibytes
    for _ in 0..<count { ask() }
    ResidentMemory.settle()
    let megabytes = Double(ResidentMemory.kibibytes - before) / 1024
    let refusal = idle.first.flatMap { try? $0.ask("page") }
    print(
      "  control socket: \(answered) of \(count + 20) pages opened and closed beside \(idle.count) idle callers, "
        + "\(megabytes.digits(1)) MB more"
        + (refusal.map { " (an idle one hears: \(String(decoding: $0, as: UTF8.self)))" } ?? "")
        + (first.isEmpty ? "" : " (\(first))"))
    return answered == count + 20 ? megabytes : .infinity
  }
}
