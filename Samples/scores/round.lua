-- A round of three voices: each begins a bar after the one before, on another instrument.
-- flam perform Samples/scores/round.lua round.wav

set_tempo(120)

-- Notes and beats of the tune.
local tune = {
  {60, 1}, {62, 1}, {64, 1}, {60, 1}, {60, 1}, {62, 1}, {64, 1}, {60, 1},
  {64, 1}, {65, 1}, {67, 2}, {64, 1}, {65, 1}, {67, 2},
}

for place, instrument in ipairs {"flute", "clarinet", "cello"} do
  local voice = object(instrument)
  voice:set_instrument(instrument)
  voice:when("start", function()
    voice:rest(8 * (place - 1))
    for _, note in ipairs(tune) do
      -- The cello plays an octave lower.
      voice:play_note(note[1] - (place == 3 and 12 or 0), note[2])
    end
  end)
end
