//go:build !site

package kinds

import "gammonlab/work"

func init() {
	must(work.Register(matchKind()))
	must(work.Register(testKind()))
	must(work.Register(tournamentKind()))
	must(work.Register(examKind()))
	must(work.Register(buildKind()))
	must(work.Register(suiteKind()))
	must(work.Register(valuesKind()))
	must(work.Register(simulateKind()))
	must(work.Register(openingsKind()))
	must(work.Register(generateKind()))
	must(work.Register(labelKind()))
	must(work.Register(ablateKind()))
	must(work.Register(tdKind()))
	must(work.Register(supervisedKind()))
	must(work.Register(pruneKind()))
	must(work.Register(cubeKind()))
	must(work.Register(oneSidedKind()))
	must(work.Register(twoSidedKind()))
	must(work.Register(hyperKind()))
}
