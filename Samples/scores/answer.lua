-- Call and response: Flam plays a bar, then listens for as many strokes from you, and says how you did.
-- flam perform Samples/scores/answer.lua answer.wav --take Samples/takes/knocks-and-claps.flac

local player, voice = object "player", object "voice"
local strokes = 0

player:when("hit", function() strokes = strokes + 1 end)

set_tempo(100)
for round = 1, 3 do
  local count = math.random(3, 6)
  for _ = 1, count do player:play_drum("conga", 0.5) end
  strokes = 0
  player:rest(5)
  if strokes == count then
    voice:speak_and_wait("yes, " .. count)
  else
    voice:speak_and_wait("I played " .. count .. ", and heard " .. strokes)
  end
end
