package kinds

import (
	"errors"

	"gammonlab/work"
)

// registerAll adds all kinds of work to the catalogue.
func registerAll() error {
	return errors.Join(
		work.Own(evalKind()),
		work.Own(movesKind()),
		work.Own(hintKind()),
		work.Own(rolloutKind()),
		work.Own(cubeShowKind()),
		work.Own(matchKind()),
		work.Own(testKind()),
		work.Own(tournamentKind()),
		work.Own(examKind()),
		work.Own(buildKind()),
		work.Own(suiteKind()),
		work.Own(valuesKind()),
		work.Own(simulateKind()),
		work.Own(fitKind()),
		work.Own(plotKind()),
		work.Own(predictKind()),
		work.Own(changeKind()),
		work.Own(tableKind()),
		work.Own(openingsKind()),
		work.Own(showBookKind()),
		work.Own(generateKind()),
		work.Own(labelKind()),
		work.Own(importDataKind()),
		work.Own(exportDataKind()),
		work.Own(mergeKind()),
		work.Own(splitKind()),
		work.Own(dataInfoKind()),
		work.Own(dataVerifyKind()),
		work.Own(setsKind()),
		work.Own(exportInputsKind()),
		work.Own(ablateKind()),
		work.Own(tdKind()),
		work.Own(supervisedKind()),
		work.Own(modelInfoKind()),
		work.Own(modelVerifyKind()),
		work.Own(convertKind()),
		work.Own(importKind()),
		work.Own(growKind()),
		work.Own(joinKind()),
		work.Own(cutKind()),
		work.Own(chooseKind()),
		work.Own(pruneKind()),
		work.Own(cubeKind()),
		work.Own(oneSidedKind()),
		work.Own(twoSidedKind()),
		work.Own(hyperKind()),
		work.Own(verifyBearoffKind()),
	)
}
