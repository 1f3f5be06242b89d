package kinds

import (
	"errors"

	"gammonlab/work"
)

// registerAll adds all kinds of work to the catalogue.
func registerAll() error {
	return errors.Join(
		work.Register(evalKind()),
		work.Register(movesKind()),
		work.Register(hintKind()),
		work.Register(rolloutKind()),
		work.Register(cubeShowKind()),
		work.Register(matchKind()),
		work.Register(testKind()),
		work.Register(tournamentKind()),
		work.Register(examKind()),
		work.Register(buildKind()),
		work.Register(suiteKind()),
		work.Register(valuesKind()),
		work.Register(simulateKind()),
		work.Register(fitKind()),
		work.Register(plotKind()),
		work.Register(predictKind()),
		work.Register(changeKind()),
		work.Register(tableKind()),
		work.Register(openingsKind()),
		work.Register(showBookKind()),
		work.Register(generateKind()),
		work.Register(labelKind()),
		work.Register(importDataKind()),
		work.Register(exportDataKind()),
		work.Register(mergeKind()),
		work.Register(splitKind()),
		work.Register(dataInfoKind()),
		work.Register(dataVerifyKind()),
		work.Register(setsKind()),
		work.Register(exportInputsKind()),
		work.Register(ablateKind()),
		work.Register(tdKind()),
		work.Register(supervisedKind()),
		work.Register(modelInfoKind()),
		work.Register(modelVerifyKind()),
		work.Register(convertKind()),
		work.Register(importKind()),
		work.Register(growKind()),
		work.Register(joinKind()),
		work.Register(cutKind()),
		work.Register(chooseKind()),
		work.Register(pruneKind()),
		work.Register(cubeKind()),
		work.Register(oneSidedKind()),
		work.Register(twoSidedKind()),
		work.Register(hyperKind()),
		work.Register(verifyBearoffKind()),
	)
}
