// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Web

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

  @OptionGroup var network: PageNetworkOption

  /// The requested page; nil for none.
  var wish: ShownPage.Wish? {
    guard web != nil || network.webLan else { return nil }
    return ShownPage.Wish(
      port: web ?? PageServer.usualPort, isOnNetwork: network.webLan, isLasting: true)
  }
}

/// Whether the page is for others, too.
struct PageNetworkOption: ParsableArguments {
  @Flag(help: "Also on your network, for phones.")
  var webLan = false
}
