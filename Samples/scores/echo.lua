-- Each tap comes back three times, softer and softer, to the left and to the right.
-- flam perform Samples/scores/echo.lua echo.wav --take Samples/takes/knocks-and-claps.flac

local bells = {}
for place, pan in ipairs {-70, 70, 0} do
  local bell = object("bell " .. place)
  bell:sound("ding", "sounds/bell.flac")
  bell:set_effect("pan", pan)
  bell:set_effect("pitch", 10 * (7 - 2 * place))
  bells[place] = bell
end

bells[1]:when("hit", function(event)
  for place, bell in ipairs(bells) do
    wait(0.15)
    bell:set_volume(60 * event.velocity / place)
    bell:play "ding"
  end
end)
