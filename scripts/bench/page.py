"""Times the table's page in Chromium: `python -m scripts.bench.page`.

A match in its first activation phase, on a desktop and on an emulated phone (four times slower
CPU), with files as they lie and as a public site serves them (hashed names, compressed). Prints
when the page is ready, from the first byte asked for, cold and warm, requests and bytes; then the
frame times of a pan and of a drag. Everything runs on one machine without a GPU: judge differences.
"""

import os
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from tests.table import services

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
}
SLOWER = {"desktop": 1, "phone": 4}
FILES = {"as they lie": {}, "hashed": {"STATIC_HASHED": "1"}}
LOADS = 3
MOVES = 60

SETUP = """
import msgspec
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from rules.saga.warbands.muster import default_rosters
from rules.saga.questions import Activate
from table.matches import operations, referee
from table.matches.folded import holding
user = get_user_model().objects.create_user("bench")
own = {r.faction: msgspec.to_builtins(r) for r in default_rosters("en") if r.points == 6}
match = operations.practise(
    user=user, terms=operations.Terms(scenario="clash_of_warlords", options={"points": 6}),
    rosters=[own["normans"], own["anglo_danes"]], names=["A", "B"],
)
for n in range(60):
    with holding(match.pk) as folded:
        rules, state = folded.rules, folded.live
    asked = next(iter(state.prompts.values()))
    if isinstance(asked.question, Activate):
        break
    referee.act(match=match.pk, viewer=frozenset("ab"), ref=f"s{n}", prompt=asked.id,
                action=next(iter(rules.suggest(state, asked))))
store = SessionStore()
store[SESSION_KEY] = str(user.pk)
store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
store[HASH_SESSION_KEY] = user.get_session_auth_hash()
store.create()
print("SETUP", match.pk, store.session_key)
"""

READY = """() => {
  const files = performance.getEntriesByType("resource");
  return [window.readyAt, files.length, files.reduce((sum, f) => sum + f.transferSize, 0)];
}"""
WATCH = """new MutationObserver((_, self) => {
  if (!document.documentElement.dataset.ready) return;
  window.readyAt = performance.now(); self.disconnect();
}).observe(document, {attributes: true, subtree: true, attributeFilter: ["data-ready"]})"""
FRAMES = """() => {
  window.frames_ = [];
  let last = performance.now();
  const tick = (now) => { window.frames_.push(now - last); last = now; window.tick_ = requestAnimationFrame(tick); };
  window.tick_ = requestAnimationFrame(tick);
}"""  # noqa: E501
STOP = "() => { cancelAnimationFrame(window.tick_); return window.frames_.slice(2); }"
PLACES = """() => {
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const own = [...document.querySelectorAll("#models .unit.a")].find((u) => u.querySelectorAll(".tk").length > 6);
  const table = document.getElementById("vp").getBoundingClientRect();
  return [middle(own.querySelector(".fld")), [table.x + 40, table.y + 60]];
}"""  # noqa: E501


def main() -> None:
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for how, more in FILES.items():
            with tempfile.TemporaryDirectory() as folder:
                environ = services.environment(Path(folder), **more)
                if more:
                    services.manage(environ, "collectstatic", "--noinput", "--verbosity", "0")
                with services.server(Path(folder), **more) as server:
                    told = services.manage(server.environ, "shell", "--verbosity", "0", "-c", SETUP)
                    _, match, session = told[told.index("SETUP") :].split()
                    for line in measured(browser, server.url, f"/match/{match}/", session):
                        print(f"{how:12} {line}", flush=True)
        browser.close()


def measured(browser: Browser, url: str, path: str, session: str) -> Iterator[str]:
    """The lines of one server: both screens, loads and frames."""
    for name, screen in SCREENS.items():
        loads: dict[str, list[list[float]]] = {"cold": [], "warm": []}
        for _ in range(LOADS):
            context = browser.new_context(base_url=url, **screen)
            context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
            context.add_init_script(WATCH)
            for found in loads.values():
                found.append(load(context, path, SLOWER[name]))
            context.close()
        for kind, found in loads.items():
            ready, count, size = (statistics.median(all_) for all_ in zip(*found, strict=True))
            told = f"ready {ready:6.0f} ms, {count:.0f} requests, {size / 1024:.0f} kB"
            yield f"{name:8} {kind} {told}"
        context = browser.new_context(base_url=url, **screen)
        context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
        page = context.new_page()
        page.goto(path)
        page.wait_for_selector("html[data-ready]")
        slow(context.new_cdp_session(page), SLOWER[name])
        unit, ground = page.evaluate(PLACES)
        page.mouse.click(*unit)
        page.wait_for_timeout(1500)
        yield f"{name:8} pan  {frames(page, ground)}"
        page.keyboard.press("Digit0")
        unit, _ = page.evaluate(PLACES)
        yield f"{name:8} drag {frames(page, unit)}"
        context.close()


def load(context: BrowserContext, path: str, slower: int) -> list[float]:
    """One load of the page: ms until ready, requests, bytes."""
    page = context.new_page()
    slow(context.new_cdp_session(page), slower)
    page.goto(path)
    page.wait_for_selector("html[data-ready]")
    found: list[float] = page.evaluate(READY)
    page.close()
    return found


def slow(session: CDPSession, times: int) -> None:
    """Make the page's CPU slower by a factor."""
    session.send("Emulation.setCPUThrottlingRate", {"rate": times})


def frames(page: Page, start: tuple[float, float]) -> str:
    """Hold the button and move to and fro; how long the frames took."""
    x, y = start
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(FRAMES)
    for n in range(MOVES):
        page.mouse.move(x + n % 30 * 2, y - n % 20 * 2)
        page.wait_for_timeout(12)
    times = sorted(page.evaluate(STOP))
    page.keyboard.press("Escape")
    page.mouse.up()
    late = times[len(times) * 95 // 100]
    return f"median {statistics.median(times):5.1f} ms, p95 {late:5.1f} ms, {len(times)} frames"


if __name__ == "__main__":
    main()
