// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// The ``HitShape`` of a hit that was played to be learned from, at each of ``onsetErrorsSeconds``.
public struct ShapeExample: Sendable, Equatable {
  /// Onset errors that a hit must be known at, in seconds: as found, and a little early and late.
  static let onsetErrorsSeconds: [Float] = [0, -0.0005, 0.0005]

  /// Rows of a shape: its segments and the background.
  private static let rowCount = HitShape.segmentCount + 1
  /// The least level that is kept, in decibels.
  private static let silence: Float = -140

  /// Levels in dBFS, ``bandCount`` a row.
  private let variants: [[Float]]

  /// Bands of a row.
  public var bandCount: Int { variants[0].count / Self.rowCount }

  /// What is kept of shapes that were heard whole, to a tenth of a decibel.
  init(shapes: [HitShape], bandCount: Int) {
    variants = shapes.map { shape in
      let segments = (0..<HitShape.segmentCount).map { shape.power[$0] }
      return (segments + [shape.noise]).flatMap { powers in
        (0..<bandCount).map { band in
          let level = max(Self.silence, Units.decibels(power: powers[band]))
          return (level * 10).rounded() / 10
        }
      }
    }
  }

  /// The shapes.
  public var shapes: [HitShape] {
    variants.map { levels in
      var shape = HitShape()
      shape.heardSegments = HitShape.segmentCount
      for row in 0..<Self.rowCount {
        for band in 0..<bandCount {
          let power = Units.power(decibels: levels[row * bandCount + band])
          if row + 1 == Self.rowCount {
            shape.noise[band] = power
          } else {
            shape.power[row][band] = power
          }
        }
      }
      return shape
    }
  }
}

/// One line of numbers a row, so that a profile stays readable.
extension ShapeExample: Codable {
  /// Reads the shapes; a number that is no level, or a row too few or too many, is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let rows = try container.decode([[String]].self)
    variants = rows.map {
      $0.flatMap {
        $0.utf8.split(separator: UInt8(ascii: " ")).map { Float(Substring($0)) ?? .nan }
      }
    }
    let bandCount = (variants.first?.count ?? 0) / Self.rowCount
    guard variants.count == Self.onsetErrorsSeconds.count,
      (1...HitShape.bandCount).contains(bandCount),
      variants.allSatisfy({ $0.count == bandCount * Self.rowCount }),
      variants.joined().allSatisfy({ (Self.silence...100).contains($0) })
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the shape of an example is not one of levels in decibels")
    }
  }

  /// Writes the shapes, a line for each row.
  public func encode(to encoder: any Encoder) throws {
    let bands = bandCount
    var container = encoder.singleValueContainer()
    try container.encode(
      variants.map { levels in
        (0..<Self.rowCount).map { row in
          levels[row * bands..<(row + 1) * bands].map { "\($0)" }.joined(separator: " ")
        }
      })
  }
}
