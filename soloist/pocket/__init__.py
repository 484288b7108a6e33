"""Soloist in the pocket: the pages and their engine inside a browser, without a server."""
