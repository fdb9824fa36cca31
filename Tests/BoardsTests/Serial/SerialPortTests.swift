// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Simulation
import Storage
import TestSupport
import Testing

@testable import Boards

@Suite(.waiting) struct SerialPortTests {
  private let folder = TemporaryFolder()

  private func wait(_ port: SerialPort) {
    var line = pollfd(fd: port.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&line, 1, FarLimit.milliseconds) == 1)
  }

  @Test(
    "a line carries every byte as it is, at any rate",
    arguments: [57_600, 115_200, 250_000, 1_000_000])
  func carries(bitsPerSecond: Int) throws {
    let board = try BoardEnd()
    defer { board.pull() }
    let port = try SerialPort(path: board.path, bitsPerSecond: bitsPerSecond)
    let every = (0...255).map { UInt8($0) }
    #expect(try port.read() == [])
    board.write(every)
    wait(port)
    #expect(try port.read() == every)
    #expect(try port.write(every) == 256)
    #expect(board.read(256) == every)
  }

  @Test("a line with another program's settings is silent if nothing comes")
  func taken() throws {
    let board = try BoardEnd()
    defer { board.pull() }
    let other = open(board.path, O_RDWR | O_NOCTTY)
    defer { close(other) }
    var settings = termios()
    try #require(tcgetattr(other, &settings) == 0)
    withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(VMIN)] = 0 }
    try #require(tcsetattr(other, TCSANOW, &settings) == 0)
    let port = try SerialPort(path: board.path, bitsPerSecond: 115_200)
    #expect(try port.read() == [])
    // Bytes that a terminal would take for orders are like any others.
    board.write([0x0D, 0x04, 0x03])
    wait(port)
    #expect(try port.read() == [0x0D, 0x04, 0x03])
  }

  @Test("an unread line accepts no more, and delays nothing")
  func full() throws {
    let board = try BoardEnd()
    defer { board.pull() }
    let port = try SerialPort(path: board.path, bitsPerSecond: 115_200)
    var taken = 0
    for _ in 0..<100 { taken += try port.write([UInt8](repeating: 0x55, count: 4096)) }
    #expect(taken > 0 && taken < 409_600)
  }

  @Test("a pulled board is reported")
  func pulled() throws {
    let board = try BoardEnd()
    let port = try SerialPort(path: board.path, bitsPerSecond: 115_200)
    board.pull()
    wait(port)
    #expect(throws: SystemError.self) { try port.read() }
  }

  @Test("a file that is no serial port, and a busy port, are refused with the reason")
  func refused() throws {
    func reason(_ path: String) -> String {
      do throws(SystemError) {
        _ = try SerialPort(path: path, bitsPerSecond: 115_200)
        return ""
      } catch {
        return error.description
      }
    }
    #expect(reason("/dev/null") == "it is not a serial port")
    #expect(reason("/dev/no-such-port") == "No such file or directory")
    #expect(
      SerialPort.refusal(SystemError(code: EACCES)).description.contains("usermod -aG dialout"))
    #expect(SerialPort.refusal(SystemError(code: EBUSY)) == SystemError(code: EBUSY))
  }

  @Test("ports have the same name wherever they are plugged in")
  func names() throws {
    let root = folder.path
    for device in ["ttyACM0", "ttyUSB1", "ttyS0"] {
      folder.write(text: "", to: "sys/class/tty/\(device)/dev")
    }
    folder.write(text: "", to: "dev/serial/by-id/.hidden")
    let link = root + "/dev/serial/by-id/usb-Arduino_Uno_1234-if00"
    try #require(symlink("../../ttyACM0", link) == 0)
    #expect(
      SerialPortName.all(root: root) == [
        SerialPortName(name: "ttyUSB1", path: root + "/dev/ttyUSB1"),
        SerialPortName(name: "usb-Arduino_Uno_1234-if00", path: link),
      ])
    #expect(SerialPortName.named("usb-Arduino_Uno_1234-if00", root: root).path == link)
    #expect(SerialPortName.named("/dev/pts/3").path == "/dev/pts/3")
    #expect(SerialPortName.named("ttyACM7", root: root).path == root + "/dev/ttyACM7")
    let away = SerialPortName.named("usb-Arduino_Uno_9999-if00", root: root)
    #expect(away.path == root + "/dev/serial/by-id/usb-Arduino_Uno_9999-if00")
    #expect(SerialPortName.all(root: root + "/none") == [])
  }

  @Test(
    "a line that another program has open is refused, also to root, until that program closes it"
  )
  func shared() throws {
    let board = try BoardEnd()
    defer { board.pull() }
    var first: SerialPort? = try SerialPort(path: board.path, bitsPerSecond: 115_200)
    #expect(throws: SystemError.self) {
      try SerialPort(path: board.path, bitsPerSecond: 115_200)
    }
    _ = try first?.write([1])
    first = nil
    _ = try SerialPort(path: board.path, bitsPerSecond: 115_200)
  }
}
