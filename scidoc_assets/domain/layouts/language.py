"""A rough guess of a document's language from its script and its commonest words.

Refuses to guess from little text: fewer than 30 letters give None.
"""

from __future__ import annotations

import re
from collections import Counter

MAX_CHARS = 6000
_WORDS = {
    "en": "the of and in to is for that with as by on are we this from",
    "de": "der die das und den von zu mit ist ein eine nicht auf im",
    "fr": "de la le les des et en du un une que dans pour est",
    "es": "de la el los las del por para con una que en es",
    "pt": "de do da em os no na um uma com que para",
    "it": "di il che per della dei non una sono con la",
}
_SETS = {name: frozenset(words.split()) for name, words in _WORDS.items()}


def guess_language(text: str) -> str | None:
    """Return a two-letter code (`en`, `zh`, `ja`, `ko`, `ar`, `ru`, ...) or None."""
    text = text[:MAX_CHARS]
    scripts: Counter[str] = Counter()
    for char, count in Counter(text).items():
        script = _script(char)
        if script:
            scripts[script] += count
    total = sum(scripts.values())
    if total < 30:
        return None
    if scripts["kana"] > 0.1 * total:
        return "ja"
    main, count = scripts.most_common(1)[0]
    if main != "latin":
        return {"han": "zh", "hangul": "ko", "arabic": "ar", "cyrillic": "ru"}.get(main)
    if count < 0.5 * total:
        return None
    words = Counter(re.findall(r"[a-z\u00e0-\u00ff]+", text.lower()))
    scores = {name: sum(words[w] for w in own) for name, own in _SETS.items()}
    best = max(scores, key=lambda name: scores[name])
    return best if scores[best] > 0 else None


def _script(char: str) -> str | None:
    """Return the script of a letter among those told apart."""
    if char.isascii():
        return "latin" if char.isalpha() else None
    ranges = (
        ("han", "\u3400", "\u9fff"),
        ("kana", "\u3040", "\u30ff"),
        ("hangul", "\uac00", "\ud7af"),
        ("arabic", "\u0600", "\u06ff"),
        ("cyrillic", "\u0400", "\u04ff"),
    )
    return next((name for name, low, high in ranges if low <= char <= high), None)
