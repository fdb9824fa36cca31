-- A song: verses and a chorus that are called by messages, and a voice that counts in.
-- flam perform Samples/scores/song.lua song.wav

local band, singer, bell = object "band", object "singer", object "bell"
bell:sound("ding", "sounds/bell.flac")
set_tempo(110)

band:when("message", "verse", function()
  for beat = 1, 8 do
    band:play_drum(beat % 4 == 3 and "snare" or "bass drum", 0.5)
    band:play_drum("closed hi-hat", 0.5)
  end
end)

band:when("message", "chorus", function()
  band:play_drum("crash", 0)
  for beat = 1, 8 do
    band:play_drum(beat % 2 == 0 and "snare" or "bass drum", 0.5)
    band:play_drum("cowbell", 0.5)
  end
end)

-- In the chorus a bell plays at the same time.
bell:when("message", "chorus", function()
  for _, semitones in ipairs {0, 4, 7, 12, 7, 4, 0, -5} do
    bell:set_effect("pitch", 10 * semitones)
    bell:play "ding"
    bell:rest(1)
  end
end)

singer:speak_and_wait "one, two, three, four"
for round = 1, 2 do
  broadcast_and_wait "verse"
  broadcast_and_wait "chorus"
end
singer:speak "the end"
