// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Flam

@Suite struct PageWatchTests {
  private func now(page: String? = nil, problem: String? = nil) -> PlayingNow {
    PlayingNow(nil, page: page, pageProblem: problem)
  }

  @Test(
    "it reports once what the page waits for, and once that it is back; a pause between is nothing")
  func waiting() {
    var watch = PageWatch()
    #expect(watch.message(now(page: "http://localhost:1/")) == nil)
    let reported = watch.message(now(problem: "port 1 is taken; end the program"))
    #expect(
      reported?.hasPrefix("port 1 is taken; end the program; then the page comes back") == true)
    #expect(watch.message(now(problem: "port 1 is taken; end the program")) == nil)
    #expect(watch.message(now()) == nil)
    #expect(
      watch.message(now(page: "http://localhost:1/")) == "the page is back at http://localhost:1/")
    #expect(watch.message(now(page: "http://localhost:1/")) == nil)
  }
}
