-- Three against four: both meet on the first beat of each bar, and nowhere else.
-- flam perform Samples/scores/polyrhythm.lua polyrhythm.wav

set_tempo(90)
local three, four = object "three", object "four"

three:when("start", function()
  for _ = 1, 3 * 8 do three:play_drum("cowbell", 4 / 3) end
end)

four:when("start", function()
  for _ = 1, 4 * 8 do four:play_drum("wood block", 1) end
end)
