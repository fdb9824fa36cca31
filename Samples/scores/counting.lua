-- A voice counts, for whoever practises beside it; each round is a little faster.
-- flam perform Samples/scores/counting.lua                beside you
-- flam perform Samples/scores/counting.lua counting.wav   into a sound file

local voice = object "voice"
set_tempo(70)

for round = 1, 4 do
  for _, word in ipairs {"one", "two", "three", "four"} do
    voice:speak(word)
    voice:play_drum("side stick", 1)
  end
  change_tempo(10)
end
voice:speak_and_wait("well done")
