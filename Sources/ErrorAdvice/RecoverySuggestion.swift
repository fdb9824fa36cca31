// SPDX-License-Identifier: GPL-3.0-or-later

/// What helps where something cannot be done, for each front end to put into its own words: an option, a button, a menu.
public enum RecoverySuggestion: Hashable, Sendable {
  /// Let the file that exists be overwritten.
  case overwrite
  /// Choose a kit other than the usual one.
  case chooseKit
  /// Leave the levels of a kit's microphones as they are.
  case leaveKitMicrophones
  /// Give kits more sample memory.
  case moreSampleMemory
  /// Store samples with so many bits.
  case bits([Int])
  /// Leave the number of bits to the format.
  case leaveBits
  /// Hear one of the first so many channels.
  case inputChannel(count: Int)
  /// Hear two microphones.
  case hearTwo
  /// Hear one microphone.
  case hearOne
  /// Hear by another device.
  case chooseInput
  /// Play on another device.
  case chooseOutput
  /// Ask which devices there are, and what each can do.
  case listDevices
  /// Another sample rate.
  case otherRate
  /// A longer period.
  case longerPeriod
  /// Ask what keeps this machine from playing in time.
  case checkMachine
  /// Let recordings go on in another folder when their own fails.
  case secondPlace
  /// Keep sessions in another folder.
  case sessionsFolder
  /// Ask which sessions there are.
  case listSessions
  /// Hear a session's microphone again instead of what was heard then.
  case hearAgain
  /// Play this sound file through the instrument.
  case render(path: String)
  /// Go on with what of a session needs no profile: its report and its sheet.
  case reportAndSheet
  /// Teach a profile.
  case teach
  /// Teach a profile on.
  case teachOn
  /// Teach a profile anew, over the one that is there.
  case teachAnew
  /// Give a recording of each sound.
  case giveTakes
  /// Say which sound a recording holds.
  case nameTake(path: String)
  /// Teach all sounds anew instead of one.
  case teachAll

  /// What to do, in words that hold for every front end: an imperative.
  public var words: String {
    switch self {
    case .overwrite: "allow overwriting it"
    case .chooseKit: "choose another kit"
    case .leaveKitMicrophones: "leave its microphones as they are"
    case .moreSampleMemory: "allow more sample memory"
    case .bits(let counts): "choose \(counts.map(String.init).joined(separator: " or ")) bits"
    case .leaveBits: "leave out the bit depth"
    case .inputChannel(let count): "choose an input channel in 1...\(count)"
    case .hearTwo: "hear two input channels"
    case .hearOne: "hear one input channel"
    case .chooseInput: "choose another input device"
    case .chooseOutput: "choose another output device"
    case .listDevices: "look at the list of devices"
    case .otherRate: "choose another sample rate"
    case .longerPeriod: "choose a longer period"
    case .checkMachine: "check this machine"
    case .secondPlace: "give a second folder to continue in"
    case .sessionsFolder: "choose another folder for sessions"
    case .listSessions: "look at the list of sessions"
    case .hearAgain: "hear the session again"
    case .render(let path): "play '\(path)' through the instrument"
    case .reportAndSheet: "its report and its sheet work without it"
    case .teach: "teach it"
    case .teachOn: "continue teaching it"
    case .teachAnew: "teach it again and replace it"
    case .giveTakes: "give one of each sound, with its name"
    case .nameTake: "give the sound's name with it"
    case .teachAll: "teach all sounds again"
    }
  }
}
