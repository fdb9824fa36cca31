// SPDX-License-Identifier: GPL-3.0-or-later

extension Engine {
  /// How the output sounds now. It is computed on the thread that asks, anew at most 20 times a second.
  public var outputSpectrum: OutputSpectrum { analyser.look() }
}
