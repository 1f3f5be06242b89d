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
	must(work.Register(labelKind()))
}
