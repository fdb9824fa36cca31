// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import ControlSocket
import FoundationEssentials
import Profiles
import Storage

/// How other commands of the same person reach the running `play`.
enum PlaySocket {
  /// Opens it; nil, with a message, if the system does not allow it: playing continues without.
  static func open(_ page: ShownPage) -> ControlServer? {
    do throws(SystemError) {
      return try ControlServer(refusal: { PlayRefusal(problem: $0).jsonLine }) { answer($0, page) }
    } catch {
      Terminal.report("'flam web' cannot reach this playing: \(error); --web shows the page, too")
      return nil
    }
  }

  private static func answer(_ line: [UInt8], _ page: ShownPage) -> ControlAnswer {
    guard let request = try? JSONDecoder().decode(PlayRequest.self, from: Data(line)),
      request.version == PlayRequest.currentVersion
    else {
      return refusal("it does not know such a request; use a 'flam' of the same version")
    }
    switch request.request {
    case .about: return ControlAnswer(page.now.jsonLine)
    case .page:
      do throws(CommandFailure) {
        let opened = try page.open(
          port: request.port, isOnNetwork: request.isOnNetwork ?? false)
        return ControlAnswer(opened.jsonLine) { page.leave() }
      } catch {
        return refusal(error.message)
      }
    }
  }

  private static func refusal(_ problem: String) -> ControlAnswer {
    ControlAnswer(PlayRefusal(problem: problem).jsonLine)
  }
}
