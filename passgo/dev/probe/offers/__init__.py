"""Offers that are worth making: what could be exchanged, for how much a partner accepts it, and which is best."""
