// SPDX-License-Identifier: GPL-3.0-or-later

/// The most that is read from one thing outside, so that no file decides how much memory or time is spent. Each is far
/// beyond what people make, and is named by the error of what goes beyond it; `docs/limits.md` lists them.
public enum Limits {
  /// A take that is heard as it is read, in seconds.
  public static let takeSeconds = 24 * 3600
  /// A take that is unpacked to more than ``heldTakeSamples`` of all channels has at most so many times its size, without
  /// the holes of a sparse file, in memory.
  public static let takeUnfolding = 1000
  /// Samples of a take that is kept in memory as a whole, such as one to learn from: 11 minutes at 48 kHz.
  public static let heldTakeSamples = 1 << 25

  /// Samples of all channels of a sound file of a kit: 5.8 minutes in stereo at 48 kHz.
  public static let kitSoundSamples = 1 << 25
  /// A sound file of a kit that is unpacked to more than ``foldedSamples`` has at most so many times its size in memory.
  public static let kitSoundUnfolding = 1000
  /// Samples that a small file may be unpacked to, whatever its size.
  public static let foldedSamples = 1 << 22
  /// All sound files of a kit together take at most so many times their size, without the holes of sparse ones, in sample
  /// memory, in stereo at 48 kHz.
  public static let kitUnfolding = 100
  /// Bytes that they may take whatever their size: 11 minutes, or one sound of ``kitSoundSamples``.
  public static let kitFoldedBytes = 256 << 20
  /// Samples of all sound files of a kit together: 17 GB of them as numbers.
  public static let kitSamples = 1 << 32
  /// Frames of the different parts of sounds that a kit's regions play, beyond ``kitPartTurns`` times the samples of its
  /// files: 350 parts of a second.
  public static let kitPartFrames = 1 << 24
  /// So often may a kit play the same of its sounds in different parts.
  public static let kitPartTurns = 8
  /// Bytes of a kit's text in SFZ, without what it includes.
  public static let kitTextBytes = 32 << 20
  /// The same with all that it includes.
  public static let kitIncludedBytes = 64 << 20
  /// Includes of a kit in SFZ.
  public static let kitIncludes = 1000
  /// How deep they lie in each other.
  public static let kitIncludeDepth = 16
  /// How many folders above the kit's own they may lie: libraries keep them beside it.
  public static let kitFoldersUp = 2
  /// Names that a kit in SFZ defines.
  public static let kitDefinitions = 1000
  /// Places that they are put in.
  public static let kitExpansions = 100_000
  /// Bytes of such a name.
  public static let kitDefinitionNameBytes = 64
  /// Letters that such a name stands for.
  public static let kitDefinitionLetters = 1024
  /// Bytes of a kit's XML.
  public static let kitXMLBytes = 16 << 20
  /// Bytes of the XML of all instruments of a kit of DrumGizmo.
  public static let kitInstrumentBytes = 128 << 20
  /// How deep elements of XML lie in each other.
  public static let xmlDepth = 64
  /// Attributes of an element of a kit's XML.
  public static let xmlAttributes = 1000
  /// Instruments of a kit of Hydrogen or DrumGizmo.
  public static let kitInstruments = 1000
  /// Regions of a kit, counted once for each pad that they belong to.
  public static let kitRegions = 65_536
  /// Regions that sound together in one hit.
  public static let hitRegions = 64
  /// Variations in a layer of a pad.
  public static let layerVariations = 4096
  /// Letters of a name of a kit that are shown.
  public static let shownNameLetters = 200
  /// Sounds of a folder that is a kit.
  public static let folderSounds = 10_000
  /// Files and folders in a folder that is a kit.
  public static let folderEntries = 50_000
  /// How deep folders in a kit's folder are looked into.
  public static let folderDepth = 8
  /// Bytes that an archive of a kit is unpacked to.
  public static let archiveBytes = 4 << 30
  /// An archive that is unpacked to more than ``archiveFoldedBytes`` has at most so many times its size.
  public static let archiveUnfolding = 20
  /// Bytes that a small archive may be unpacked to, whatever its size.
  public static let archiveFoldedBytes = 256 << 20
  /// Files and folders of an archive of a kit.
  public static let archiveEntries = 20_000

  /// Bytes of a file that a session knows again by its hash: a backing, a sound of its kit.
  public static let hashedBytes = 2 << 30

  /// Bytes of a profile.
  public static let profileBytes = 64 << 20

  /// Bytes of a session's record, `session.json`.
  public static let sessionRecordBytes = 16 << 20
  /// Bytes of each text file of a session, such as `hits.jsonl`.
  public static let sessionTextBytes = 256 << 20
  /// Length of a session, in seconds, from the beginning of the playing: eleven days.
  public static let sessionSeconds = 1_000_000
  /// How late the last hit of a session may lie of which a report or a sheet is made, in seconds.
  public static let sheetSeconds = 24 * 3600
  /// What may be played beyond what was heard and a tenth of it, in seconds.
  public static let unheardSeconds = 600
  /// Sounds of different names in the hits of a session.
  public static let sessionSounds = 1000

  /// Bytes of the table of a board.
  public static let boardTableBytes = 1 << 20
}
