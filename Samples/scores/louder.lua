-- The louder it is at the microphone, the higher the bell.
-- flam perform Samples/scores/louder.lua louder.wav --take Samples/takes/knocks-and-claps.flac --seconds 20

local bell = object "bell"
bell:sound("ding", "sounds/bell.flac")

while true do
  -- A number may stand for itself, or be what is heard now: 0 to 100.
  local level = loudness()
  if level > 2 then
    bell:set_effect("pitch", 4 * level)
    bell:set_volume(math.min(100, 20 + level))
    bell:play "ding"
  end
  wait(0.1)
end
