"""Discourse cues of the extractive baseline, English and Chinese.

Lists of general wording only, never a paper's own terms. Weights are judgements, fixed before
measuring.
"""

from __future__ import annotations

import re

from scidoc_assets.schemas.label_mentions import find_groups

_FLAGS = re.IGNORECASE

OBSERVATION_WORDS = re.compile(
    r"\b(?:higher|lower|larger|smaller|greater|fewer|less than|more than|longer|shorter|faster|"
    r"slower|stronger|weaker|better|worse|best|worst|highest|lowest|largest|smallest|most|more|least|"
    r"slow(?:ly)?|rapid(?:ly)?|steep|flat|sharp(?:ly)?|broad|narrow|dense|sparse|diverse|uniform|"
    r"clusters of|shaped?|corresponds?|replicat\w+|resembl\w+|dominat\w+|coincid\w+|symmetric\w*|"
    r"increas\w*|decreas\w*|rais(?:es?|ed)|lower(?:s|ed)|close to|ris(?:es?|ing)|rose|fell|falls?|drop(?:s|ped)?|decline[sd]?|grow(?:s|th)?|"
    r"grew|reduc(?:es|ed|tion)|improv\w+|outperform\w*|exceed\w*|surpass\w*|peaks?|maxim\w+|"
    r"minim\w+|saturat\w+|plateau\w*|converg\w+|diverg\w+|oscillat\w+|correlat\w+|overlap\w*|"
    r"significant(?:ly)?|similar(?:ly)?|comparable|identical|constant|unchanged|stable|differ\w*|"
    r"varies|varied|agree(?:s|ment)?|deviat\w+|match(?:es|ed)?|remain(?:s|ed)?|reach(?:es|ed)?|"
    r"above|below|between|ranged?|distribut\w+|cluster\w*|linear(?:ly)?|exponential(?:ly)?|"
    r"compared (?:to|with)|relative to|per ?cent|fold|ratio|trend|observed|detected|enriched|absent|"
    r"majority|only|twice|half|double[sd]?|tends?|"
    r"no (?:effect|change|difference|correlation))\b",
    _FLAGS,
)
OBSERVATION_WORDS_ZH = re.compile(
    r"高于|低于|大于|小于|增加|增大|增长|上升|升高|提高|下降|降低|减少|减小|最大|最小|最高|最低|"
    r"峰值|显著|明显|相近|一致|相同|不变|稳定|差异|优于|超过|达到|趋势|分布|集中|波动|相关|比例|倍|可以看出|可见|可知"
)
VALUES = re.compile(
    r"(?<![\w.])[-+−±~≈]?\d+(?:[.,]\d+)?\s*(?:%|‰|°C?|×|[kKMGmµμn]?(?:m|s|g|Hz|V|A|W|K|J|N|Pa|L|M|eV|"
    r"bar|mol|min|h|px|B)\b|ms\b|mm\b|nm\b|fold\b|times\b|percent\b|points?\b|mg\b|days?\b|"
    r"years?\b|hours?\b|seconds?\b|papers?\b|samples?\b)|\bfrom \d[\d.,]* (?:\w+ )?to \d|\b[pPrR]\s*[<=>]\s*0?\.\d+|\b\d+\.\d+\b"
)
SHOWS = re.compile(
    r"\b(?:shows?|shown|showed|reveals?|revealed|exhibits?|exhibited|displays? (?:a|an|the|no)|we (?:see|find|"
    r"found|observe|note)|can be seen|it is (?:seen|clear|evident)|as seen|visible|apparent)\b|表明|显示|看出",
    _FLAGS,
)
DEPICTS = re.compile(
    r"\b(?:show(?:s|n)?|plot(?:s|ted)?|display(?:s|ed)?|illustrat(?:es|ed)|depict(?:s|ed)|"
    r"present(?:s|ed)|visuali[sz](?:es|ed)|compares?|lists?|gives?|see)\b|如图|见图|给出|所示",
    _FLAGS,
)
# "Figure 2 shows the map of ..." names a picture; "Figure 2 shows that ..." tells what is in it.
PICTURE_SUBJECT = re.compile(
    r"^(?:in |the )?(?:extended data |supplementary )?(?:figs?|figures?|tables?)\.? ?[\w(),.– -]{1,24}? "
    r"(?:we )?(?:also |then )?(?:shows?|depicts?|displays?|compares?|plots?|illustrates?|presents?|lists?|gives?|"
    r"summari[sz]es?|reports?|contains?|provides?) (?!that\b|how much\b|no\b|clear|strong|an? (?:clear|strong|"
    r"significant|marked|linear|sharp|steady|positive|negative|increase|decrease|reduction|drop|rise))",
    _FLAGS,
)
POINTER_ONLY = re.compile(
    r"\b(?:illustrat\w+|depict\w+|overview|outlined?|sketch(?:ed)?|arrangement|schematic\w*|example of|examples of|workflow|pipeline|"
    r"architecture|summari[sz]e[sd]?|listed|lists|reported in|given in|describ\w+|presented in|"
    r"presents|provided in|defin\w+|see (?:also )?(?:fig|tab)|(?:is|are) (?:also |further )?(?:shown|plotted|given|displayed|"
    r"presented|reported) in|"
    r"notation|setup|set-up|layout|flow ?chart|diagram|sketch)\b|流程图|示意图",
    _FLAGS,
)
# "... is below 5 % (see Fig. 3)" states its value; "see Fig. 3 for details" only points.
_SEE_IN_BRACKETS = re.compile(r"[(\[]\s*see\b[^)\]]{0,60}[)\]]", _FLAGS)
METHOD = re.compile(
    r"\b(?:we (?:\w+ly |then |also |next |first |further )?(?:use|used|train|trained|set|compute|computed|measure|measured|apply|applied|"
    r"perform|performed|collect|collected|select|selected|sample|sampled|choose|chose|follow|"
    r"followed|adopt|adopted|employ|employed|define|implement|implemented|generate|generated|"
    r"consider|considered|start|begin|derive|write|calculate|calculated|normali[sz]ed?|fix|fixed|split|decide|"
    r"decided|report the|reported the|evaluate|evaluated|include|included|fine-?tuned?|randomly)|(?:was|were) (?:measured|"
    r"performed|calculated|obtained from|purchased|prepared|added|recorded|collected|trained|"
    r"computed|used|carried out|selected|generated|incubated|fixed|placed|taken)|comes? from|(?:is|are) (?:averaged|"
    r"applied|computed|calculated|performed|carried out|obtained (?:by|from)|assigned|summed)|each (?:point|bar|symbol|line|box) (?:is|shows|marks|represents)|error bars|allows? us to|the objective of|"
    r"let us|suppose|assume)\b|"
    r"假设|定义|设定|采用|我们将|引入|建立了?|利用|首先|借由|使用了",
    _FLAGS,
)

CONCLUSION_CUES: list[tuple[re.Pattern[str], float]] = [
    (re.compile(pattern, _FLAGS), weight)
    for pattern, weight in [
        (r"\bwe (?:therefore |thus |hence )?conclude\b|\bit (?:can be|is|was) concluded\b", 3.0),
        (r"\b(?:our|these|the|this|such|all) (?:\w+ ){0,3}(?:results?|findings?|data|observations?|"
         r"experiments?|analys[ie]s|evidence|study|work|measurements?|simulations?|evaluations?|"
         r"comparisons?|tests?)\b(?: \w+){0,4}? "
         r"(?:\w+ly )?(?:show|shows|showed|indicates?|indicated|suggests?|suggested|demonstrates?|"
         r"demonstrated|reveals?|revealed|confirms?|confirmed|supports?|supported|establish\w*|"
         r"impl(?:y|ies)|provides? evidence)\b", 3.0),
        (r"^(?:taken )?together,? |\btaken together\b|^collectively\b|^in conclusion\b|"
         r"^in summary\b|^to summari[sz]e\b|^overall\b|^to conclude\b|^in sum\b", 2.5),
        (r"^(?:thus|therefore|hence|consequently|accordingly|as a (?:result|consequence))\b|"
         r"[;,] (?:thus|therefore|hence)\b|\bthis (?:clearly )?(?:shows|indicates|suggests|"
         r"implies|demonstrates|confirms|means|explains) (?:that|how|why)\b", 2.0),
        (r"\bwe (?:\w+ly )?(?:also )?(?:have )?(?:show|showed|shown|demonstrate|demonstrated|find|found|"
         r"establish|established|confirm|confirmed|reveal|revealed|report that|discover\w*|prove|"
         r"proved)\b(?: here)?(?: that| how)?", 1.6),
        (r"\b(?:suggest(?:s|ing)?|indicat(?:es|ing)|impl(?:ies|ying)|demonstrat(?:es|ing)|"
         r"confirm(?:s|ing)?|reveal(?:s|ing)?|evidence)\b (?:\w+ )?(?:that|of|for)\b", 1.2),
        (r"\b(?:play(?:s|ed)? an? (?:\w+ )?role|is (?:mainly |largely |primarily )?(?:due to|"
         r"caused by|driven by|determined by|explained by|responsible)|leads? to|results? in|"
         r"depends? (?:on|strongly)|enables?|outperforms?|achieves?|consistent with|"
         r"is (?:effective|feasible|possible|sufficient|necessary|robust))\b", 0.8),
        (r"结果表明|研究表明|实验表明|结果显示|结论|综上|综合来看|总之", 3.0),
        (r"因此|所以|由此可见|由此可知|从而|说明|表明|可以得出|得出|可见", 2.0),
        (r"有效|合理|优于|影响|取决于|决定", 0.8),
    ]
]  # fmt: skip
NOT_A_CLAIM = re.compile(
    r"\?\s*$|？\s*$|\b(?:future (?:work|research|studies)|we (?:will|plan|hope|thank|aim|intend)|"
    r"remains? to be|is organi[sz]ed|in this section|in the (?:next|following) section|next,? we|"
    r"see section|(?:given|defined|written|expressed|denoted) (?:by|as|in)\b|by respectively|"
    r"(?:is|are|was|were) respectively\.?$|(?:the|this|crucial|open|key) question (?:is|remains)|limitation|shortcoming|"
    r"(?:the|this|these|left|right|upper|lower) (?:figure|plot|graph|panel|image|table)s?\b|the (?:rest|remainder) of|it would be|further (?:work|research|studies|"
    r"investigation)|is (?:available|released)|are available|licen[cs]e|funded|grant)\b|^(?:for example|for instance|"
    r"recall|note that|here,? we (?:use|describe|introduce)|question|if )\b|下面|接下来|如何|^(?:而且|但是|换句话说|如果|将|此即|即|\d+[.、．])|未来|展望|假设|不足|改进方向|观察该图|由图|图中|需要调整",
    _FLAGS,
)
AIM = re.compile(
    r"\b(?:this (?:paper|work|article|study|report) (?:presents|describes|introduces|proposes|"
    r"investigates|examines|explores|aims)|we (?:present|propose|introduce|describe|study|"
    r"investigate|explore|examine|develop|aim|consider|ask|attempt|try|review)|"
    r"the (?:aim|goal|purpose|objective)|we (?:created|developed|built|implemented|designed|"
    r"constructed|introduced|presented|proposed|performed|conducted|used|described))\b|"
    r"^to \w+ [^,]{5,160}, we\b|本文(?:研究|针对|主要|首先)|针对问题|需要我们|要求",
    _FLAGS,
)
ANAPHORA = re.compile(
    r"^(?:we|our) \w+ (?:also )?(?:it|this|them|these|those)\b|\bthis (?:change|case|effect|one|way)\b|"
    r"^(?:this|these|those|such|that|the latter|the former|both) (?!paper|work|study|article|results?\b|"
    r"findings?\b|data\b|observations?\b|experiments?\b|analys[ie]s\b|evidence\b|measurements?\b)",
    _FLAGS,
)
STATISTICS = re.compile(r"[=<>≤≥≈]")
KNOWLEDGE = re.compile(
    r"\b(?:it is (?:well[- ])?(?:known|established|accepted)|well[- ](?:known|established)|"
    r"(?:has|have) (?:previously |long |also )?been (?:shown|demonstrated|reported|proposed|observed|"
    r"found|suggested|established|used|studied)|(?:previous|prior|earlier|recent) (?:\w+ )?(?:work|"
    r"studies|study|research|reports?|results)|(?:is|are) known to|commonly (?:used|accepted)|"
    r"according to|widely (?:used|accepted|known)|standard|in agreement with (?:previous|earlier)|"
    r"consistent with (?:previous|earlier|prior))\b|研究表明|众所周知|文献",
    _FLAGS,
)
CITATION = re.compile(
    r"\[\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\]|\((?:[^()]{0,80}?[A-Z][\w'’-]+(?: et al\.?| and [A-Z][\w-]+)?,? "
    r"(?:19|20)\d\d[a-z]?[^()]{0,120}?)\)|[A-Z][\w'’-]+ et al\.? ?[\[(](?:\d{1,3}|(?:19|20)\d\d)[a-z]?[\])]"
)
LEADING_CUE = re.compile(
    r"^(?:(?:thus|therefore|hence|consequently|accordingly|overall|collectively|together|"
    r"taken together|in conclusion|in summary|to summari[sz]e|in sum|to conclude|moreover|"
    r"furthermore|in addition|additionally|however|finally|interestingly|importantly|notably|"
    r"indeed|specifically|in particular|as a (?:result|consequence)|first|second|third|"
    r"(?:firstly|secondly|thirdly)|in contrast|similarly|also|besides|again|nevertheless|"
    r"conversely|on the other hand|by contrast|in fact|and|but|so|here)\b,?\s+|"
    r"(?:因此|所以|综上所述|综上|总之|此外|另外|同时|其中|然而|众所周知)[，,]?)",
    _FLAGS,
)
FRAME = re.compile(
    r"^(?:we (?:also |therefore |thus |further )?(?:conclude|find|found|show|showed|demonstrate|demonstrated|"
    r"observe|observed|note|see|have shown|argue|believe)|(?:our|these|the|this|all these) "
    r"(?:\w+ ){0,2}(?:results?|findings?|data|observations?|experiments?|analys[ie]s|evaluations?|comparisons?) "
    r"(?:\w+ly )?(?:shows?|showed|indicates?|indicated|suggests?|suggested|demonstrates?|demonstrated|reveals?|"
    r"revealed|confirms?|confirmed)|this (?:clearly )?(?:shows|indicates|suggests|implies|demonstrates|"
    r"confirms|means)|it (?:can be|is|was|has been) (?:clearly |well[- ]|widely |generally )?(?:concluded|seen|observed|"
    r"found|clear|evident|noted|shown|known|established|accepted|reported)|(?:as )?(?:can be seen|is clear|is evident)) that\s+|"
    r"^(?:由此|以上|上述|这些|该|这)?(?:实验|研究|分析)?(?:结果|数据|现象|发现)?(?:也|均|都|进一步)?(?:表明|说明(?!书)|显示|证明)了?[，,:：]?",
    _FLAGS,
)
# The object is a drawing of the set-up, so values beside the pointer are not read from it.
SKETCHED = re.compile(r"\bas (?:outlined|sketched|drawn|schemati\w+ \w+) (?:in|by)\b", _FLAGS)


def conclusion_weight(text: str) -> float:
    """Return the weight of the strongest conclusion cue plus a tenth of the others, 0 for none."""
    found = sorted((w for pattern, w in CONCLUSION_CUES if pattern.search(text)), reverse=True)
    return found[0] + 0.1 * sum(found[1:]) if found else 0.0


def without_labels(text: str) -> str:
    """Return a text whose printed labels are gone: the `1A` of `Fig. 1A` is no current."""
    pieces, done = [], 0
    for group in find_groups(text):
        pieces.append(text[done : group.start])
        done = group.end
    return "".join([*pieces, text[done:]])


def observation_weight(text: str) -> float:
    """Return how much of an observation a text is: values and comparisons up, pointers, named
    pictures and methods down."""
    said = without_labels(text)
    words = len(OBSERVATION_WORDS.findall(said)) + len(OBSERVATION_WORDS_ZH.findall(said))
    values = len(VALUES.findall(said))
    weight = min(words, 3) * 1.0 + min(values, 3) * 0.8
    weight += 0.6 if SHOWS.search(text) else 0.0
    # "Table 1 lists 96 % after citrate and 3 % after ..." points and still states what is there.
    is_pointer = POINTER_ONLY.search(_SEE_IN_BRACKETS.sub("", text)) and values < 2
    weight -= 1.2 if is_pointer else 0.0
    weight -= 1.2 if SKETCHED.search(text) else 0.0
    weight -= 1.2 if METHOD.search(text) else 0.0
    weight -= 1.6 if PICTURE_SUBJECT.search(text) else 0.0
    return weight
