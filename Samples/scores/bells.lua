-- A melody on one recorded bell: pitch makes it higher. 10 is a semitone, 120 an octave.
-- flam perform Samples/scores/bells.lua bells.wav

local bell = object "bell"
bell:sound("ding", "sounds/bell.flac")
set_tempo(120)

-- Semitones above the bell's own note, and beats.
local melody = {{0, 1}, {0, 1}, {7, 1}, {7, 1}, {9, 1}, {9, 1}, {7, 2}, {5, 1}, {5, 1}, {4, 1}, {4, 1}, {2, 1}, {2, 1}, {0, 2}}

for place, note in ipairs(melody) do
  local semitones, beats = note[1], note[2]
  bell:set_effect("pan", place % 2 == 0 and 40 or -40)
  bell:set_effect("pitch", 10 * semitones)
  bell:play "ding"
  bell:rest(beats)
end
