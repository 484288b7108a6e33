"""What holds for all tests: none depends on how quick the machine is."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("soloist", deadline=None)
settings.load_profile("soloist")
