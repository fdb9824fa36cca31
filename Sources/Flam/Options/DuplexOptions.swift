// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser

/// Which device is heard, which is played on, and how they are set.
struct DuplexOptions: ParsableArguments {
  @OptionGroup var stream: StreamOptions

  @Option(help: ArgumentHelp("Device to play on, in place of --device.", valueName: "pcm"))
  var output: String?

  var playbackDevice: String { output ?? stream.device ?? StreamOptions.defaultDevice }
  /// The player chose a device to play on by name.
  var namesPlayback: Bool { output != nil || stream.device != nil }
}
