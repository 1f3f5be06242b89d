//go:build !site

package kinds

import "gammonlab/work"

func init() {
	must(work.Register(simulateKind()))
	must(work.Register(fitKind()))
	must(work.Register(plotKind()))
	must(work.Register(predictKind()))
	must(work.Register(changeKind()))
	must(work.Register(tableKind()))
	must(work.Register(openingsKind()))
	must(work.Register(showBookKind()))
	must(work.Register(generateKind()))
	must(work.Register(labelKind()))
	must(work.Register(importDataKind()))
	must(work.Register(exportDataKind()))
	must(work.Register(mergeKind()))
	must(work.Register(splitKind()))
	must(work.Register(dataInfoKind()))
	must(work.Register(dataVerifyKind()))
	must(work.Register(setsKind()))
	must(work.Register(exportInputsKind()))
	must(work.Register(ablateKind()))
	must(work.Register(tdKind()))
	must(work.Register(supervisedKind()))
	must(work.Register(modelInfoKind()))
	must(work.Register(modelVerifyKind()))
	must(work.Register(convertKind()))
	must(work.Register(importKind()))
	must(work.Register(growKind()))
	must(work.Register(joinKind()))
	must(work.Register(cutKind()))
	must(work.Register(chooseKind()))
	must(work.Register(pruneKind()))
	must(work.Register(cubeKind()))
	must(work.Register(oneSidedKind()))
	must(work.Register(twoSidedKind()))
	must(work.Register(hyperKind()))
	must(work.Register(verifyBearoffKind()))
}
