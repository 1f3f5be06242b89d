// Package runfoldertest helps tests to compare the files of runs.
package runfoldertest

import "regexp"

var elapsed = regexp.MustCompile(`,?"(wall|cpu)_seconds":[0-9.e+-]+`)

// WithoutElapsed returns lines of metrics without the time of the run, which differs
// between equal runs.
func WithoutElapsed(metrics string) string { return elapsed.ReplaceAllString(metrics, "") }
