"""Settings for all tests: none may depend on the speed of the machine."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("soloist", deadline=None)
settings.load_profile("soloist")
