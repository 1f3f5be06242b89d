// Package runfoldertest compares what runs have left, for tests.
package runfoldertest

import "regexp"

var elapsed = regexp.MustCompile(`,?"(wall|cpu)_seconds":[0-9.e+-]+`)

// WithoutElapsed returns lines of metrics without what the run had taken until then,
// which differs between equal runs.
func WithoutElapsed(metrics string) string { return elapsed.ReplaceAllString(metrics, "") }
