"""Word lists of the lexical judge: direction, null effects, negation, synonyms, numbers, units.

General English and Chinese of scientific reports; nothing from a single paper. Words are stored as
`statements.stem` makes them. Refuses to be a thesaurus: a synonym not listed here does not match,
and the judge then abstains or misses a paraphrase.
"""

from __future__ import annotations

UP, DOWN = 1, -1

_UP_WORDS = (
    "increase increased increases increasing rise rises rose risen rising raise raised raises raising "
    "higher more greater larger bigger longer faster quicker stronger above exceed exceeds exceeded "
    "exceeding gain gains gained improve improved improves improving improvement better best enhance "
    "enhanced enhances enhancing grow grows grew grown growing elevate elevated elevates upregulated "
    "upregulates upregulation accelerate accelerated accelerates promote promoted promotes boost "
    "boosted boosts beat beats outperform outperforms outperformed surpass surpasses surpassed widen "
    "widens widened expand expands expanded amplify amplified amplifies strengthen strengthened "
    "strengthens double doubled doubles up upward past wider taller brighter hotter earlier heavier denser deeper thicker broader warmer "
    "steeper"
)
_DOWN_WORDS = (
    "decrease decreased decreases decreasing fall falls fell fallen falling lower lowered lowers "
    "lowering less fewer smaller shorter slower weaker below reduce reduced reduces reducing reduction "
    "drop drops dropped dropping decline declined declines declining diminish diminished diminishes "
    "suppress suppressed suppresses suppression worse worst worsen worsened degrade degraded degrades "
    "shrink shrinks shrank shrunk downregulated downregulates downregulation slow slowed slows "
    "decelerate decelerated inhibit inhibited inhibits impair impaired impairs lose loses lost losing "
    "narrow narrows narrowed narrower weaken weakened weakens halve halved down downward "
    "underperform underperforms underperformed abolish abolished abolishes prevent prevented prevents "
    "block blocked blocks eliminate eliminated eliminates attenuate attenuated attenuates cooler later "
    "cut cuts cutting sink sinks sank sunk scarcer rarer sparser colder thinner shallower lighter poorer dimmer"
)
_UP_VERBS = (
    "increase raise exceed improve enhance elevate upregulate accelerate promote boost outperform "
    "surpass widen expand amplify strengthen double triple quadruple broaden thicken intensify "
    "heighten deepen stimulate facilitate climb surge soar swell lift"
)
_DOWN_VERBS = (
    "decrease reduce lower decline diminish suppress worsen degrade downregulate slow decelerate "
    "inhibit impair narrow weaken halve underperform abolish prevent block eliminate attenuate "
    "dampen hinder hamper curtail deteriorate erode plummet dwindle subside"
)
# Words whose sign turns when what they act on is bad for the reader are left out on purpose.
_CHANGE_WORDS = (
    "change changed changes alter altered alters affect affected affects differ differed differs "
    "difference differences different effect effects influence influenced influences impact impacts "
    "shift shifts shifted correlation correlated correlate association associated vary varied"
)
# To keep a thing and to lose it: opposites that are no directions of one quantity.
_HOLD_WORDS = (
    "keep keeps kept keeping retain retains retained retaining maintain maintains maintained "
    "preserve preserves preserved remain remains remained remaining stay stays stayed"
)
_LOSS_WORDS = "lose loses lost losing"
HOLDS = frozenset(_HOLD_WORDS.split())
LOSSES = frozenset(_LOSS_WORDS.split())
_NULL_WORDS = "unaffected unchanged unaltered same similar comparable identical indistinguishable"
_HARD_NEGATORS = "not no never none neither nor cannot n't nothing hardly 不 没 未 无 非"
HARD_NEGATORS = frozenset(_HARD_NEGATORS.split())
# Negation in the word itself, or exclusion: either side may put it as an open negation.
_SOFT_NEGATORS = (
    "only unaware unable absent absence lack lacks lacked lacking fail fails failed failing blind "
    "blinded masked prevent prevented prevents abolish abolished abolishes eliminate eliminated "
    "eliminates lost loses lose block blocked blocks disappear disappeared disappears vanish vanished "
    "vanishes remove removed removing removes deplete depleted depleting free knocking knockout deleted "
    "unaffected unchanged unaltered same 仅 只"
)
SOFT_NEGATORS = frozenset(_SOFT_NEGATORS.split())
# Phrases read as other words, so that the lists above know them.
PHRASES = {
    "independent of": "unaffected by",
    "independently of": "unaffected by",
    "regardless of": "unaffected by",
    "irrespective of": "unaffected by",
}
TIME_ORDER = frozenset(["before", "after", "precedes", "preceded", "follows", "followed"])
# Verbs that say of their object that it is not there any more.
_EXTINCTIONS = (
    "abolish abolished abolishes abolishing eliminate eliminated eliminates eliminating prevent "
    "prevented prevents preventing block blocked blocks blocking disappear disappeared disappears "
    "vanish vanished vanishes suppress suppressed suppresses lose loses lost absent absence lack "
    "lacks lacked fail fails failed failing unable"
)
EXTINCTIONS = frozenset(_EXTINCTIONS.split())
ZH_UP = ("提高", "增加", "增大", "上升", "升高", "高于", "增强", "改善", "优于", "加快", "大于")
ZH_DOWN = ("降低", "减少", "减小", "下降", "低于", "减弱", "抑制", "变差", "劣于", "减慢", "小于")
ZH_NULL = ("没有变化", "无变化", "不变", "没有影响", "无影响", "无显著差异", "没有显著差异", "相同")


def _forms(verbs: str) -> list[str]:
    """A regular verb as it is written: `halve halves halved halving`."""
    found = []
    for verb in verbs.split():
        root = verb.removesuffix("e")
        third = (
            f"{verb[:-1]}ies"
            if verb.endswith("y")
            else f"{verb}{'es' * verb.endswith(('s', 'sh', 'ch', 'x')) or 's'}"
        )
        past = f"{verb[:-1]}ied" if verb.endswith("y") else f"{root}ed"
        found += [verb, third, past, f"{root}ing"]
    return found


DIRECTIONS: dict[str, int] = {
    **{word: UP for word in [*_UP_WORDS.split(), *_forms(_UP_VERBS)]},
    **{word: DOWN for word in [*_DOWN_WORDS.split(), *_forms(_DOWN_VERBS)]},
}
# After `more` and `less`: `more slowly` is less of it.
POLES = {
    **dict.fromkeys(("rapidly", "quickly", "strongly", "frequently", "often", "widely"), UP),
    **dict.fromkeys(("slowly", "weakly", "rarely", "seldom", "sparsely", "infrequently"), DOWN),
}
# Verbs whose subject and object are the two sides of a comparison.
SIDE_VERBS = frozenset(
    [*_forms("outperform surpass exceed underperform outweigh"), "beat", "beats", "beaten"]
)
LOSS_NOUNS = frozenset(("loss", "losses", "degradation", "deactivation", "deterioration"))
CHANGES = frozenset(_CHANGE_WORDS.split())
NULLS = frozenset(_NULL_WORDS.split())

_STOP_WORDS = (
    "a about after again all also although am among an and any are as at be because been before being "
    "between both but by can could did do does doing done during each every either et al for from further "
    "had has have having he hence her here his how however i if in into is it its itself just may me "
    "might much must my of off on once onto or other our ours out over own per rather s several she "
    "should since so some such than that the their theirs them then there therefore these they this "
    "those through thus to too toward towards under until upon us used using very via was we were what "
    "when where whether which while who whom whose why will with within would yet you your one ones "
    "seen found show shows showed shown observed become becomes became becoming make makes made go "
    "goes went gone going come came take takes took get gets that's upon according fig figs figure figures table tables "
    "panel panels respectively compared versus vs relative "
    "的 了 在 是 和 与 及 对 中 为 于 比 随"
)
STOP_WORDS = frozenset(_STOP_WORDS.split())

# Each line is one meaning; words as written, stemmed on load.
SYNONYMS = """
mouse mice animal animals rat rats
control controls vehicle placebo untreated sham
measure measured quantify quantified determine determined assess assessed
patient patients participant participants subject subjects people person individuals
hospital hospitals centre centres center centers clinic clinics site sites
layer layers block blocks module modules
use usage consumption consume used
concentration concentrations level levels amount content
include included recruit recruited enrol enrolled
reader readers assessor assessors rater raters observer observers annotator annotators
small low minor
large high major
cycle cycles run runs round rounds
hour hours h hr
significant significantly statistically
most majority mostly largely dominate dominated dominates mainly predominantly
account accounts explain explains explained
temperature heat heated heating thermal
retain retained keep kept preserve preserved maintain maintained still
blind blinded unaware masked
gap difference discrepancy
speed rate fast
score scores scored scoring rating
reach reaches reached achieve achieves achieved attain
remove removing removed without deletion ablating ablation free
knock knocking knockout deletion without
limit limits limitation limited
expression expressed express
tumour tumor
behaviour behavior
efficiency efficient efficacy
error errors mistake mistakes
data samples examples
method methods approach approaches technique
increase growth growing
""".strip().splitlines()

_COUNTS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
)
NUMBER_WORDS: dict[str, float] = {
    word: float(value) for value, word in enumerate(_COUNTS.split())
} | {
    "thirty": 30.0,
    "forty": 40.0,
    "fifty": 50.0,
    "sixty": 60.0,
    "seventy": 70.0,
    "eighty": 80.0,
    "ninety": 90.0,
    "hundred": 100.0,
    "pair": 2.0,
    "dozen": 12.0,
    "twice": 2.0,
    "twofold": 2.0,
    "threefold": 3.0,
}
FRACTION_WORDS: dict[str, float] = {
    "half": 1 / 2,
    "third": 1 / 3,
    "thirds": 1 / 3,
    "quarter": 1 / 4,
    "quarters": 1 / 4,
    "fifth": 1 / 5,
    "fifths": 1 / 5,
    "tenth": 1 / 10,
    "tenths": 1 / 10,
}
_APPROXIMATORS = "about approximately around roughly nearly almost circa ca some ~ ≈ 约"
APPROXIMATORS = frozenset(_APPROXIMATORS.split())
# Units that exclude one another when the number is the same.
UNIT_KINDS: dict[str, str] = {
    **dict.fromkeys(("c", "°c", "degree", "degrees", "celsius", "k", "kelvin", "°"), "temperature"),
    **dict.fromkeys(("bar", "pa", "kpa", "mpa", "gpa", "atm", "torr", "mbar"), "pressure"),
    **dict.fromkeys(
        ("h", "hour", "hours", "min", "minutes", "s", "ms", "days", "weeks", "years"), "time"
    ),
    **dict.fromkeys(("nm", "µm", "um", "mm", "cm", "m", "km"), "length"),
    **dict.fromkeys(("mg", "kg", "µg", "ng"), "mass"),
    **dict.fromkeys(("ev", "mev", "kev", "kj"), "energy"),
    **dict.fromkeys(("hz", "khz", "mhz", "ghz"), "frequency"),
}

# Opposites that are no directions of one quantity; one side of a bar contradicts the other.
_OPPOSITES = """
sensitise sensitises sensitised sensitize sensitizes sensitized sensitive | resistant resistance tolerant
shorten shortens shortened shortening | lengthen lengthens lengthened lengthening prolong prolongs prolonged
present presence | absent absence missing
stable stabilise stabilises stabilised stabilize stabilizes stabilized | unstable destabilise destabilises destabilised destabilize destabilizes destabilized
active activate activates activated | inactive inactivate inactivates inactivated
positive positively | negative negatively
highest largest greatest strongest maximum maximal longest fastest best | lowest smallest weakest minimum minimal shortest slowest worst
first | last
early | late
soluble | insoluble
dense | sparse
rough | smooth
hydrophilic | hydrophobic
attract attracts attracted attractive | repel repels repelled repulsive
required necessary essential needed | unnecessary dispensable
sufficient | insufficient
reversible | irreversible
linear linearly | nonlinear nonlinearly non-linear
symmetric | asymmetric
homogeneous uniform | heterogeneous inhomogeneous
beneficial | harmful detrimental
frequent common | rare infrequent
succeed succeeds succeeded successful | fail fails failed failing unsuccessful
converge converges converged | diverge diverges diverged
exothermic | endothermic
consistent agree agrees agreed | inconsistent disagree disagrees disagreed
intact | abolished disrupted destroyed
"""
OPPOSITES: tuple[tuple[frozenset[str], frozenset[str]], ...] = tuple(
    (frozenset(one.split()), frozenset(other.split()))
    for one, _, other in (line.partition("|") for line in _OPPOSITES.strip().splitlines())
)
UNIVERSAL = frozenset(("all", "every", "each", "always", "entirely", "completely"))
PARTIAL = frozenset(("some", "few", "sometimes", "partly", "partially", "occasionally"))
_PREPOSITIONS = (
    "at in on with without for under during since by when after before if as from to among "
    "within near above below compared relative across"
)
PREPOSITIONS = frozenset(_PREPOSITIONS.split())
# Relations that hold both ways: their sides may change places.
_SYMMETRIC = (
    "correlated correlate correlates correlation associated association interact interacts "
    "bind binds similar equal equals differ differs agree agrees coexist overlap overlaps "
    "coupled near"
)
SYMMETRIC = frozenset(_SYMMETRIC.split())
