"""What an agent may still ask: an upper bound for dry runs, without a model.

Assumes that every turn left crops the largest image whole and that the model writes as much as it
may. Refuses nothing; an agent that is over asks nothing more.
"""

from __future__ import annotations

from scidoc_assets.domain.responses.agent import AgentState, next_request
from scidoc_assets.domain.responses.prompts import image_parts
from scidoc_assets.schemas.calls import Message, ModelRequest, TextPart, text_message

_CHARS_PER_TOKEN = 2.5  # as the gateway's own upper bound counts


def further_requests(state: AgentState, max_output_tokens: int) -> list[ModelRequest]:
    """The requests of the turns that are left, each longer than the one before."""
    if state.is_over:
        return []
    reply = text_message("assistant", "x" * int(max_output_tokens * _CHARS_PER_TOKEN))
    largest = max(state.images, key=lambda i: i.width_px * i.height_px, default=None)
    shown = image_parts([largest], state.sees) if largest else ()
    turn = (reply, Message(role="user", parts=(*shown, TextPart(text="Result of the turn."))))
    first = next_request(state)
    left = state.turn_budget - len(state.turns)
    return [
        first.model_copy(update={"messages": (*first.messages, *(turn * number))})
        for number in range(left)
    ]
