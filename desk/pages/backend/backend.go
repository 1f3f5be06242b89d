// Package backend contains the state that pages and calls share: models, workers, streams,
// and the folders of the command line.
//
// Not for other modules.
package backend

import (
	"cmp"
	"context"
	"os"
	"path/filepath"

	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/notice"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/stream"
	"gammonlab/engine/advice"
)

// Backend is the state that pages and calls share.
type Backend struct {
	Models  *models.Models
	Pool    *scheduler.Pool
	Streams *stream.Hub

	Runs    []string                                      // folders with runs of training
	Matches []string                                      // folders with records of matches
	Ledgers []string                                      // folders with ledgers and saved results of matches and tests
	Data    []string                                      // folders with databases
	Farm    func(ctx context.Context) (*FarmState, error) // reads the state of the farm; nil if none is shown
	Save    string                                        // folder that keeps games, jobs and notes; "" for none
	Jobs    string                                        // folder of the databases that jobs make; "" for none
	Scratch string                                        // folder for files that last until the server stops; "" for none

	Notices   *notice.Notices               // tells users about work; nil without any
	Trainings Trainings                     // nil without the page Runs
	JobOf     func(file string) (link Link) // the job that makes a file or the folder of a run; nil without the page Jobs
}

// Link is a link to another page; the zero value is none.
type Link struct{ Path, Text string }

// Trainings is what the page Runs knows of trainings, for other pages.
type Trainings interface {
	Page(folder string) string // address of the page of the run in a folder, "" if there is none
	Models() []string          // names of the models of finished runs, see [models.Models.Offer]

	// Estimate says how long the training of a kind of jobs with a config takes, and how much disk it
	// needs; "" if no run tells.
	Estimate(kind string, config any) string
}

// ModelNames returns the names of the models of the server and of its finished runs.
func (l *Backend) ModelNames() []string {
	names := l.Models.Names()
	if l.Trainings != nil {
		names = append(names, l.Trainings.Models()...)
	}
	return names
}

// Folder returns the folder that keeps what users make: Save or, without it, Scratch.
func (l *Backend) Folder() string { return cmp.Or(l.Save, l.Scratch, os.TempDir()) }

// Work returns the folder of the files of jobs, a folder below it for each job.
func (l *Backend) Work() string {
	return filepath.Join(l.Folder(), "work")
}

// Studies returns the folders in which jobs make rating studies, none before there is one.
func (l *Backend) Studies() []string {
	if info, err := os.Stat(l.Work()); err != nil || !info.IsDir() {
		return nil
	}
	return []string{l.Work()}
}

// Ask calls do with an adviser of a model when a worker is free.
func (l *Backend) Ask(ctx context.Context, m *models.Model, asked models.Asked, do func(ctx context.Context, a *advice.Adviser) error) error {
	if err := models.CheckPlies(asked.Plies); err != nil {
		return err
	}
	return l.Pool.Answer(ctx, func(ctx context.Context) error {
		return m.Ask(asked, func(a *advice.Adviser) error { return do(ctx, a) })
	})
}
