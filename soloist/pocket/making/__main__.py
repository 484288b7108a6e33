"""Build `dist/site` (`python -m soloist.pocket.making`), or with `--lock` write `requirements-site.lock`."""

from __future__ import annotations

import sys

from soloist.pocket.making import site, wheels
from soloist.pocket.making.trouble import NotBuiltError


def main(args: list[str]) -> int:
    if args == ["--lock"]:
        text = wheels.make_lock()
        wheels.LOCK.write_text(text, encoding="utf-8", newline="\n")
        print(f"{wheels.LOCK.name}: {len(wheels.NAMES)} packages")
        return 0
    size = site.build_site(wheels.ROOT / "dist" / "site", wheels.ROOT / "build" / "site")
    print(f"dist/site: a first visit fetches {size / 1e6:.1f} MB. Serve the folder with any web host.")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except NotBuiltError as why:
        print(f"{why}\nNothing was written.", file=sys.stderr)
        sys.exit(2)
