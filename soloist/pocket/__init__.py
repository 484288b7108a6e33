"""Soloist in the pocket: pages and engine inside a browser, without a server."""
