"""Sparring partners: bots of many characters, so that whoever is tuned, judged or trained meets strangers."""
