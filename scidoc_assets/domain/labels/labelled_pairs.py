"""A labelled set for the lexical judge: kind, covered or not, statement, answer.

Written by us. The rules were fitted to the first 32 lines; the other 24 were written afterwards and
judged once before anything was changed (19 right, 3 wrong, 2 abstained), then used too. Agreement
on this set is therefore an upper bound, and shown as that.
"""

from __future__ import annotations

LabelledPair = tuple[str, str, bool, str]  # statement, answer, is_covered, kind

_TABLE = """
para_num | yes | Perovskite cells without the additive lost half of their efficiency after 500 hours. | After 500 h, the efficiency of additive-free perovskite cells had dropped by 50%.
para_dir | yes | Depleting regulatory T cells accelerated tumour rejection. | Tumours were rejected faster once regulatory T cells had been depleted.
para_dir | yes | The gap between the two methods narrows as the batch size grows. | With larger batch sizes, the difference between the methods becomes smaller.
para_neg | yes | Doping did not change the lattice constant. | The lattice constant stayed the same upon doping.
para_num | yes | Pretraining on synthetic images raises segmentation accuracy from 71.2 to 76.8. | Segmentation accuracy improves to 76.8 (from 71.2) when synthetic images are used for pretraining.
para | yes | The superconducting transition is suppressed by a magnetic field of 2 T. | A 2 T magnetic field suppresses the superconducting transition.
para | yes | Soil moisture explains most of the variance in crop yield. | Most variance in yield is explained by the moisture of the soil.
para_num | yes | Removing the attention module reduces F1 by 3.4 points. | Without the attention module, F1 is 3.4 points lower.
para_neg | yes | No correlation was found between age and response (r = 0.03). | Age and response were not correlated (r = 0.03).
para_dir | yes | Bacterial growth was slower at pH 5 than at pH 7. | Bacteria grew faster at pH 7 than at pH 5.
para_dir | yes | The binding energy of the oxide is higher than that of the sulfide. | The sulfide has a lower binding energy than the oxide.
para_num | yes | Three of the four reefs recovered within ten years. | Recovery within 10 years was seen on 3 of 4 reefs.
para_neg | yes | Inhibiting the kinase prevented neurite outgrowth. | Neurite outgrowth did not occur when the kinase was inhibited.
para_dir | yes | The emission peak shifts to longer wavelengths with increasing pressure. | Increasing pressure moves the emission peak towards longer wavelengths.
wrong_num | no | Perovskite cells without the additive lost half of their efficiency after 500 hours. | Perovskite cells without the additive lost half of their efficiency after 50 hours.
reversed | no | Depleting regulatory T cells accelerated tumour rejection. | Depleting regulatory T cells slowed tumour rejection.
reversed | no | The gap between the two methods narrows as the batch size grows. | The gap between the two methods widens as the batch size grows.
negation | no | Doping did not change the lattice constant. | Doping increased the lattice constant.
swapped_num | no | Pretraining on synthetic images raises segmentation accuracy from 71.2 to 76.8. | Pretraining on synthetic images changes segmentation accuracy from 76.8 to 71.2.
negation | no | The superconducting transition is suppressed by a magnetic field of 2 T. | The superconducting transition is not suppressed by a magnetic field of 2 T.
entity | no | Soil moisture explains most of the variance in crop yield. | Air temperature explains most of the variance in crop yield.
entity | no | Removing the attention module reduces F1 by 3.4 points. | Removing the decoder module reduces F1 by 3.4 points.
negation | no | No correlation was found between age and response (r = 0.03). | A correlation was found between age and response.
swapped_num | no | Bacterial growth was slower at pH 5 than at pH 7. | Bacterial growth was slower at pH 7 than at pH 5.
reversed | no | The binding energy of the oxide is higher than that of the sulfide. | The binding energy of the sulfide is higher than that of the oxide.
wrong_num | no | Three of the four reefs recovered within ten years. | Two of the four reefs recovered within ten years.
reversed | no | Inhibiting the kinase prevented neurite outgrowth. | Inhibiting the kinase promoted neurite outgrowth.
reversed | no | The emission peak shifts to longer wavelengths with increasing pressure. | The emission peak shifts to shorter wavelengths with increasing pressure.
offtopic_near | no | Soil moisture explains most of the variance in crop yield. | Crop yield was recorded on 40 plots with soil probes over two seasons.
offtopic_near | no | The gap between the two methods narrows as the batch size grows. | Both methods were trained with the same optimiser and learning rate.
offtopic_near | no | Inhibiting the kinase prevented neurite outgrowth. | The kinase was purified from bovine brain.
entity | no | The emission peak shifts to longer wavelengths with increasing pressure. | The absorption edge shifts to longer wavelengths with increasing pressure.
para_num | yes | Seedlings grown under blue light were 30% taller than those grown under red light. | Blue light made seedlings 30% taller than red light did.
para | yes | The classifier misses one in five positive cases. | One out of every five positive cases is missed by the classifier.
para_dir | yes | Adding lithium salt lowered the glass transition temperature. | The glass transition temperature went down when lithium salt was added.
para_neg | yes | Sleep deprivation had no effect on reaction time. | Reaction times were unaffected by sleep deprivation.
para_num | yes | The simulated flux agrees with the measured flux within 5%. | Simulated and measured flux agree to within 5 percent.
para_dir | yes | Larger models need fewer examples to reach the same accuracy. | To reach the same accuracy, larger models require fewer training examples.
para_neg | yes | Only samples annealed at 600 K showed ferroelectric switching. | Ferroelectric switching was not seen except in samples annealed at 600 K.
para | yes | Gene silencing of Foxp2 impaired vocal learning. | Vocal learning deteriorated after Foxp2 was silenced.
para | yes | Income was the strongest predictor of diet quality. | Diet quality was best predicted by income.
para_num | yes | The reaction yield falls from 92% to 61% when oxygen is present. | In the presence of oxygen the yield drops to 61% from 92%.
reversed | no | Seedlings grown under blue light were 30% taller than those grown under red light. | Seedlings grown under red light were 30% taller than those grown under blue light.
wrong_num | no | The classifier misses one in five positive cases. | The classifier misses one in ten positive cases.
reversed | no | Adding lithium salt lowered the glass transition temperature. | Adding lithium salt raised the glass transition temperature.
negation | no | Sleep deprivation had no effect on reaction time. | Sleep deprivation slowed reaction time.
negation | no | The simulated flux agrees with the measured flux within 5%. | The simulated flux does not agree with the measured flux.
reversed | no | Larger models need fewer examples to reach the same accuracy. | Smaller models need fewer examples to reach the same accuracy.
negation | no | Only samples annealed at 600 K showed ferroelectric switching. | Samples annealed at 600 K showed no ferroelectric switching.
entity | no | Gene silencing of Foxp2 impaired vocal learning. | Gene silencing of Cntnap2 impaired vocal learning.
entity | no | Income was the strongest predictor of diet quality. | Education was the strongest predictor of diet quality.
swapped_num | no | The reaction yield falls from 92% to 61% when oxygen is present. | The reaction yield falls from 61% to 92% when oxygen is present.
offtopic_near | no | The reaction yield falls from 92% to 61% when oxygen is present. | The reaction was run in dry toluene at 60 degrees.
offtopic_near | no | Income was the strongest predictor of diet quality. | Diet quality was scored with a food frequency questionnaire.
offtopic_near | no | Gene silencing of Foxp2 impaired vocal learning. | Foxp2 is expressed in the basal ganglia.
offtopic_near | no | Sleep deprivation had no effect on reaction time. | Reaction time was measured with a button box before sleep.
"""


def _read(table: str) -> tuple[LabelledPair, ...]:
    rows = [line.split(" | ") for line in table.strip().splitlines()]
    return tuple((row[2], row[3], row[1] == "yes", row[0]) for row in rows)


LABELLED_PAIRS = _read(_TABLE)
