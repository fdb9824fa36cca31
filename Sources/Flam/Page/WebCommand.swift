// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import ControlSocket
import Web
import Profiles

struct WebCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web",
    abstract: "Show the page of a 'flam play' that runs.",
    discussion: """
        flam web                in the browser of this machine
        flam web --web-lan      also for phones on your network
        flam web 8080 --json    on another port, for a program to read

      Prints the page's address, and in a terminal its QR code. The page is shown until \
      Ctrl-C, or until the playing ends; the playing goes on without it. Where 'flam play \
      --web' shows it already, that one's address is printed, and it stays.

      Only your own playing is found. docs/page.md says what the page does.
      """)

  /// Which playing, and the address of its page.
  struct Choices: ParsableArguments {
    @Argument(
      help: ArgumentHelp(
        "Port of the page; 0 for one that is free. Default: \(PageServer.usualPort).",
        valueName: "port"))
    var port: UInt16?

    @Option(
      help: ArgumentHelp("Of several that run, the one with this number.", valueName: "process"))
    var process: Int32?
  }

  @OptionGroup(title: HelpSection.need) var choices: Choices
  @OptionGroup(title: HelpSection.page) var network: PageNetworkOption
  @OptionGroup(title: HelpSection.advanced) var output: JSONOption

  func run() throws {
    let signals = StopSignals()
    let play = try RunningPlay.find(process: choices.process, for: "show the page")
    let (call, page) = try play.openPage(port: choices.port, isOnNetwork: network.webLan)
    if output.json {
      try Terminal.print(page.jsonLine)
    } else {
      page.show()
    }
    guard !page.isLasting else {
      Terminal.report("'flam play --web' shows it; it stays until that ends")
      return
    }
    Terminal.report("Ctrl-C closes the page; playing goes on")
    var watch = PageWatch()
    while !signals.wait(milliseconds: 100) {
      if call.isOver {
        Terminal.report("the playing has ended, and the page with it")
        return
      }
      if let text = watch.message({ play.later }) { Terminal.report(text) }
    }
  }
}
