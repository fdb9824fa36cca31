// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Glibc
import Testing

/// How a process ends if the system gives no more memory.
@Suite struct MemoryShortageTests {
  @Test("a crash without memory ends with the requested exit code")
  func shortage() async {
    await #expect(processExitsWith: .exitCode(69)) {
      rt_end_on_memory_shortage("no memory\n", 69)
      var limit = rlimit(rlim_cur: 1 << 20, rlim_max: 1 << 20)
      setrlimit(__rlimit_resource_t(9), &limit)  // RLIMIT_AS
      abort()
    }
  }

  @Test("a crash with memory is unchanged")
  func crash() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      rt_end_on_memory_shortage("no memory\n", 69)
      abort()
    }
  }
}
