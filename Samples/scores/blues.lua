-- Twelve bars of blues: a bass, chords, and drums that shuffle.
-- flam perform Samples/scores/blues.lua blues.wav

set_tempo(104)

-- The chord of each bar, in semitones above C.
local bars = {0, 0, 0, 0, 5, 5, 0, 0, 7, 5, 0, 7}
local bass, drums = object "bass", object "drums"
bass:set_instrument "bass"

bass:when("start", function()
  for _, chord in ipairs(bars) do
    for _, step in ipairs {0, 4, 7, 9} do bass:play_note(36 + chord + step, 1) end
  end
end)

-- One script for each note of a chord: they sound together.
for voice, step in ipairs {4, 10, 14} do
  local piano = object("piano " .. voice)
  piano:set_instrument "electric piano"
  piano:set_volume(60)
  piano:when("start", function()
    for _, chord in ipairs(bars) do
      piano:rest(1)
      piano:play_note(48 + chord + step, 0.66)
      piano:rest(0.34)
      piano:rest(1)
      piano:play_note(48 + chord + step, 1)
    end
  end)
end

drums:when("start", function()
  for bar = 1, #bars do
    for beat = 1, 4 do
      -- The middle third of each beat is left out: that is a shuffle.
      hit(beat % 2 == 0 and "snare" or "kick", 0.7)
      drums:play_drum("closed hi-hat", 2 / 3)
      drums:play_drum("closed hi-hat", 1 / 3)
    end
  end
  drums:play_drum("crash", 0)
end)
