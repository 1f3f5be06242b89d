package label_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"gammonlab/datasets"
	"gammonlab/datasets/journal"
	"gammonlab/datasets/label"
)

const killVariable = "GAMMONLAB_TEST_KILL"

// TestMain labels a database, if told so, and takes its time, so that it can be
// killed at any moment.
func TestMain(m *testing.M) {
	words := strings.Split(os.Getenv(killVariable), "\n")
	if len(words) != 3 {
		os.Exit(m.Run())
	}
	if err := labelSlowly(datasets.Method(words[0]), words[1], words[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func labelSlowly(by datasets.Method, in, out string) error {
	l, err := label.New(smallModel(new(testing.T)), nil, settingsOf(by))
	if err != nil {
		return err
	}
	_, err = label.Run(context.Background(), label.Job{In: in, Out: out, Labeller: l, Workers: 2, Progress: func(*label.Summary) {
		time.Sleep(10 * time.Millisecond)
	}})
	return err
}

// Killed again and again, and taken up each time, the work ends in the bytes of
// work in one piece, with no row lost or doubled.
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
			l, err := label.New(smallModel(t), nil, settingsOf(c.by))
			if err != nil {
				t.Fatal(err)
			}
			run(t, label.Job{In: in, Out: whole, Labeller: l})
			rng := rand.New(rand.NewPCG(uint64(c.rows), 1))
			kills := 0
			for !runAndKill(t, c.by, in, path, rng) {
				kills++
			}
			if digest(t, path) != digest(t, whole) {
				t.Errorf("after %d kills other bytes than of a run in one piece", kills)
			}
			if kills == 0 {
				t.Error("the process was done before it could be killed")
			}
			if _, err := os.Stat(path + journal.Suffix); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the journal is still there: %v", err)
			}
		})
	}
}

// runAndKill runs the process and kills it soon after its journal has grown. It
// reports whether it ended by itself.
func runAndKill(t *testing.T, by datasets.Method, in, path string, rng *rand.Rand) (done bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), killVariable+"="+strings.Join([]string{by.String(), in, path}, "\n"))
	errOut := new(strings.Builder)
	cmd.Stderr = errOut
	before := sizeOf(path + journal.Suffix)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("%v: %s", err, errOut)
			}
			return true
		case <-time.After(5 * time.Millisecond):
		}
		if sizeOf(path+journal.Suffix) > before+1000 { // more than the head
			time.Sleep(time.Duration(rng.IntN(300)) * time.Millisecond)
			cmd.Process.Kill()
			return <-ended == nil
		}
	}
}

func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}
