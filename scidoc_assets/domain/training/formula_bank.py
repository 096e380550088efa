"""Well-known formulas of mathematics, machine learning and physics with their symbols.

Each formula is held in LaTeX (the answer's notation) and in typst (the embedded typesetter's), its
symbols with a definition in English and Chinese. Refuses symbols whose meaning the formula does
not fix.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Domain = Literal["mathematics", "machine learning", "physics"]


@dataclass(frozen=True)
class Symbol:
    """A symbol in both notations and what it stands for."""

    latex: str
    typst: str
    en: str
    zh: str


@dataclass(frozen=True)
class Formula:
    """A displayed formula; `symbols` may be defined beside it, `also_shown` are just used."""

    key: str
    domain: Domain
    title_en: str
    title_zh: str
    latex: str
    typst: str
    symbols: tuple[Symbol, ...]
    also_shown: tuple[str, ...]

    def shows(self, latex: str) -> bool:
        """Whether a symbol stands in the formula, with a meaning or without."""
        return latex in self.also_shown or any(s.latex == latex for s in self.symbols)


def _formula(
    key: str,
    domain: Domain,
    titles: tuple[str, str],
    forms: tuple[str, str],
    also_shown: str,
    *symbols: str,
) -> Formula:
    """Symbols are written `latex | typst | English | Chinese`, `also_shown` with spaces."""
    read = tuple(Symbol(*(part.strip() for part in text.split("|"))) for text in symbols)
    return Formula(
        key, domain, titles[0], titles[1], forms[0], forms[1], read, tuple(also_shown.split())
    )


FORMULAS: tuple[Formula, ...] = (
    _formula(
        "gaussian", "mathematics", ("Normal density", "正态分布密度"),
        (r"f(x) = \frac{1}{\sigma\sqrt{2\pi}} e^{-\frac{(x-\mu)^2}{2\sigma^2}}",
         "f(x) = 1/(sigma sqrt(2 pi)) e^(-(x - mu)^2 / (2 sigma^2))"),
        r"f x e",
        r"\sigma | sigma | the standard deviation | 标准差", r"\mu | mu | the mean of the distribution | 分布的均值",
    ),
    _formula(
        "eigen", "mathematics", ("Eigenvalue problem", "特征值问题"),
        (r"A v = \lambda v", "A v = lambda v"),
        r"",
        "A | A | a square matrix | 方阵", r"\lambda | lambda | an eigenvalue | 特征值", "v | v | an eigenvector | 特征向量",
    ),
    _formula(
        "binomial", "mathematics", ("Binomial law", "二项分布"),
        (r"P_k = \binom{n}{k} p^k (1-p)^{n-k}", "P_k = binom(n, k) p^k (1 - p)^(n - k)"),
        r"P_k",
        "n | n | the number of trials | 试验次数", "k | k | the number of successes | 成功次数",
        "p | p | the success probability | 成功概率",
    ),
    _formula(
        "heat", "mathematics", ("Diffusion", "扩散方程"),
        (r"\frac{\partial u}{\partial t} = \kappa \nabla^2 u", "(partial u)/(partial t) = kappa nabla^2 u"),
        r"",
        "u | u | the concentration | 浓度", r"\kappa | kappa | the diffusivity | 扩散率", "t | t | the time | 时间",
    ),
    _formula(
        "renyi", "mathematics", ("Generalised entropy", "广义熵"),
        (r"H_\alpha = \frac{1}{1-\alpha} \log S", "H_alpha = 1/(1 - alpha) log S"),
        r"H_\alpha",
        r"\alpha | alpha | the order of the entropy | 熵的阶数", "S | S | the sum of powered probabilities | 概率幂之和",
    ),
    _formula(
        "exponential", "mathematics", ("Waiting times", "等待时间"),
        (r"F(t) = 1 - e^{-\lambda t}", "F(t) = 1 - e^(-lambda t)"),
        r"F e",
        r"\lambda | lambda | the rate of events | 事件发生率", "t | t | the waiting time | 等待时间",
    ),
    _formula(
        "sgd", "machine learning", ("Gradient step", "梯度更新"),
        (r"\theta_{t+1} = \theta_t - \eta g_t", "theta_(t+1) = theta_t - eta g_t"),
        r"t",
        r"\theta_t | theta_t | the parameters after step t | 第 t 步后的参数",
        r"\eta | eta | the learning rate | 学习率", "g_t | g_t | the gradient at step t | 第 t 步的梯度",
    ),
    _formula(
        "ridge", "machine learning", ("Regularised loss", "正则化损失"),
        (r"L = E + \lambda R", "L = E + lambda R"),
        r"E",
        "L | L | the total loss | 总损失", r"\lambda | lambda | the regularisation weight | 正则化权重",
        "R | R | the penalty term | 惩罚项",
    ),
    _formula(
        "attention", "machine learning", ("Attention weights", "注意力权重"),
        (r"a_{ij} = \frac{e^{s_{ij}/\sqrt{d}}}{Z_i}", "a_(i j) = e^(s_(i j) \\/ sqrt(d)) / Z_i"),
        r"s_{ij} e i j",
        "a_{ij} | a_(i j) | the attention weight | 注意力权重", "d | d | the key dimension | 键的维度",
        "Z_i | Z_i | the normaliser of row i | 第 i 行的归一化因子",
    ),
    _formula(
        "logistic", "machine learning", ("Logistic unit", "逻辑单元"),
        (r"y = \sigma(w x + b)", "y = sigma(w x + b)"),
        r"x y",
        r"\sigma | sigma | the sigmoid function | sigmoid 函数", "w | w | the weight | 权重", "b | b | the bias | 偏置",
    ),
    _formula(
        "momentum", "machine learning", ("Momentum", "动量"),
        (r"m_t = \beta m_{t-1} + (1-\beta) g_t", "m_t = beta m_(t-1) + (1 - beta) g_t"),
        r"g_t m_{t-1} t",
        "m_t | m_t | the running mean of gradients | 梯度的滑动平均", r"\beta | beta | the decay factor | 衰减系数",
    ),
    _formula(
        "bellman", "machine learning", ("Discounted return", "折扣回报"),
        (r"V = r + \gamma V'", "V = r + gamma V'"),
        r"V'",
        "V | V | the value of the state | 状态的价值", r"\gamma | gamma | the discount factor | 折扣因子",
        "r | r | the reward | 奖励",
    ),
    _formula(
        "mixup", "machine learning", ("Adaptive step", "自适应步长"),
        (r"\Delta = \frac{\alpha}{\sqrt{q} + \epsilon}", "Delta = alpha / (sqrt(q) + epsilon.alt)"),
        r"\Delta",
        r"\alpha | alpha | the step size | 步长", r"\epsilon | epsilon.alt | a small constant | 一个小常数",
        "q | q | the second moment | 二阶矩",
    ),
    _formula(
        "hooke", "physics", ("Linear elasticity", "线弹性"),
        (r"\sigma = E \epsilon", "sigma = E epsilon.alt"),
        r"",
        r"\sigma | sigma | the stress | 应力", r"E | E | the elastic modulus | 弹性模量",
        r"\epsilon | epsilon.alt | the strain | 应变",
    ),
    _formula(
        "wave", "physics", ("Wave relation", "波动关系"),
        (r"c = \lambda \nu", "c = lambda nu"),
        r"",
        "c | c | the wave speed | 波速", r"\lambda | lambda | the wavelength | 波长", r"\nu | nu | the frequency | 频率",
    ),
    _formula(
        "gas", "physics", ("Ideal gas", "理想气体"),
        (r"p V = n R T", "p V = n R T"),
        r"",
        "p | p | the pressure | 压强", "V | V | the volume | 体积", "n | n | the amount of substance | 物质的量",
        "R | R | the gas constant | 气体常数", "T | T | the temperature | 温度",
    ),
    _formula(
        "newton", "physics", ("Friction force", "摩擦力"),
        (r"F = \mu N", "F = mu N"),
        r"",
        "F | F | the friction force | 摩擦力", r"\mu | mu | the friction coefficient | 摩擦系数",
        "N | N | the normal force | 法向力",
    ),
    _formula(
        "expansion", "physics", ("Thermal expansion", "热膨胀"),
        (r"\Delta l = \alpha l_0 \Delta T", "Delta l = alpha l_0 Delta T"),
        r"\Delta l T",
        r"\alpha | alpha | the expansion coefficient | 热膨胀系数", "l_0 | l_0 | the initial length | 初始长度",
    ),
    _formula(
        "lorentz", "physics", ("Lorentz factor", "洛伦兹因子"),
        (r"\gamma = \frac{1}{\sqrt{1-\beta^2}}", "gamma = 1 / sqrt(1 - beta^2)"),
        r"",
        r"\gamma | gamma | the Lorentz factor | 洛伦兹因子", r"\beta | beta | the speed relative to light | 相对于光速的速度",
    ),
    _formula(
        "conduct", "physics", ("Surface charge", "面电荷"),
        (r"D = \sigma", "D = sigma"),
        r"",
        "D | D | the normal displacement field | 法向电位移", r"\sigma | sigma | the surface charge density | 面电荷密度",
    ),
    _formula(
        "pendulum", "physics", ("Pendulum", "单摆"),
        (r"T = 2\pi \sqrt{\frac{l}{g}}", "T = 2 pi sqrt(l / g)"),
        r"",
        "T | T | the period | 周期", "l | l | the length of the string | 摆线长度",
        "g | g | the gravitational acceleration | 重力加速度",
    ),
    _formula(
        "boltzmann", "physics", ("Occupation", "占据概率"),
        (r"w = e^{-\beta E}", "w = e^(-beta E)"),
        r"e",
        "w | w | the statistical weight | 统计权重", r"\beta | beta | the inverse temperature | 逆温度",
        "E | E | the energy | 能量",
    ),
    _formula(
        "adiabatic", "physics", ("Adiabatic change", "绝热过程"),
        (r"p V^\gamma = C", "p V^gamma = C"),
        r"p V",
        r"\gamma | gamma | the heat capacity ratio | 比热比", "C | C | a constant | 常数",
    ),
    _formula(
        "permittivity", "physics", ("Electric field", "电场"),
        (r"D = \epsilon E", "D = epsilon.alt E"),
        r"",
        r"\epsilon | epsilon.alt | the permittivity | 介电常数", "E | E | the electric field | 电场强度",
        "D | D | the displacement field | 电位移",
    ),
)  # fmt: skip


def formulas_with(symbol_latex: str) -> list[Formula]:
    """The formulas that give a symbol a meaning."""
    return [f for f in FORMULAS if any(s.latex == symbol_latex for s in f.symbols)]


def ambiguous_symbols() -> list[str]:
    """Symbols with at least two different meanings in the bank, sorted."""
    meanings: dict[str, set[str]] = {}
    for formula in FORMULAS:
        for symbol in formula.symbols:
            meanings.setdefault(symbol.latex, set()).add(symbol.en)
    return sorted(s for s, found in meanings.items() if len(found) >= 2)
