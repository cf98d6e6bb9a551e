#!/usr/bin/env python3
"""Pin requirements.in and requirements-dev.in. The locks name no index and no path.

Arguments go to pip-compile: `lock.py --upgrade-package django`.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# --no-emit-*: a mirror or folder of wheels that this machine happens to use is nobody's business.
OPTIONS = [
    "--quiet",
    "--generate-hashes",
    "--strip-extras",
    "--allow-unsafe",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--no-emit-trusted-host",
    "--no-emit-options",
]

# The machine's pip settings are left out for the same reason: a local wheel has another hash.
environ = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
if "PIP_CERT" in os.environ:
    environ["PIP_CERT"] = os.environ["PIP_CERT"]
environ |= {"PIP_CONFIG_FILE": os.devnull, "CUSTOM_COMPILE_COMMAND": "make lock"}

for name in ("requirements", "requirements-dev"):
    print(f"{name}.in -> {name}.lock", flush=True)
    subprocess.run(
        [sys.executable, "-m", "piptools", "compile", *OPTIONS, *sys.argv[1:],
         "--output-file", f"{name}.lock", f"{name}.in"],
        cwd=ROOT,
        env=environ,
        check=True,
    )  # fmt: skip
