package app

import (
	"os"
	"strings"
	"testing"
	"time"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
)

// resumedCommands are commands that are interrupted.
var resumedCommands = []pooled{
	{"label", "dataset label in.parquet --method rollout --trials 36 --truncate 7 --model tiny.safetensors --bearoff none --out o.parquet", []string{"o.parquet"}, nil},
	{"generate", "dataset generate --player net:tiny.safetensors --trace 0.7 --games 300 --bearoff none --out o.parquet", []string{"o.parquet"}, nil},
	{"match", "bench match --a net:tiny.safetensors --b pubeval --luck a --games 1200 --bearoff none --results o.results --json", []string{"o.results"}, nil},
	{"simulate", "rating simulate --study 1 --lengths 1,3 --matches 10 --model tiny.safetensors --bearoff none --out o.parquet", []string{"o.parquet"}, nil},
	{"rollout", "rollout --model tiny.safetensors --bearoff none --trials 2592 --out o.rollout --json " + start, []string{"o.rollout"}, nil},
}

// TestPoolResumes interrupts commands by Ctrl-C and resumes them, with a pool and
// without in turn: journals of a farm and of one machine are the same.
func TestPoolResumes(t *testing.T) {
	longtest.Skip(t, "TestPools compares pools, TestSignals resumes commands")
	server, url := startServer(t, t.TempDir())
	worker := startWorker(t, url)
	kit := t.TempDir()
	poolFiles(t, kit)
	for _, c := range resumedCommands {
		t.Run(c.name, func(t *testing.T) {
			want := c.runProcess(t, kit, "--workers", "1")
			dir := t.TempDir()
			must.OK(t, os.CopyFS(dir, os.DirFS(kit)))
			line, interrupts := strings.Fields(c.line), 0
			for wait := 400 * time.Millisecond; ; wait = wait * 5 / 4 {
				where := []string{"--workers", "1"}
				if interrupts%2 == 1 {
					where = []string{"--pool", url, "--shard", "50ms"}
				}
				printed, done := interrupted(t, dir, append(line, where...), wait)
				if done {
					sameOutputs(t, c.outputs(t, dir, printed), want)
					break
				}
				interrupts++
			}
			if t.Logf("%d interruptions", interrupts); interrupts == 0 {
				t.Error("the work was over before it was interrupted")
			}
		})
	}
	wantStopped(t, worker, server)
}

// interrupted calls the program and interrupts it after the wait. It reports
// whether the program had ended before, and returns its output.
func interrupted(t *testing.T, dir string, args []string, wait time.Duration) (printed string, done bool) {
	t.Helper()
	c, errOut := clitest.Command(args), new(clitest.Lines)
	out := new(clitest.Lines)
	c.Dir, c.Stdout, c.Stderr = dir, out, errOut
	must.OK(t, c.Start())
	timer := time.AfterFunc(wait, func() { _ = c.Process.Signal(os.Interrupt) }) // it may have ended
	_ = c.Wait()                                                                 // what matters is in its state
	timer.Stop()
	code := c.ProcessState.ExitCode()
	if code != 0 && code != 130 && code != -1 { // the last before it takes signals
		t.Fatalf("%q: exit code %d\n%s", args, code, errOut)
	}
	return out.String(), code == 0
}
