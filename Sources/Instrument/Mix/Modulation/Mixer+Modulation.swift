// SPDX-License-Identifier: GPL-3.0-or-later

/// How effects follow hits.
extension Mixer {
  /// Has a row of a matrix lead elsewhere, or nowhere; the effect that followed it returns to what the
  /// player has set.
  @_noLocks func set(_ route: ModulationRoute?, row: Int, of matrix: inout HitMatrix) {
    if let before = matrix.set(route, row: row) { buses.shape(before, by: matrix) }
  }

  /// Has effects follow the hits that begin on the output frame that comes next.
  @_noLocks func follow(_ matrix: inout HitMatrix, atFrame frame: Int) {
    matrix.locate(metronome.placeInBar(atFrame: frame))
    while let route = matrix.nextDue() { buses.shape(route, by: matrix) }
  }
}
