-- A groove of four bars: three scripts play at the same time.
-- flam perform Samples/scores/groove.lua groove.wav

set_tempo(96)

local kick, snare, hat = object "kick", object "snare", object "hat"
hat:set_volume(60)

kick:when("start", function()
  for bar = 1, 4 do
    kick:play_drum("bass drum", 1.5)
    kick:play_drum("bass drum", 1)
    kick:play_drum("bass drum", 1.5)
  end
end)

snare:when("start", function()
  for bar = 1, 4 do
    snare:rest(1)
    snare:play_drum("snare", 2)
    snare:play_drum("snare", 1)
  end
end)

hat:when("start", function()
  for eighth = 1, 32 do
    hat:play_drum(eighth % 8 == 0 and "open hi-hat" or "closed hi-hat", 0.5)
  end
end)
