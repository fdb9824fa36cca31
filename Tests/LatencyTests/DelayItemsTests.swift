// SPDX-License-Identifier: GPL-3.0-or-later
import Latency
import Testing

@Suite struct DelayItemsTests {
  private let buffers = BufferDelay(sampleRateHz: 48_000, periodFrames: 96, periodCount: 3)

  @Test("buffers of one clock hold the periods, and are waited for no longer")
  func buffersOfOneClock() {
    #expect(buffers.frames == 288 && buffers.marginFrames == 0 && buffers.playbackFrames == 192)
  }

  @Test("items are listed in the order of the path, whatever order they were counted in")
  func order() {
    var items = DelayItems(buffers)
    items.add(.limiter, milliseconds: 0.25)
    items.add(.deviceOwn, milliseconds: 3)
    items.add(.hearing, frames: 72)
    items.add(.constantDelayMargin, frames: 24)
    #expect(
      items.stages.map(\.name) == [
        .capturePeriod, .hearing, .constantDelayMargin, .playbackBuffer, .deviceOwn, .limiter,
      ])
    #expect(items.stages.map(\.milliseconds) == [2, 1.5, 0.5, 4, 3, 0.25])
    #expect(items.sumMilliseconds == 11.25)
  }
}
