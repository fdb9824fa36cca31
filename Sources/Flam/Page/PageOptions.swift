// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Doctor
import Engine
import Kits
import Page
import Profiles
import Sessions
import Storage

/// The page in a browser, and who may see it.
struct PageOptions: ParsableArguments {
  @Option(
    defaultAsFlag: PageServer.usualPort,
    help: ArgumentHelp(
      """
      Show a page in the browser of this machine, on this port or \(PageServer.usualPort): pads to touch, levels, hits, \
      the mixer.
      """, valueName: "port"))
  var web: UInt16?

  @Flag(help: "Also on your network, for phones. Its address holds a token that is new each time.")
  var webLan = false

  /// Shows the page where it is asked for, and tells where; nil where it is not.
  ///
  /// - Parameter token: What pages on the network must know.
  func show(_ engine: Engine, token: PageToken) throws(CommandFailure) -> PageServer? {
    guard web != nil || webLan else { return nil }
    do throws(PageError) {
      let page = try PageServer(
        engine, Self.host, port: web ?? PageServer.usualPort, isOnNetwork: webLan, token: token)
      Terminal.tell("page: \(page.address)")
      if Terminal.isWatched, let code = QRText(page.address) { Terminal.tellLines(code.lines) }
      return page
    } catch {
      throw CommandFailure(
        .unavailable, error.description + "; --web PORT takes another one")
    }
  }

  private static var host: PageHost {
    PageHost(
      kits: PageHost.Kits(
        list: { KitLocator().kits.map { PageHost.Kit(name: $0.name, path: $0.path) } },
        check: OwnProcess.checkKit, sound: OwnProcess.playKit),
      profiles: { [ProfileLocator.generalName] + ProfileLocator().names },
      profile: { try ProfileLocator().profile($0) },
      findings: {
        Doctor.findings().map {
          PageHost.Finding(
            check: $0.check, status: $0.status.rawValue, found: $0.found, why: $0.why, fix: $0.fix)
        }
      },
      recordingPath: { OutputFiles.newRecording },
      sessions: PageHost.Sessions(
        parent: SessionsCommand.defaultParent, replay: OwnProcess.replay),
      scratch: "\(BaseFolders().cache)/flam/page")
  }
}
