"""python -m pyaster_lite."""

import sys

from pyaster_lite.cli import main

sys.exit(main())
