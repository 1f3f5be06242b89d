package netrun

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
)

// steps is a trainer of two parts that writes down its calls. part may end it.
type steps struct {
	said []string
	part func() error
	done int
}

func (s *steps) say(what string) { s.said = append(s.said, what) }

func (s *steps) Done() bool { return s.done == 2 }

func (s *steps) Part(context.Context) (*Part, error) {
	return &Part{Point: s.done, Commit: func() { s.done++; s.say("commit") }, Saved: func() { s.say("saved") }}, s.part()
}

func (s *steps) Save() error { s.say("save"); return nil }

func (s *steps) Model() (*nets.Model, error) { s.say("model"); return nil, errors.New("no model") }

// A checkpoint is written after each part and of an interrupted one, not after a failure.
func TestRun(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	for _, c := range []struct {
		part      func() error
		said, err string
	}{
		{func() error { return nil }, "commit save saved commit save saved model", "no model"},
		{func() error { return errors.New("diverged") }, "", "diverged"},
		{func() error { stop(); return errors.New("child has ended") }, "save", "context canceled"},
	} {
		f, s := &Folder{Folder: runfolder.New(t.TempDir())}, &steps{part: c.part}
		must.Fail(t, f.Run(ctx, s), c.err)
		if said := strings.Join(s.said, " "); said != c.said {
			t.Errorf("%s: calls %q, want %q", c.err, said, c.said)
		}
		if text, _ := os.ReadFile(f.Path(runfolder.MetricsFile)); strings.Count(string(text), "\n") != s.done {
			t.Errorf("%s: metrics %q, want a line for each of %d parts", c.err, text, s.done)
		}
	}
}
