// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Glibc
import Testing

@Suite(
  .enabled(
    if: rt_sanitizer_present(), "another sanitizer takes the place of RealtimeSanitizer"))
struct RealtimeSanitizerTests {
  @Test("a planted allocation ends the program")
  func allocation() async {
    await #expect(processExitsWith: .failure) {
      rt_region_enter()
      // Kept, so that the compiler does not leave it out.
      let memory = UnsafeMutableRawPointer.allocate(byteCount: Int(getpid()), alignment: 1)
      rt_region_exit()
      print(memory)
    }
  }

  @Test("a planted lock ends the program")
  func lock() async {
    await #expect(processExitsWith: .failure) {
      var mutex = pthread_mutex_t()
      pthread_mutex_init(&mutex, nil)
      rt_region_enter()
      pthread_mutex_lock(&mutex)
      rt_region_exit()
    }
  }

  @Test("a planted file read ends the program")
  func fileRead() async {
    await #expect(processExitsWith: .failure) {
      let file = open("/dev/zero", O_RDONLY)
      var byte: UInt8 = 1
      rt_region_enter()
      read(file, &byte, 1)
      rt_region_exit()
    }
  }

  @Test("arithmetic does not")
  func arithmetic() async {
    await #expect(processExitsWith: .success) {
      rt_region_enter()
      let level = rt_log2(rt_sqrt(2))
      rt_region_exit()
      precondition(level > 0)
    }
  }
}
