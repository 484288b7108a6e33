"""`python -m soloist` is the command `soloist`."""

from soloist.cli.main import main

raise SystemExit(main())
