// Package jobs starts long work from a page or a call: a form and a body that follow from
// the settings of the work, a page with the result so far, and the calls under
// /api/v1/jobs. A kind of work needs only an entry in [Kinds].
package jobs

import (
	"context"

	"gammonlab/cmd/gammonlab/internal/web/api"
	"gammonlab/engine/named"
	"gammonlab/engine/rollout"
	"gammonlab/evalbench"
)

// Kind is a kind of work.
type Kind struct {
	Name    string // the command's name with - for blanks, such as bench-match
	Title   string
	Purpose string

	// New returns the settings of new work.
	New func() Settings

	// Run does the work of settings that are open and returns its result. It calls show
	// with the result so far. After an error the result is nil or incomplete.
	Run func(ctx context.Context, settings Settings, workers int, show func(Result) error) (Result, error)
}

// Settings is a pointer to a struct as [setting.Field] describes it.
type Settings interface {
	Open(*named.Opener) error // finds what the settings name
}

// Result is the result of work. Its JSON is that of the command.
type Result interface{ Text() string }

// Kinds lists the kinds of work that can be started.
func Kinds() []Kind {
	return []Kind{{
		Name: "bench-match", Title: "Match",
		Purpose: "Play two players against each other: money games or matches. A player is net:MODEL with a model of this server, pubeval or random; options such as plies=1 follow the model after commas.",
		New:     func() Settings { return new(evalbench.Match) },
		Run: func(ctx context.Context, settings Settings, workers int, show func(Result) error) (Result, error) {
			m := settings.(*evalbench.Match)
			m.Workers = workers
			m.Observers = []evalbench.Observer{evalbench.OnProgress(func(r *evalbench.Result) error { return show(r) })}
			r, err := m.Run(ctx)
			if r == nil || r.Games == 0 {
				return nil, err
			}
			return r, err
		},
	}, {
		Name: "rollout", Title: "Rollout",
		Purpose: "Roll out a position, plays of a roll or a cube decision, at the score and cube of the position.",
		New:     func() Settings { return new(api.Rollout) },
		Run: func(ctx context.Context, settings Settings, workers int, show func(Result) error) (Result, error) {
			r, err := settings.(*api.Rollout).Run(ctx, workers, func(r *rollout.Report) error { return show(r) })
			if r == nil {
				return nil, err
			}
			return r, err
		},
	}}
}
