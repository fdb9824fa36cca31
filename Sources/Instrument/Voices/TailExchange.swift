// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// Messages between the audio thread and the streaming thread about the tails of sounds. Blocks of
/// a tail are filled before they are linked, and taken back after they were cut off: the audio
/// thread alone does both, between two blocks of sound.
///
/// ``audioSide`` belongs to the audio thread, everything else to one other.
public final class TailExchange: @unchecked Sendable {
  /// Commands that can be on their way at a time.
  public static let mostCommands = 256
  /// How many strokes, with their possible successors, may wait: more than a second of the fastest
  /// playing.
  private static let mostEvents = 4096

  /// An action on a sound, which its first block identifies.
  public struct Command: BitwiseCopyable, Sendable {
    /// The action.
    public enum Kind: BitwiseCopyable, Sendable {
      /// `first` follows the block `after`.
      case link
      /// Nothing follows the block `after` any more, unless something plays the sound.
      case cut
    }

    let kind: Kind
    let sound: Int32
    let after: Int32
    let first: Int32

    /// A command; `first` counts only for a link.
    public init(_ kind: Kind, sound: Int32, after: Int32, first: Int32 = Sample.noBlock) {
      (self.kind, self.sound, self.after, self.first) = (kind, sound, after, first)
    }
  }

  /// The audio thread's message about a sound, which its first block identifies.
  public struct Message: BitwiseCopyable, Sendable {
    /// The message.
    public enum Kind: BitwiseCopyable, Sendable {
      /// A command was carried out, or could not be, because something plays the sound.
      case linked, cut, refused
      /// It begins to be played.
      case played
      /// It may be played soon.
      case wanted
    }

    /// The message.
    public let kind: Kind
    /// The first block of the sound.
    public let sound: Int32
  }

  private let commands = Exchange<Command, Message>(
    minimumCapacity: TailExchange.mostCommands)
  private let events: SPSCRing<Message>
  private let nextBlock: UnsafeMutablePointer<Int32>
  private let memory: SampleMemory

  /// An exchange about the sounds in `memory`.
  public init(_ memory: SampleMemory) {
    self.memory = memory
    nextBlock = memory.nextBlock
    events = SPSCRing(minimumCapacity: Self.mostEvents)
  }

  /// Sends a command; false if too many are on their way. Each is answered; never more than
  /// ``mostCommands`` may wait for their answers.
  public func send(_ command: Command) -> Bool { commands.give(command) }

  /// The next answer, else the next event; nil if there is none.
  public func nextMessage() -> Message? { commands.takeBack() ?? events.consumer.pop() }

  /// The end for the audio thread; the exchange must outlive its use.
  public var audioSide: AudioSide {
    AudioSide(
      commands: commands.audioSide, events: events.producer, nextBlock: nextBlock)
  }

  /// The exchange as the audio thread holds it.
  public struct AudioSide: @unchecked Sendable {
    /// Commands that are carried out between two blocks of sound.
    static var commandsPerBlock: Int { @_noLocks get { 16 } }

    fileprivate let commands: Exchange<Command, Message>.AudioSide
    fileprivate let events: SPSCRing<Message>.Producer
    fileprivate let nextBlock: UnsafeMutablePointer<Int32>

    @_noLocks func nextCommand() -> Command? { commands.take() }

    @_noLocks func carryOut(_ command: Command, isPlayed: Bool) {
      switch command.kind {
      case .link:
        nextBlock[Int(command.after)] = command.first
        _ = commands.giveBack(Message(kind: .linked, sound: command.sound))
      case .cut:
        if !isPlayed { nextBlock[Int(command.after)] = Sample.noBlock }
        _ = commands.giveBack(Message(kind: isPlayed ? .refused : .cut, sound: command.sound))
      }
    }

    /// Reports on a sound; without a listener the message is lost.
    @_noLocks func send(_ kind: Message.Kind, _ sound: Int32) {
      _ = events.push(Message(kind: kind, sound: sound))
    }
  }
}
