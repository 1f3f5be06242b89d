// Package lab has what the pages and calls of the server share: the models, the
// workers, the streams, and the folders that the command line names.
package lab

import (
	"context"

	"gammonlab/cmd/gammonlab/internal/web/models"
	"gammonlab/cmd/gammonlab/internal/web/stream"
	"gammonlab/cmd/gammonlab/internal/web/work"
	"gammonlab/engine/advice"
	"gammonlab/internal/farm/jetstream"
)

// Lab is what pages and calls share.
type Lab struct {
	Models  *models.Models
	Pool    *work.Pool
	Streams *stream.Hub

	Runs    []string                                            // folders with runs of training
	Ledgers []string                                            // folders with ledgers and saved results of matches and tests
	Data    []string                                            // folders with databases
	Farm    func(ctx context.Context) (*jetstream.State, error) // reads the state of the farm; nil if none is shown
	Save    string                                              // folder that keeps games; "" for none
	Scratch string                                              // folder for what is kept while the server runs; "" for none
}

// Ask has an adviser of a model answer, in its turn.
func (l *Lab) Ask(ctx context.Context, m *models.Model, look models.Look, do func(ctx context.Context, a *advice.Adviser) error) error {
	if err := look.Validate(); err != nil {
		return err
	}
	return l.Pool.Answer(ctx, func(ctx context.Context) error {
		return m.Ask(look, func(a *advice.Adviser) error { return do(ctx, a) })
	})
}
