//go:build !site

package kinds

import "gammonlab/work"

func init() {
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
