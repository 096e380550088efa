"""A second labelled set for the lexical judge, held out: no rule may be fitted to it.

Written by us after the rules, of other sciences than the first set, and judged as it stands. Whoever
mends the judge because of a line here moves that line to `labelled_pairs` and writes a new one.
"""

from __future__ import annotations

from scidoc_assets.domain.labels.labelled_pairs import read_pairs

_TABLE = """
para | yes | Glacier melt supplies most of the river's flow in August. | In August, the river is fed mainly by melting glaciers.
para | yes | The compiler removes redundant loads. | Redundant loads are eliminated by the compiler.
para | yes | Elderly drivers brake later than young drivers. | Young drivers hit the brakes earlier than elderly ones do.
para | yes | The enzyme needs zinc to work. | Zinc is required for the enzyme to function.
para | yes | Trust in institutions predicts vaccine uptake better than income does. | Vaccine uptake is predicted more accurately by institutional trust than by income.
para | yes | Dark matter dominates the outer parts of the galaxy. | The outskirts of the galaxy are dominated by dark matter.
para_num | yes | Four of the nine bridges failed the inspection. | Inspection was failed by 4 out of 9 bridges.
para_num | yes | The reactor runs at 650 degrees and 30 bar. | Operating conditions of the reactor are 30 bar and 650 degrees.
para_num | yes | Electricity use fell by a quarter during the lockdown. | During the lockdown 25% less electricity was used.
para_num | yes | Precision is 0.82 and recall is 0.64. | The method reaches a recall of 0.64 at a precision of 0.82.
para_num | yes | The lens magnifies the object 40 times. | Objects appear 40 times larger through the lens.
para_neg | yes | The vaccine did not alter sleep patterns. | Sleep patterns were unchanged after vaccination.
para_neg | yes | No bats were recorded at sites without hedges. | Sites that lacked hedges had no bats.
para_neg | yes | Quantum corrections play no role above 10 K. | Above 10 K quantum corrections are negligible.
para_neg | yes | The two translations are equally fluent. | There is no difference in fluency between the two translations.
para_dir | yes | Crime rates dropped after street lighting was improved. | Better street lighting was followed by a fall in crime.
para_dir | yes | Viscosity rises with sugar content. | The more sugar the solution contains, the more viscous it is.
para_dir | yes | Mice on the fatty diet gained more weight than mice on the standard diet. | Weight gain was greater under the fatty diet than under the standard one.
para_dir | yes | Compression makes the files smaller but slower to open. | Compressed files take less space yet open more slowly.
para_dir | yes | Rivers with dams carry less sediment. | Sediment load is reduced in dammed rivers.
para_long | yes | Pruning the network halves its memory use. | Pruning changes little in accuracy. Memory use drops to half of the original. Speed depends on the hardware.
para_long | yes | The fossil is older than the ash layer above it. | The site holds one fossil. Ash above it was dated to 2.1 million years, so the fossil must be older than that layer.
para_long | yes | Irrigation raised wheat yields by 30%. | We compared 60 farms over 4 seasons. Wheat yields went up by 30% under irrigation, whereas maize showed no change.
reversed | no | Elderly drivers brake later than young drivers. | Elderly drivers brake earlier than young drivers.
reversed | no | Trust in institutions predicts vaccine uptake better than income does. | Income predicts vaccine uptake better than trust in institutions does.
reversed | no | Crime rates dropped after street lighting was improved. | Crime rates climbed after street lighting was improved.
reversed | no | Viscosity rises with sugar content. | Viscosity falls with sugar content.
reversed | no | Mice on the fatty diet gained more weight than mice on the standard diet. | Mice on the standard diet gained more weight than mice on the fatty diet.
reversed | no | Compression makes the files smaller but slower to open. | Compression makes the files larger but faster to open.
reversed | no | The fossil is older than the ash layer above it. | The fossil is younger than the ash layer above it.
reversed | no | Rivers with dams carry less sediment. | Rivers without dams carry less sediment.
reversed | no | Pruning the network halves its memory use. | Pruning the network doubles its memory use.
negation | no | The vaccine did not alter sleep patterns. | The vaccine altered sleep patterns.
negation | no | The enzyme needs zinc to work. | The enzyme works without zinc.
negation | no | Quantum corrections play no role above 10 K. | Quantum corrections play an important role above 10 K.
negation | no | The two translations are equally fluent. | The two translations are not equally fluent.
negation | no | The compiler removes redundant loads. | The compiler keeps redundant loads.
negation | no | Dark matter dominates the outer parts of the galaxy. | Dark matter does not dominate the outer parts of the galaxy.
negation | no | No bats were recorded at sites without hedges. | Many bats were recorded at sites without hedges.
wrong_num | no | Four of the nine bridges failed the inspection. | Six of the nine bridges failed the inspection.
wrong_num | no | Electricity use fell by a quarter during the lockdown. | Electricity use fell by a third during the lockdown.
wrong_num | no | The lens magnifies the object 40 times. | The lens magnifies the object 400 times.
wrong_num | no | Irrigation raised wheat yields by 30%. | Irrigation raised wheat yields by 3%.
wrong_num | no | The reactor runs at 650 degrees and 30 bar. | The reactor runs at 560 degrees and 30 bar.
swapped_num | no | Precision is 0.82 and recall is 0.64. | Precision is 0.64 and recall is 0.82.
swapped_num | no | Output rose from 12 to 20 tonnes after the repair. | Output went from 20 to 12 tonnes after the repair.
entity | no | Glacier melt supplies most of the river's flow in August. | Groundwater supplies most of the river's flow in August.
entity | no | The enzyme needs zinc to work. | The enzyme needs copper to work.
entity | no | Irrigation raised wheat yields by 30%. | Irrigation raised maize yields by 30%.
entity | no | Dark matter dominates the outer parts of the galaxy. | Dark matter dominates the inner parts of the galaxy.
entity | no | Crime rates dropped after street lighting was improved. | Crime rates dropped after police patrols were improved.
entity | no | Four of the nine bridges failed the inspection. | Four of the nine tunnels failed the inspection.
entity | no | Electricity use fell by a quarter during the lockdown. | Water use fell by a quarter during the lockdown.
offtopic_near | no | Viscosity rises with sugar content. | Viscosity was measured with a rotating cylinder at room temperature.
offtopic_near | no | The vaccine did not alter sleep patterns. | Sleep was tracked with wrist sensors for two weeks after the vaccine.
offtopic_near | no | Rivers with dams carry less sediment. | Sediment samples were taken from rivers with and without dams.
offtopic_near | no | The fossil is older than the ash layer above it. | The ash layer was sampled at three places above the fossil.
offtopic_near | no | The compiler removes redundant loads. | The compiler was run with default options on all programs.
offtopic_near | no | Elderly drivers brake later than young drivers. | Forty elderly drivers and forty young drivers took part in the simulator study.
offtopic_near | no | Precision is 0.82 and recall is 0.64. | Precision and recall were computed on the test split.
"""

HELD_OUT_PAIRS = read_pairs(_TABLE)
