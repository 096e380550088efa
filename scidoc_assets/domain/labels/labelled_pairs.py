"""A labelled set for the lexical judge: kind, covered or not, statement, answer.

Written by us, in four batches. The rules were fitted to the first 32 lines; each later batch was
judged once before anything was changed, then used too: 24 lines (19 right, 3 wrong, 2 abstained), 60
(45, 12, 3) and 60 (52, 8, 0). Agreement on this set is therefore an upper bound, and shown as that;
`held_out_pairs` is the set that no rule was fitted to.
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
para | yes | Warming of 2 degrees doubles the frequency of marine heatwaves. | Marine heatwaves become twice as frequent when the ocean warms by 2 degrees.
para | yes | The catalyst remains active after ten reaction cycles. | Even after 10 cycles no loss of catalytic activity is seen.
para | yes | Dropout regularisation reduces the gap between training and test error. | With dropout, test error lies closer to training error.
para | yes | Mutant zebrafish swim more slowly than their wild-type siblings. | Wild-type fish are faster swimmers than the mutants.
para | yes | The spectral line is broadened by turbulence rather than by thermal motion. | Turbulence, not thermal motion, accounts for the width of the line.
para | yes | Vaccinated participants had a lower risk of hospital admission. | Hospital admissions were less likely among those who had been vaccinated.
para | yes | Graph attention outperforms plain convolution on every dataset tested. | On all datasets, graph attention gives better results than plain convolution.
para | yes | Thermal conductivity drops as porosity increases. | The more porous the sample, the lower its thermal conductivity.
para_num | yes | The mean grain size grows from 12 to 35 micrometres after annealing. | Annealing coarsens the grains: mean size 35 micrometres, up from 12.
para_num | yes | Only 3 of 41 patients relapsed within a year. | Relapse within one year was seen in three patients out of 41.
para_num | yes | The encoder accounts for 78% of all parameters. | Roughly four fifths (78%) of the parameters sit in the encoder.
para_num | yes | The yield strength is 450 MPa, about 1.5 times that of the cast alloy. | Yield strength reaches 450 MPa, i.e. 1.5-fold the value of the cast alloy.
para_neg | yes | Removing the promoter region did not affect transcription. | Transcription was unaffected by deletion of the promoter region.
para_neg | yes | There is no evidence of a phase transition below 80 K. | Below 80 K a phase transition is not observed.
para_neg | yes | None of the control plots contained the invasive beetle. | The invasive beetle was absent from every control plot.
para_dir | yes | Higher learning rates lead to unstable training. | Training becomes unstable when the learning rate is raised.
para_dir | yes | Predator density falls with distance from the reef. | Predators become scarcer farther away from the reef.
para_dir | yes | The drug shortens the time to wound closure. | Wounds closed sooner in animals given the drug.
para_dir | yes | Silencing the gene sensitises cells to cisplatin. | Cells became more sensitive to cisplatin once the gene was silenced.
para_dir | yes | Electron mobility peaks at a doping level of 5%. | The maximum electron mobility is found at 5% doping.
para_dir | yes | Rural households spend a larger share of their income on food than urban households. | Urban households spend a smaller share of income on food than rural ones.
para_long | yes | The retrieval step lowers the hallucination rate from 18% to 7%. | The system has three parts. Latency rises slightly. Hallucinations fall from 18% of answers to 7% once retrieval is added, while fluency is unchanged. We conclude that retrieval helps.
para_long | yes | Methane emissions are highest in late summer. | Emissions of methane vary through the year, being lowest in winter and highest in late summer, when soils are warm. Rainfall plays a smaller role.
para_long | yes | Knockdown of the receptor abolishes the calcium response. | In control cells the agonist evokes a calcium transient. After receptor knockdown no calcium response can be seen, so the receptor is required.
reversed | no | Warming of 2 degrees doubles the frequency of marine heatwaves. | Warming of 2 degrees halves the frequency of marine heatwaves.
reversed | no | Mutant zebrafish swim more slowly than their wild-type siblings. | Wild-type zebrafish swim more slowly than their mutant siblings.
reversed | no | Vaccinated participants had a lower risk of hospital admission. | Vaccinated participants had a higher risk of hospital admission.
reversed | no | Graph attention outperforms plain convolution on every dataset tested. | Plain convolution outperforms graph attention on every dataset tested.
reversed | no | Thermal conductivity drops as porosity increases. | Thermal conductivity rises as porosity increases.
reversed | no | The drug shortens the time to wound closure. | The drug lengthens the time to wound closure.
reversed | no | Predator density falls with distance from the reef. | Predator density rises with distance from the reef.
reversed | no | Silencing the gene sensitises cells to cisplatin. | Silencing the gene makes cells more resistant to cisplatin.
reversed | no | Methane emissions are highest in late summer. | Methane emissions are lowest in late summer.
reversed | no | Rural households spend a larger share of their income on food than urban households. | Urban households spend a larger share of their income on food than rural households.
negation | no | The catalyst remains active after ten reaction cycles. | The catalyst is no longer active after ten reaction cycles.
negation | no | Removing the promoter region did not affect transcription. | Removing the promoter region strongly reduced transcription.
negation | no | There is no evidence of a phase transition below 80 K. | A phase transition is clearly seen below 80 K.
negation | no | None of the control plots contained the invasive beetle. | All control plots contained the invasive beetle.
negation | no | Knockdown of the receptor abolishes the calcium response. | Knockdown of the receptor leaves the calcium response intact.
negation | no | Dropout regularisation reduces the gap between training and test error. | Dropout regularisation has no effect on the gap between training and test error.
negation | no | Electron mobility peaks at a doping level of 5%. | Electron mobility does not peak at a doping level of 5%.
wrong_num | no | The mean grain size grows from 12 to 35 micrometres after annealing. | The mean grain size grows from 12 to 53 micrometres after annealing.
wrong_num | no | Only 3 of 41 patients relapsed within a year. | Thirteen of 41 patients relapsed within a year.
wrong_num | no | The encoder accounts for 78% of all parameters. | The encoder accounts for 58% of all parameters.
wrong_num | no | The yield strength is 450 MPa, about 1.5 times that of the cast alloy. | The yield strength is 450 MPa, about 2.5 times that of the cast alloy.
wrong_num | no | The retrieval step lowers the hallucination rate from 18% to 7%. | With the retrieval step the hallucination rate goes from 18% to 12%.
swapped_num | no | The mean grain size grows from 12 to 35 micrometres after annealing. | The mean grain size was 35 micrometres before annealing and 12 micrometres after it.
swapped_num | no | The retrieval step lowers the hallucination rate from 18% to 7%. | The hallucination rate is 7% without retrieval and 18% with it.
entity | no | Dropout regularisation reduces the gap between training and test error. | Weight decay reduces the gap between training and test error.
entity | no | The spectral line is broadened by turbulence rather than by thermal motion. | The spectral line is broadened by thermal motion rather than by turbulence.
entity | no | Graph attention outperforms plain convolution on every dataset tested. | Graph attention outperforms plain convolution on two datasets only.
entity | no | Vaccinated participants had a lower risk of hospital admission. | Vaccinated participants had a lower risk of fever.
entity | no | Knockdown of the receptor abolishes the calcium response. | Knockdown of the transporter abolishes the calcium response.
entity | no | Methane emissions are highest in late summer. | Carbon dioxide emissions are highest in late summer.
entity | no | Silencing the gene sensitises cells to cisplatin. | Silencing the gene sensitises cells to doxorubicin.
offtopic_near | no | Electron mobility peaks at a doping level of 5%. | Doping levels were set by ion implantation and checked by Hall measurements.
offtopic_near | no | The catalyst remains active after ten reaction cycles. | The catalyst was dried overnight before each reaction cycle.
offtopic_near | no | Higher learning rates lead to unstable training. | All models were trained with the same learning rate schedule.
offtopic_near | no | Only 3 of 41 patients relapsed within a year. | Forty-one patients were followed for a year at two hospitals.
offtopic_near | no | Predator density falls with distance from the reef. | Predators were counted along transects that start at the reef.
para | yes | Coral bleaching was more severe on shallow reefs than on deep ones. | Deep reefs bleached less severely than shallow ones.
para | yes | The attention heads in the last layer carry most of the syntactic information. | Most syntactic information is held by the heads of the final layer.
para | yes | Chronic noise exposure raises blood pressure in adults. | Adults who are exposed to noise for years have higher blood pressure.
para | yes | Ice cores show that carbon dioxide rose before temperature did. | According to ice cores, the rise in temperature followed that of carbon dioxide.
para | yes | The polymer degrades completely in seawater. | In seawater the polymer breaks down entirely.
para | yes | Children learn new words faster from repeated than from single exposure. | Repeated exposure lets children pick up new words more quickly than a single exposure does.
para | yes | Beam quality deteriorates at high pump power. | At high pump power the quality of the beam gets worse.
para | yes | The virus enters cells through the ACE2 receptor. | ACE2 is the receptor by which the virus gets into cells.
para_num | yes | Fifteen of the 20 detectors were still working after the storm. | After the storm, 15 out of 20 detectors worked.
para_num | yes | The half-life of the isotope is 5.3 years. | Half of the isotope has decayed after 5.3 years.
para_num | yes | Accuracy improves by 6 points, from 61% to 67%, when labels are smoothed. | Label smoothing lifts accuracy from 61% to 67%, a gain of 6 points.
para_num | yes | Sea level has risen by 21 cm since 1900. | Since 1900 the sea has gone up 21 cm.
para_neg | yes | The two catalysts do not differ in selectivity. | Selectivity is the same for both catalysts.
para_neg | yes | Adding more layers brings no further gain in accuracy. | Accuracy does not improve any further when layers are added.
para_neg | yes | Worms without the gene fail to respond to odour. | Odour evokes no response in worms that lack the gene.
para_neg | yes | Birth weight was independent of season. | Season had no influence on birth weight.
para_dir | yes | Fungal richness declines towards the poles. | Closer to the poles there are fewer species of fungi.
para_dir | yes | Magnetisation decreases as the temperature approaches the Curie point. | Near the Curie point the magnetisation drops.
para_dir | yes | Longer prompts increase the cost of inference. | Inference becomes more expensive with longer prompts.
para_dir | yes | The treated group reported less pain than the placebo group. | Pain was lower in the treated group than under placebo.
para_dir | yes | Stars with more metals host more giant planets. | Giant planets are more common around metal-rich stars.
para_long | yes | Silencing of the channel shortens the action potential. | We recorded from 40 cells. Silencing the channel made the action potential shorter. Resting potential did not change. Thus the channel prolongs the plateau.
para_long | yes | Tuition subsidies raised enrolment by 9%. | Enrolment went up by 9% when tuition was subsidised. Completion rates stayed flat, and wages were not affected within the period studied.
para_long | yes | Sintering at 1400 C gives the densest ceramics. | Density depends on temperature. It is highest after sintering at 1400 C and falls again at 1500 C because of grain growth.
reversed | no | Coral bleaching was more severe on shallow reefs than on deep ones. | Coral bleaching was more severe on deep reefs than on shallow ones.
reversed | no | Chronic noise exposure raises blood pressure in adults. | Chronic noise exposure lowers blood pressure in adults.
reversed | no | Ice cores show that carbon dioxide rose before temperature did. | Ice cores show that temperature rose before carbon dioxide did.
reversed | no | Beam quality deteriorates at high pump power. | Beam quality improves at high pump power.
reversed | no | Children learn new words faster from repeated than from single exposure. | Children learn new words faster from single than from repeated exposure.
reversed | no | Fungal richness declines towards the poles. | Fungal richness increases towards the poles.
reversed | no | Magnetisation decreases as the temperature approaches the Curie point. | Magnetisation increases as the temperature approaches the Curie point.
reversed | no | Longer prompts increase the cost of inference. | Shorter prompts increase the cost of inference.
reversed | no | The treated group reported less pain than the placebo group. | The placebo group reported less pain than the treated group.
reversed | no | Tuition subsidies raised enrolment by 9%. | Tuition subsidies cut enrolment by 9%.
reversed | no | Silencing of the channel shortens the action potential. | Silencing of the channel prolongs the action potential.
negation | no | The two catalysts do not differ in selectivity. | The two catalysts differ markedly in selectivity.
negation | no | Adding more layers brings no further gain in accuracy. | Adding more layers brings a further gain in accuracy.
negation | no | Birth weight was independent of season. | Birth weight depended on season.
negation | no | The polymer degrades completely in seawater. | The polymer does not degrade in seawater.
negation | no | The polymer degrades completely in seawater. | The polymer degrades only partly in seawater.
negation | no | The virus enters cells through the ACE2 receptor. | The virus does not enter cells through the ACE2 receptor.
negation | no | Worms without the gene fail to respond to odour. | Worms without the gene respond normally to odour.
wrong_num | no | Fifteen of the 20 detectors were still working after the storm. | Five of the 20 detectors were still working after the storm.
wrong_num | no | The half-life of the isotope is 5.3 years. | The half-life of the isotope is 53 years.
wrong_num | no | Sea level has risen by 21 cm since 1900. | Sea level has risen by 12 cm since 1900.
wrong_num | no | Tuition subsidies raised enrolment by 9%. | Tuition subsidies raised enrolment by 19%.
wrong_num | no | Sintering at 1400 C gives the densest ceramics. | Sintering at 1200 C gives the densest ceramics.
swapped_num | no | Accuracy improves by 6 points, from 61% to 67%, when labels are smoothed. | Accuracy falls by 6 points, from 67% to 61%, when labels are smoothed.
swapped_num | no | Detector A recorded 34 events and detector B recorded 52. | Detector A recorded 52 events and detector B recorded 34.
entity | no | The virus enters cells through the ACE2 receptor. | The virus enters cells through the CD4 receptor.
entity | no | The attention heads in the last layer carry most of the syntactic information. | The attention heads in the first layer carry most of the syntactic information.
entity | no | Stars with more metals host more giant planets. | Stars with more metals host more dwarf planets.
entity | no | Chronic noise exposure raises blood pressure in adults. | Chronic noise exposure raises cholesterol in adults.
entity | no | Tuition subsidies raised enrolment by 9%. | Housing subsidies raised enrolment by 9%.
entity | no | Silencing of the channel shortens the action potential. | Silencing of the pump shortens the action potential.
offtopic_near | no | Beam quality deteriorates at high pump power. | Pump power was measured with a calibrated photodiode behind the beam splitter.
offtopic_near | no | Birth weight was independent of season. | Birth weight was taken from hospital records of all seasons.
offtopic_near | no | Sea level has risen by 21 cm since 1900. | Sea level has been measured at this station since 1900.
offtopic_near | no | Worms without the gene fail to respond to odour. | Odour was delivered to the worms through a glass pipette.
offtopic_near | no | The treated group reported less pain than the placebo group. | Pain was reported daily by both groups on a ten-point scale.
"""


def read_pairs(table: str) -> tuple[LabelledPair, ...]:
    """Pairs of a table: kind, yes or no, statement and answer between bars, one a line."""
    rows = [line.split(" | ") for line in table.strip().splitlines()]
    return tuple((row[2], row[3], row[1] == "yes", row[0]) for row in rows)


LABELLED_PAIRS = read_pairs(_TABLE)
