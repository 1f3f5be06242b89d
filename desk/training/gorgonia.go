//go:build !nogorgonia

package training

import (
	"gammonlab/nets"
	"gammonlab/nets/learn"
	"gammonlab/supervised"
	"gammonlab/supervised/graph"
)

// gorgoniaBackend returns the backend of gorgonia's graphs.
func gorgoniaBackend() (supervised.Backend, error) {
	return func(net *nets.Net, s learn.Settings) (supervised.Learner, error) { return graph.New(net, s) }, nil
}
