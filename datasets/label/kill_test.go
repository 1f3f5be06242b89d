package label_test

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"gammonlab/datasets"
	"gammonlab/datasets/label"
	"gammonlab/engine"
	"gammonlab/internal/childtest"
	"gammonlab/internal/journal"
	"gammonlab/internal/must"
)

func TestMain(m *testing.M) { childtest.Main(m, labelSlowly) }

// labelSlowly labels the database of the second word by the method of the first
// into the third. It works slowly, so that it can be killed at any time, and
// pauses when the journal has the number of rows in the last word.
func labelSlowly(words []string) error {
	by, in, out := datasets.Method(words[0]), words[1], words[2]
	rows, err := strconv.ParseInt(words[3], 10, 64)
	if err != nil {
		return err
	}
	l, err := label.New(engine.NewStatic(smallModel(new(testing.T)), nil), settingsOf(by))
	if err != nil {
		return err
	}
	reached := false
	_, err = label.Run(context.Background(), label.Job{In: in, Out: out, Labeller: l, Workers: 2, Progress: func(s *label.Summary) {
		switch {
		case reached:
			time.Sleep(time.Hour)
		case s.Rows >= rows:
			reached = true
			time.Sleep(1100 * time.Millisecond) // a second later the next rows go into the journal with all before
		default:
			time.Sleep(5 * time.Millisecond)
		}
	}})
	return err
}

// A job that is killed and resumed many times ends with the same bytes as a job
// without interruption: no row is lost or doubled.
func TestKillAndResume(t *testing.T) {
	if testing.Short() {
		t.Skip("short: TestCancelAndResume does nearly the same")
	}
	for _, c := range []struct {
		by   datasets.Method
		rows int
	}{{datasets.Ply1, 6000}, {datasets.Rollout, 190}} {
		t.Run(c.by.String(), func(t *testing.T) {
			t.Parallel()
			in, path, whole := write(t, rowsOf(c.rows)), out(t), out(t)
			l := must.Get(label.New(engine.NewStatic(smallModel(t), nil), settingsOf(c.by)))(t)
			run(t, label.Job{In: in, Out: whole, Labeller: l})
			rng := rand.New(rand.NewPCG(uint64(c.rows), 1))
			for _, last := range []int{c.rows / 4, c.rows / 2, c.rows * 3 / 4} {
				runAndKill(t, rng, path, c.by.String(), in, path, strconv.Itoa(last))
			}
			run(t, label.Job{In: in, Out: path, Labeller: l})
			if digest(t, path) != digest(t, whole) {
				t.Error("after three kills other bytes than of a run in one piece")
			}
			if _, err := os.Stat(path + journal.Suffix); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the journal is still there: %v", err)
			}
		})
	}
}

// runAndKill starts the process with the words of labelSlowly and kills it soon
// after the journal of the path has grown.
func runAndKill(t *testing.T, rng *rand.Rand, path string, words ...string) {
	t.Helper()
	before := max(sizeOf(path+journal.Suffix), 1000) // more than the head
	childtest.Kill(t, childtest.Command(words...), func() bool {
		grown := sizeOf(path+journal.Suffix) > before
		if grown {
			time.Sleep(time.Duration(rng.IntN(300)) * time.Millisecond)
		}
		return grown
	})
}

func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}
