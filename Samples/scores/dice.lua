-- Drums by the dice, faster and faster. Another --seed, another piece:
-- flam perform Samples/scores/dice.lua dice.wav --seed 7

local player = object "player"
set_tempo(80)

for bar = 1, 8 do
  for eighth = 1, 8 do
    if eighth == 1 then hit("kick", 0.9) end
    player:play_drum(math.random(18), 0.5)
  end
  change_tempo(20)
end
