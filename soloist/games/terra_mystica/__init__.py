"""Terra Mystica with the Automa Solo Box."""
