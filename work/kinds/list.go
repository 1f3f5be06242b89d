//go:build !site

package kinds

import "gammonlab/work"

func init() {
	must(work.Register(labelKind()))
}
