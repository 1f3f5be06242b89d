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

// Events is the folder of events that TensorBoard shows, an output of every command
// that trains. A run that is resumed has its events written again.
var Events = cliutil.Output{
	Flag: "tensorboard", Kind: output.Folder, Patterns: []string{runs.EventsPattern},
	Paths: func(c *cli.Context, dir string) []string {
		path, err := filepath.Abs(c.String("out"))
		if err != nil {
			return []string{dir}
		}
		return []string{filepath.Join(dir, filepath.Base(path))}
	},
	Resumes: func(c *cli.Context) bool { return c.Bool("resume") },
}

// betweenEvents is how often the metrics are looked at for new events.
const betweenEvents = 5 * time.Second

// withEvents works on the run in --out, and meanwhile writes its events to the folder
// of --tensorboard, if there is one. What keeps events from being written does not end
// the work.
func withEvents(c *cli.Context, work func() error) error {
	if c.String(Events.Flag) == "" {
		return work()
	}
	f, err := runs.Follow(c.String(Events.Flag), c.String("out"))
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

// updateUntil writes events until done is closed or they cannot be written: the last
// update, of [runs.Follower.Close], returns why.
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
