"""How often one socket may speak: a bucket that fills with time."""

import time


class Bucket:
    """Holds up to `most` tokens and gains `rate` a second; each message takes one."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._level, self._at = most, time.monotonic()

    def take(self) -> bool:
        """Take a token; False if there is none."""
        now = time.monotonic()
        self._level = min(self._most, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level < 1:
            return False
        self._level -= 1
        return True
