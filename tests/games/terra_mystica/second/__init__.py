"""Terra Mystica a second time: a small engine of its own, to hold the program's rules against.

It is written from the numbered rules and the data files alone, in dicts, sets and names, and imports none of the program's
rules. It plays no better and no faster; it only has to be a second reading. What the two share is the notation of moves and
the order in which decisions come where the rules leave it open (docs/decisions/0010): `beside.py` holds them together.
"""
