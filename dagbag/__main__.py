"""``python -m dagbag``: the command line, as ``dagbag``."""

import sys

from ._command.main import main

if __name__ == "__main__":
    sys.exit(main())
