"""Many games at once, as environments need them: numbered actions, observations, and the loop, all compiled."""
