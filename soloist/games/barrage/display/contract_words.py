"""Contracts as texts."""

from __future__ import annotations

from soloist.core.text import Text
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import CONTRACTS, contract_text


def contract_words(board: Barrage, contract: int) -> Text:
    """Return a contract as a text, with the value printed on this copy."""
    return contract_text(CONTRACTS.names[contract], board.printed.contract[contract][0])
