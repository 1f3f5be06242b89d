package train

import (
	"path/filepath"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/runs"
	"gammonlab/internal/output"
)

// events is the folder of events for TensorBoard, an output of every command that trains.
// When a run is resumed, its events are written again.
var events = cliutil.Output{
	Flag: "tensorboard", Kind: output.Folder, Patterns: []string{runs.EventsPattern},
	Paths: func(c *cli.Context, dir string) []string {
		path, err := filepath.Abs(c.String("out"))
		if err != nil {
			return []string{dir}
		}
		return []string{filepath.Join(dir, filepath.Base(path))}
	},
	Resumes: continues,
}

// betweenEvents is the time between two looks for new metrics.
const betweenEvents = 5 * time.Second

// withEvents does the work on the run in --out. Meanwhile it writes the run's events to
// the folder of --tensorboard, if there is one. An error of writing events does not end
// the work.
func withEvents(c *cli.Context, work func() error) error {
	if c.String(events.Flag) == "" {
		return work()
	}
	f, err := runs.Follow(c.String(events.Flag), c.String("out"))
	if err != nil {
		return err
	}
	done := make(chan struct{})
	var updates sync.WaitGroup
	updates.Go(func() { updateUntil(done, f) })
	err = work()
	close(done)
	updates.Wait()
	if late := f.Close(); err == nil {
		err = late
	}
	return err
}

// updateUntil writes events until done is closed or an update fails. The last update, in
// [runs.Follower.Close], returns the error.
func updateUntil(done <-chan struct{}, f *runs.Follower) {
	ticker := time.NewTicker(betweenEvents)
	defer ticker.Stop()
	for {
		select {
		case <-done:
			return
		case <-ticker.C:
			if f.Update() != nil {
				return
			}
		}
	}
}
