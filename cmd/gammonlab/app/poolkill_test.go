package app

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/cputime"
	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
)

// longFarm is set, in the environment, for the long tests of make test-farm.
const longFarm = "GAMMONLAB_TEST_FARM"

// killed is a command of a farm whose processes are killed. %d in its line, if
// any, is the amount of work: short in tests of seconds, long in tests of
// minutes.
type killed struct {
	pooled
	short, long int
}

var killedCommands = []killed{
	{pooled{"label ply1", "dataset label many.parquet --method ply1 --model tiny.safetensors --bearoff none --out o.parquet", []string{"o.parquet"}, nil}, 1, 1},
	{pooled{"label rollout", "dataset label in.parquet --method rollout --trials %d --truncate 7 --model tiny.safetensors --bearoff none --out o.parquet",
		[]string{"o.parquet"}, nil}, 36, 300},
	{pooled{"match", "bench match --a net:tiny.safetensors --b pubeval --luck a --games %d --bearoff none --results o.results --json", []string{"o.results"}, nil}, 1000, 10000},
	{pooled{"sprt", "bench sprt --a net:tiny.safetensors --b net:tiny.safetensors,noise=0.01 --equity=-0.003,0.003 --max-games %d --bearoff none --results o.results --json",
		[]string{"o.results"}, nil}, 6000, 60000},
	{pooled{"simulate", "rating simulate --study 1 --lengths 1,3 --matches %d --model tiny.safetensors --bearoff none --out o.parquet", []string{"o.parquet"}, nil}, 12, 200},
	{pooled{"generate", "dataset generate --player net:tiny.safetensors --trace 0.7 --games %d --bearoff none --out o.parquet", []string{"o.parquet"}, nil}, 400, 8000},
}

// kills is how often each kind of process is killed.
type kills struct{ workers, servers, submitters int }

// TestFarmKills kills workers, server and submitter at random times, cuts the server's
// files or removes them, and has workers join late and leave. The output is that of one
// goroutine.
func TestFarmKills(t *testing.T) {
	kit, long := t.TempDir(), os.Getenv(longFarm) != ""
	if !long {
		longtest.Skip(t, "the tests of farm/submit kill workers and servers")
	}
	poolFiles(t, kit)
	positions, plan, pause := "15000", kills{3, 1, 1}, 250*time.Millisecond
	if long {
		positions, plan, pause = "200000", kills{50, 10, 5}, 700*time.Millisecond
	}
	program.OK(t, "dataset", "generate", "--player", "random", "--bearoff", "none", "--positions", positions, "--out", filepath.Join(kit, "many.parquet"))
	for i, c := range killedCommands {
		t.Run(c.name, func(t *testing.T) {
			n := c.short
			if long {
				n = c.long
			}
			c.line = strings.Replace(c.line, "%d", fmt.Sprint(n), 1)
			began := time.Now()
			used := cputime.Children()
			want := c.runProcess(t, kit, "--workers", "1")
			alone, aloneCPU := time.Since(began), cputime.Children()-used
			f := newKillFarm(t, c, kit, rand.New(rand.NewPCG(uint64(i), 1)))
			began, used = time.Now(), cputime.Children()
			printed := f.run(plan, pause)
			took := time.Since(began)
			sameOutputs(t, c.outputs(t, f.dir, printed), want)
			f.stop()
			t.Logf("%v killed, %d joined late, %d left; %v, %v by one goroutine; %.2f times the processor time of that (%v)", f.done, f.joined, f.left,
				took.Round(time.Second/10), alone.Round(time.Second/10), float64(cputime.Children()-used)/float64(aloneCPU), aloneCPU.Round(time.Second/10))
			if f.done.workers == 0 && f.done.servers == 0 && f.done.submitters == 0 {
				t.Error("the work was over before anything was killed")
			}
		})
	}
}

// runProcess is run in a separate process.
func (c *pooled) runProcess(t *testing.T, kit string, more ...string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	must.OK(t, os.CopyFS(dir, os.DirFS(kit)))
	command := clitest.Command(append(strings.Fields(c.line), more...))
	command.Dir = dir
	return c.outputs(t, dir, string(must.Get(command.Output())(t)))
}
