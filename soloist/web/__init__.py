"""Soloist in the browser: pages and a JSON API over tables. No rule lives here."""
