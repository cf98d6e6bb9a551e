"""What remains to be done, as data: a stack of steps, and the questions that are open.

A step is a frozen value on the stack; its handler runs when it lies on top and no prompt is open. A
handler changes the agenda only through the Resolution, so every change is an event, and a match can
be saved, restarted and rewound in the middle of anything. A step that asks stays on top until it
has its answer: that is the step which dropping a stuck prompt drops.
"""

from .values import Line, PromptId, SideId, Tagged, Value


class Step(Tagged, frozen=True):
    """Work still to be done. It holds who and which, never a measured number."""


class Question(Tagged, frozen=True):
    """What is asked of a side: bounded options, or a condition that the answer must meet."""


class Prompt(Value, frozen=True):
    """An open question to a side.

    `line` words it; `window` names what a standing pass would cover.
    """

    id: PromptId
    side: SideId
    question: Question
    line: Line
    window: str = ""
