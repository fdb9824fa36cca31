# SPDX-License-Identifier: GPL-3.0-or-later
"""All cases of SFZ."""
from kit_peers.sfz_choice import CHOKES, CONDITIONS, TURNS
from kit_peers.sfz_levels import LEVELS, SIDES, VELOCITY
from kit_peers.sfz_pitch import ENVELOPE, FILTERS, PART, PITCH
from kit_peers.sfz_text import TEXT

SFZ = VELOCITY + LEVELS + SIDES + PITCH + PART + ENVELOPE + FILTERS + TURNS + CONDITIONS + CHOKES + TEXT
