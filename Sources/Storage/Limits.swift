// SPDX-License-Identifier: GPL-3.0-or-later

/// The most that is read from one outside source, so that no file decides how much memory or time
/// is used. Each limit is far above what people make, and the error of a file that exceeds it names
/// it. `docs/limits.md` lists them.
public enum Limits {
  /// The length of a take that is heard while it is read, in seconds.
  public static let takeSeconds = 24 * 3600
  /// If a take unpacks to more than ``heldTakeSamples`` of all channels, this is the most times its
  /// size that it may have in memory. The holes of a sparse file do not count.
  public static let takeUnfolding = 1000
  /// The samples of a take that is kept in memory as a whole, such as one to learn from: 11 minutes
  /// at 48 kHz.
  public static let heldTakeSamples = 1 << 25

  /// The samples of all channels of a sound file of a kit: 5.8 minutes in stereo at 48 kHz.
  public static let kitSoundSamples = 1 << 25
  /// If a sound file of a kit unpacks to more than ``foldedSamples``, this is the most times its
  /// size that it may have in memory.
  public static let kitSoundUnfolding = 1000
  /// The samples to which a small file may be unpacked, whatever its size.
  public static let foldedSamples = 1 << 22
  /// The most times their size that all sound files of a kit may have in sample memory, in stereo
  /// at 48 kHz. The holes of sparse files do not count.
  public static let kitUnfolding = 100
  /// The bytes that they may have in any case: 11 minutes, or one sound of ``kitSoundSamples``.
  public static let kitFoldedBytes = 256 << 20
  /// Harmonics of all frames of the sounds that a kit's text describes, about ten seconds' work.
  public static let kitToneSteps = 4_000_000_000
  /// The samples of all sound files of a kit together: 17 GB as numbers.
  public static let kitSamples = 1 << 32
  /// The frames of the different parts of sounds that a kit's regions play, beyond ``kitPartTurns``
  /// times the samples of its files: 350 parts of a second.
  public static let kitPartFrames = 1 << 24
  /// How many times a kit may play the same of its sounds in different parts.
  public static let kitPartTurns = 8
  /// The bytes of a kit's text in SFZ, without what it includes.
  public static let kitTextBytes = 32 << 20
  /// The bytes with all that it includes.
  public static let kitIncludedBytes = 64 << 20
  /// The includes of a kit in SFZ.
  public static let kitIncludes = 1000
  /// How deep includes may be nested.
  public static let kitIncludeDepth = 16
  /// How many folders above the kit's own included files may be: libraries keep them beside it.
  public static let kitFoldersUp = 2
  /// The names that a kit in SFZ defines.
  public static let kitDefinitions = 1000
  /// The places where these names are replaced.
  public static let kitExpansions = 100_000
  /// The bytes of such a name.
  public static let kitDefinitionNameBytes = 64
  /// The letters for which such a name stands.
  public static let kitDefinitionLetters = 1024
  /// The bytes of a kit's XML.
  public static let kitXMLBytes = 16 << 20
  /// The bytes of the XML of all instruments of a kit of DrumGizmo.
  public static let kitInstrumentBytes = 128 << 20
  /// How deep elements of XML may be nested.
  public static let xmlDepth = 64
  /// The attributes of an element of a kit's XML.
  public static let xmlAttributes = 1000
  /// The instruments of a kit of Hydrogen or DrumGizmo.
  public static let kitInstruments = 1000
  /// The regions of a kit, counted once for each pad to which they belong.
  public static let kitRegions = 65_536
  /// The regions that sound together in one hit.
  public static let hitRegions = 64
  /// The variations in a layer of a pad.
  public static let layerVariations = 4096
  /// The letters of a kit's name that are shown.
  public static let shownNameLetters = 200
  /// The sounds in a folder that is a kit.
  public static let folderSounds = 10_000
  /// The files and folders in a folder that is a kit.
  public static let folderEntries = 50_000
  /// How deep the folders in a kit's folder are searched.
  public static let folderDepth = 8
  /// The bytes to which an archive of a kit is unpacked.
  public static let archiveBytes = 4 << 30
  /// If an archive unpacks to more than ``archiveFoldedBytes``, this is the most times its size
  /// that it may have.
  public static let archiveUnfolding = 20
  /// The bytes to which a small archive may be unpacked, whatever its size.
  public static let archiveFoldedBytes = 256 << 20
  /// The files and folders in an archive of a kit.
  public static let archiveEntries = 20_000

  /// The bytes of a file that a session recognises by its hash: a backing, or a sound of its kit.
  public static let hashedBytes = 2 << 30

  /// The bytes of a profile.
  public static let profileBytes = 64 << 20

  /// The bytes of a session's record, `session.json`.
  public static let sessionRecordBytes = 16 << 20
  /// The bytes of each text file of a session, such as `hits.jsonl`.
  public static let sessionTextBytes = 256 << 20
  /// The length of a session, in seconds from the beginning of the playing: eleven days.
  public static let sessionSeconds = 1_000_000
  /// The latest hit of a session of which a report or a sheet is made, in seconds.
  public static let sheetSeconds = 24 * 3600
  /// How much longer may be played than what was heard and a tenth of it, in seconds.
  public static let unheardSeconds = 600
  /// The different sounds in the hits of a session.
  public static let sessionSounds = 1000

  /// The new files of each kind that players may ask for within a minute: recordings, sessions, copies
  /// of a session's hits, profiles.
  public static let newFilesAMinute = 60
  /// The notes that players may begin within 256 frames, 5 ms at 48 kHz: more than all hands of a band.
  public static let notesTogether = 128
  /// The kits, profiles and backings that players may load within a minute, and the new periods.
  public static let loadsAMinute = 240
  /// The recordings that are open together: the others are still being written to the disk.
  public static let openRecordings = 4
  /// The length of a recording or a session that a guest begins, in seconds.
  public static let guestRecordingSeconds = 3.0 * 3600
  /// The bytes that recordings, sessions, copies and exports which players ask for leave free on a
  /// disk, or one of ``freeParts`` equal parts of it if that is less.
  public static let freeBytes = 500_000_000
  /// See ``freeBytes``.
  public static let freeParts = 20

  /// The bytes of a preset of effects.
  public static let presetBytes = 1 << 16

  /// The bytes of the table of a board.
  public static let boardTableBytes = 1 << 20

  /// The largest file of a score, in bytes.
  public static let scoreBytes = 1 << 20
  /// The sounds of a score together, in frames.
  public static let scoreSoundFrames = 1 << 24
  /// The length of an impulse response, in seconds.
  public static let responseSeconds = 10
  /// What a score says at a time, in bytes.
  public static let spokenBytes = 1000
}
