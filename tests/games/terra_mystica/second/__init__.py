"""Terra Mystica a second time: a small independent engine to check the program's rules against.

It is written from the numbered rules and the data files alone, in dicts, sets and names, and imports none of the
program's rules. It need not play well or fast; it is a second reading of the rules. The two share the notation of moves
and the order of decisions where the rules leave it open (docs/decisions/0010): `beside.py` compares them.
"""
