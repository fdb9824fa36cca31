// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA
import CRealtimeALSA
import Engine
import Glibc
import Realtime

/// A client of ALSA's sequencer with one port. Its messages have times of the monotonic clock.
///
/// One thread receives; another thread may send.
final class Sequencer: @unchecked Sendable {
  /// The port's purpose.
  enum Direction {
    /// It receives.
    case input
    /// It sends.
    case output

    fileprivate var capabilities: UInt32 {
      UInt32(
        bitPattern: self == .input
          ? Int32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
          : Int32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ))
    }
  }

  /// Something that arrives.
  enum Arrival {
    /// A message.
    case message(TimedMessage)
    /// Ports came or went.
    case ports
    /// Some messages did not fit and were lost.
    case overrun
  }

  private static let usualName = "default"
  /// The size of the kernel's input buffer, in events: the largest allowed. A long message takes
  /// several.
  private static let inputEvents = 2000

  private let handle: OpaquePointer
  private let port: Int32
  private let queue: Int32
  private let direction: Direction
  private var clock = QueueClock()
  /// The queue sends in steps of ``stepsHz``. Otherwise in steps of the kernel's tick, several
  /// milliseconds.
  let isFine: Bool

  /// Steps of the queue.
  private static let stepsHz: UInt32 = 4000

  /// Makes a client `client` with a port `port`.
  init(client: String, port name: String, _ direction: Direction) throws(EngineError) {
    rt_alsa_quiet()
    var opened: OpaquePointer?
    let code = snd_seq_open(&opened, Self.usualName, SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK)
    guard code >= 0, let opened else { throw Self.opening(code) }
    (handle, self.direction) = (opened, direction)
    snd_seq_set_client_name(opened, client)
    if direction == .input { snd_seq_set_client_pool_input(opened, Self.inputEvents) }
    queue = snd_seq_alloc_queue(opened)
    port = Self.makePort(opened, name, direction, queue: queue)
    isFine = queue >= 0 && Self.refine(opened, queue)
    guard queue >= 0, port >= 0 else {
      throw EngineError(
        "make the MIDI port '\(name)'", reason: String(cString: snd_strerror(min(queue, port))),
        advice: "end other programs that use the sequencer")
    }
    snd_seq_control_queue(handle, queue, Int32(SND_SEQ_EVENT_START.rawValue), 0, nil)
    snd_seq_drain_output(handle)
    pairClocks()
    // The system announces there which ports come and go.
    snd_seq_connect_from(
      handle, Self.makeListener(opened), Int32(SND_SEQ_CLIENT_SYSTEM),
      Int32(SND_SEQ_PORT_SYSTEM_ANNOUNCE))
  }

  deinit { snd_seq_close(handle) }

  /// Lets a high-resolution timer run the queue; false if there is none.
  private static func refine(_ handle: OpaquePointer, _ queue: Int32) -> Bool {
    var (timer, id): (OpaquePointer?, OpaquePointer?)
    guard snd_seq_queue_timer_malloc(&timer) >= 0, snd_timer_id_malloc(&id) >= 0, let timer, let id
    else { return false }
    defer {
      snd_seq_queue_timer_free(timer)
      snd_timer_id_free(id)
    }
    guard snd_seq_get_queue_timer(handle, queue, timer) >= 0 else { return false }
    snd_timer_id_set_class(id, Int32(SND_TIMER_CLASS_GLOBAL.rawValue))
    snd_timer_id_set_sclass(id, Int32(SND_TIMER_SCLASS_SEQUENCER.rawValue))
    snd_timer_id_set_card(id, -1)
    snd_timer_id_set_device(id, Int32(SND_TIMER_GLOBAL_HRTIMER))
    snd_timer_id_set_subdevice(id, 0)
    snd_seq_queue_timer_set_id(timer, id)
    snd_seq_queue_timer_set_resolution(timer, stepsHz)
    return snd_seq_set_queue_timer(handle, queue, timer) >= 0
  }

  private static func makePort(
    _ handle: OpaquePointer, _ name: String, _ direction: Direction, queue: Int32
  ) -> Int32 {
    var info: OpaquePointer?
    guard snd_seq_port_info_malloc(&info) >= 0, let info else { return -ENOMEM }
    defer { snd_seq_port_info_free(info) }
    snd_seq_port_info_set_name(info, name)
    snd_seq_port_info_set_capability(info, direction.capabilities)
    snd_seq_port_info_set_type(
      info,
      UInt32(bitPattern: Int32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION)))
    snd_seq_port_info_set_midi_channels(info, 16)
    snd_seq_port_info_set_timestamping(info, 1)
    snd_seq_port_info_set_timestamp_real(info, 1)
    snd_seq_port_info_set_timestamp_queue(info, queue)
    let code = snd_seq_create_port(handle, info)
    return code < 0 ? code : snd_seq_port_info_get_port(info)
  }

  private static func makeListener(_ handle: OpaquePointer) -> Int32 {
    snd_seq_create_simple_port(
      handle, "changes",
      UInt32(bitPattern: Int32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_NO_EXPORT)),
      UInt32(bitPattern: Int32(SND_SEQ_PORT_TYPE_APPLICATION)))
  }

  /// Why the sequencer cannot be opened, by ALSA's code, with advice.
  static func opening(_ code: Int32) -> EngineError {
    let operation = "use MIDI"
    switch -code {
    case EACCES, EPERM:
      return EngineError(
        operation, reason: "this account may not open /dev/snd/seq",
        advice: "'sudo usermod -aG audio $USER', then log out and in")
    case ENOENT, ENODEV, ENXIO:
      return EngineError(
        operation, reason: "the system has no sequencer (/dev/snd/seq)",
        advice: "'sudo modprobe snd-seq' loads it")
    default:
      return EngineError(
        operation, reason: String(cString: snd_strerror(code)),
        advice: "end other programs that use the sequencer")
    }
  }

  /// When the queue's clock was last compared with ours.
  var pairedSeconds: Double { clock.pairedSeconds }

  /// Measures when the queue started, by the monotonic clock. Call it when nothing is due.
  func pairClocks() {
    var status: OpaquePointer?
    guard snd_seq_queue_status_malloc(&status) >= 0, let status else { return }
    defer { snd_seq_queue_status_free(status) }
    var starts: [Double] = []
    for _ in 0..<5 {
      guard snd_seq_get_queue_status(handle, queue, status) >= 0,
        let time = snd_seq_queue_status_get_real_time(status)?.pointee
      else { return }
      starts.append(Self.nowSeconds - Double(time.tv_sec) - 1e-9 * Double(time.tv_nsec))
    }
    clock.pair(startsSeconds: starts, atSeconds: Self.nowSeconds)
  }

  /// The monotonic clock, in seconds.
  static var nowSeconds: Double { MonotonicClock.seconds }

  /// All ports of other programs and devices that send, or that receive.
  func ports(_ direction: Direction) -> [SequencerPort] {
    SequencerPort.listed(handle).filter { $0.client != snd_seq_client_id(handle) }
      .filter { direction == .input ? $0.isReadable : $0.isWritable }
  }

  /// Connects a port of this direction; false if that fails. A connected port stays connected.
  func connect(_ other: SequencerPort) -> Bool {
    let code =
      direction == .input
      ? snd_seq_connect_from(handle, port, other.client, other.port)
      : snd_seq_connect_to(handle, port, other.client, other.port)
    return code >= 0 || code == -EBUSY
  }

  /// Waits for the next arrival; nil if none comes in time. Events without a ``MIDIMessage`` are
  /// skipped.
  func next(waitingMilliseconds: Int32) -> Arrival? {
    let end = Self.nowSeconds + 1e-3 * Double(waitingMilliseconds)
    while true {
      var event: UnsafeMutablePointer<snd_seq_event_t>?
      let code = snd_seq_event_input(handle, &event)
      if code == -ENOSPC { return .overrun }
      if code >= 0, let event {
        if let arrival = arrival(event.pointee) { return arrival }
        guard waitingMilliseconds == 0 || Self.nowSeconds < end else { return nil }
        continue
      }
      let left = Int32(max(0, 1000 * (end - Self.nowSeconds)).rounded(.up))
      guard code == -EAGAIN else {
        MonotonicClock.sleep(microseconds: Int(1000 * left))
        return nil
      }
      var descriptors = [pollfd](repeating: pollfd(), count: 4)
      let count = snd_seq_poll_descriptors(handle, &descriptors, 4, Int16(POLLIN))
      descriptors.removeLast(descriptors.count - Int(max(0, count)))
      guard left > 0, FileDescriptors.wait(for: &descriptors, milliseconds: left) > 0 else {
        return nil
      }
    }
  }

  private func arrival(_ event: snd_seq_event_t) -> Arrival? {
    switch snd_seq_event_type(rawValue: UInt32(event.type)) {
    case SND_SEQ_EVENT_PORT_START, SND_SEQ_EVENT_PORT_EXIT, SND_SEQ_EVENT_CLIENT_EXIT:
      return .ports
    default:
      guard let message = MIDIMessage(event) else { return nil }
      return .message(TimedMessage(message, atSeconds: clock.seconds(at: event.time.time)))
    }
  }

  /// Hands a message to the kernel, which sends it at its time; at once if the queue is not
  /// ``isFine``. False if the kernel accepts no more.
  func send(_ message: TimedMessage) -> Bool {
    var event = snd_seq_event_t(message.message)
    event.source.port = UInt8(port)
    event.dest = snd_seq_addr_t(
      client: UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS), port: UInt8(SND_SEQ_ADDRESS_UNKNOWN))
    event.queue = isFine ? UInt8(queue) : UInt8(SND_SEQ_QUEUE_DIRECT)
    event.flags |= UInt8(SND_SEQ_TIME_STAMP_REAL | SND_SEQ_TIME_MODE_ABS)
    event.time.time = clock.stamp(atSeconds: message.seconds)
    return snd_seq_event_output_direct(handle, &event) >= 0
  }
}
