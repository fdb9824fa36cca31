// SPDX-License-Identifier: GPL-3.0-or-later
import Storage

/// Finds and measures the files that a kit names.
extension KitPlanner {
  /// The region with its file found and measured; nil if that is impossible.
  mutating func found(_ region: KitRegion) -> KitRegion? {
    progress?.countMeasured()
    guard var slice = region.slice else { return region }
    let name = slice.path
    if slice.tone == nil {
      guard
        let path = finder.find(
          name, in: description.folder, otherEndings: description.otherEndings)
      else {
        problems.add(.missingSound, region.line, "sound '\(name)' is missing")
        return nil
      }
      slice.path = path
      reportOutside(path, name: name, line: region.line)
    }
    if let fault = broken[slice] ?? measure(slice, name: name, line: region.line) {
      broken[slice] = fault
      problems.add(.brokenSound, region.line, fault)
      return nil
    }
    var region = region
    region.slice = slice
    return region
  }

  /// Reports once each folder outside the kit's own that it takes sounds from.
  private mutating func reportOutside(_ path: String, name: String, line: SourceLine) {
    guard !Folder.isInside(path, description.folder),
      outsideFolders.insert(Folder.holding(path)).inserted
    else { return }
    problems.add(.outsideSound, line, "sound '\(name)' lies outside the kit's folder; it is played")
  }

  /// Measures a slice if that has not been done; reports why it fails.
  private mutating func measure(
    _ slice: KitRegion.Slice, name: String, line: SourceLine
  ) -> String? {
    guard figures[slice] == nil else { return nil }
    if let known = knownFigures(of: slice) {
      keep(known, of: slice, name: name, line: line)
      return nil
    }
    if progress?.isGivenUp == true { return LoadingProgress.givenUpReason }
    do {
      let sound = try files.sound(of: slice)
      guard partFrames <= Limits.kitPartFrames + Limits.kitPartTurns * files.sampleCount else {
        return
          "part of '\(name)' left out: the kit plays more different parts of its sounds than the limit allows"
      }
      if let measured = SliceFigures(sound, slice) {
        partFrames += measured.frameCount
        keep(measured, of: slice, name: name, line: line)
        return nil
      }
      if let channel = slice.channel, channel >= sound.channelCount {
        return "cannot read '\(name)': it has no channel \(channel + 1)"
      }
      return "cannot read '\(name)': it ends before its offset"
    } catch {
      return error.description
    }
  }

  /// The earlier measurement of a slice, if its file is still the same; otherwise nil.
  private mutating func knownFigures(of slice: KitRegion.Slice) -> SliceFigures? {
    guard slice.tone == nil else { return nil }
    if let known = known[slice, stamp: files.stamp(slice.path)] { return known }
    guard let file = known.file(slice.path), let hash = file.hash, hash == files.hash(slice.path)
    else { return nil }
    return known[slice, stamp: file.stamp]
  }

  private mutating func keep(
    _ measured: SliceFigures, of slice: KitRegion.Slice, name: String, line: SourceLine
  ) {
    figures[slice] = measured
    guard measured.isCutOff || measured.replacedCount > 0, damaged.insert(slice.path).inserted
    else { return }
    if measured.isCutOff {
      problems.add(
        .brokenSound, line,
        "'\(name)' is cut off: it is shorter than its header says; Flam plays what is there")
    }
    if measured.replacedCount > 0 {
      problems.add(
        .brokenSound, line,
        "\(measured.replacedCount) samples of '\(name)' are not numbers, or larger than any sound; they count as silence"
      )
    }
  }
}
