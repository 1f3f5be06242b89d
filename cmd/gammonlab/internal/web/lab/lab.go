// Package lab has what the pages and calls of the server share: the models, the
// workers, the streams, and the folders that the command line names.
package lab

import (
	"gammonlab/cmd/gammonlab/internal/web/models"
	"gammonlab/cmd/gammonlab/internal/web/stream"
	"gammonlab/cmd/gammonlab/internal/web/work"
)

// Lab is what pages and calls share.
type Lab struct {
	Models  *models.Models
	Pool    *work.Pool
	Streams *stream.Hub

	Runs    []string // folders with runs of training
	Ledgers []string // folders with ledgers and saved results of matches and tests
	Data    []string // folders with databases
	Save    string   // folder that keeps games; "" for none
}
