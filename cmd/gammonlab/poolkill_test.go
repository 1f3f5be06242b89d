package main

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gammonlab/internal/must"
	"gammonlab/nets/kernel"
)

// longFarm is set, in the environment, for the long tests of make test-farm.
const longFarm = "GAMMONLAB_TEST_FARM"

// killed is a command whose processes are killed while a farm does it. %d in its line,
// if it is there, is how much there is to do: short in tests of seconds, long in those
// of minutes.
type killed struct {
	pooled
	short, long int
}

var killedCommands = []killed{
	{pooled{"label ply1", "dataset label many.parquet --by ply1 --model tiny.safetensors --bearoff none --out o.parquet", []string{"o.parquet"}, nil}, 1, 1},
	{pooled{"label rollout", "dataset label in.parquet --by rollout --trials %d --truncate 7 --model tiny.safetensors --bearoff none --out o.parquet",
		[]string{"o.parquet"}, nil}, 36, 300},
	{pooled{"match", "bench match --a net:tiny.safetensors --b pubeval --luck a --games %d --bearoff none --results o.results --json", []string{"o.results"}, nil}, 1000, 10000},
	{pooled{"sprt", "bench sprt --a net:tiny.safetensors --b net:tiny.safetensors,noise=0.01 --equity=-0.003,0.003 --max-games %d --bearoff none --results o.results --json",
		[]string{"o.results"}, nil}, 6000, 60000},
	{pooled{"simulate", "rating simulate --part 1 --lengths 1,3 --matches %d --model tiny.safetensors --bearoff none --out o.parquet", []string{"o.parquet"}, nil}, 12, 200},
	{pooled{"generate", "dataset generate --player net:tiny.safetensors --targets 0.7 --games %d --bearoff none --out o.parquet", []string{"o.parquet"}, nil}, 400, 8000},
}

// kills are how often what is killed.
type kills struct{ workers, servers, submitters int }

// TestFarmKills kills workers, server and submitter at random times, cuts the server's
// files or removes them, and has workers join late and leave. The output is that of one
// goroutine.
func TestFarmKills(t *testing.T) {
	if testing.Short() {
		t.Skip("short: it starts many processes")
	}
	kit, long := t.TempDir(), os.Getenv(longFarm) != ""
	poolFiles(t, kit)
	positions, plan, pause := "15000", kills{3, 1, 1}, 250*time.Millisecond
	if long {
		positions, plan, pause = "200000", kills{50, 10, 5}, 700*time.Millisecond
	}
	succeed(t, "dataset", "generate", "--player", "random", "--bearoff", "none", "--positions", positions, "--out", filepath.Join(kit, "many.parquet"))
	for i, c := range killedCommands {
		t.Run(c.name, func(t *testing.T) {
			n := c.short
			if long {
				n = c.long
			}
			c.line = strings.Replace(c.line, "%d", fmt.Sprint(n), 1)
			began := time.Now()
			used := childrenTime(t)
			want := c.runProcess(t, kit, "--workers", "1")
			alone, aloneCPU := time.Since(began), childrenTime(t)-used
			f := newKillFarm(t, c, kit, rand.New(rand.NewPCG(uint64(i), 1)))
			began, used = time.Now(), childrenTime(t)
			printed := f.run(plan, pause)
			took := time.Since(began)
			sameOutputs(t, c.outputs(t, f.dir, printed), want)
			f.stop()
			t.Logf("%v killed, %d joined late, %d left; %v, %v by one goroutine; %.2f times the processor time of that (%v)", f.done, f.joined, f.left,
				took.Round(time.Second/10), alone.Round(time.Second/10), float64(childrenTime(t)-used)/float64(aloneCPU), aloneCPU.Round(time.Second/10))
			if f.done.workers == 0 && f.done.servers == 0 && f.done.submitters == 0 {
				t.Error("the work was over before anything was killed")
			}
		})
	}
}

// runProcess is run in a process of its own.
func (c *pooled) runProcess(t *testing.T, kit string, more ...string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	must.OK(t, os.CopyFS(dir, os.DirFS(kit)))
	command := program(append(strings.Fields(c.line), more...))
	command.Dir = dir
	return c.outputs(t, dir, string(must.Get(command.Output())(t)))
}

// childrenTime returns the processor time of all child processes that have ended.
func childrenTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	must.OK(t, syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// killFarm is a server, workers and a submitter, each a process.
type killFarm struct {
	t            *testing.T
	rng          *rand.Rand
	dir          string // where the submitter works
	store, cache string
	address      string
	line         []string
	running      map[string]*exec.Cmd
	out          *lines // of the submitter
	log          *lines // what all say
	workers      int
	done         kills
	joined, left int
	removed      bool // the store, once
}

const killWorkers = 4

// newKillFarm starts the server and all workers but one.
func newKillFarm(t *testing.T, c killed, kit string, rng *rand.Rand) *killFarm {
	t.Helper()
	f := &killFarm{t: t, rng: rng, dir: t.TempDir(), store: filepath.Join(t.TempDir(), "store"), cache: t.TempDir(), running: map[string]*exec.Cmd{}, log: new(lines)}
	must.OK(t, os.CopyFS(f.dir, os.DirFS(kit)))
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	f.address = listener.Addr().String()
	must.OK(t, listener.Close())
	f.line = append(strings.Fields(c.line), "--pool", "nats://"+f.address, "--shard", "100ms", "--audit", "0.02")
	t.Cleanup(func() {
		for name := range f.running {
			f.kill(name)
		}
		if t.Failed() {
			t.Log(f.log.String())
		}
	})
	f.startServer()
	for range killWorkers - 1 {
		f.startWorker(f.workers)
		f.workers++
	}
	return f
}

// start starts the program as the process of that name.
func (f *killFarm) start(name string, args []string, environment ...string) {
	f.t.Helper()
	c := program(args, environment...)
	c.Dir, c.Stderr = f.dir, f.log
	if name == "submitter" {
		f.out = new(lines)
		c.Stdout = f.out
	}
	must.OK(f.t, c.Start())
	f.running[name] = c
}

// startServer starts the server and returns when it listens.
func (f *killFarm) startServer() {
	f.t.Helper()
	f.start("server", []string{"server", "--store", f.store, "--listen", f.address, "--http", "none"})
	for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		c, err := net.Dial("tcp", f.address)
		if err == nil {
			must.OK(f.t, c.Close())
			return
		}
		if time.Since(began) > patience {
			f.t.Fatal(err)
		}
	}
}

// startWorker starts the worker with the number; every second has the other kernel of
// the class, if this machine has both.
func (f *killFarm) startWorker(i int) {
	f.t.Helper()
	var environment []string
	if i%2 == 1 && kernel.Class() == "simd" {
		environment = []string{"GAMMONLAB_KERNEL=avx2"}
	}
	name := fmt.Sprintf("worker%d", i)
	f.start(name, []string{"worker", "--server", "nats://" + f.address, "--name", name, "--cores", "1", "--cache", f.cache, "--grace", "5s"}, environment...)
}

// kill kills the process.
func (f *killFarm) kill(name string) {
	_ = f.running[name].Process.Kill() // it may have ended
	_ = f.running[name].Wait()
	delete(f.running, name)
}

// run has the submitter do its work, in spite of the kills, and returns what it prints.
func (f *killFarm) run(plan kills, pause time.Duration) string {
	f.t.Helper()
	var events []func()
	for range plan.workers {
		events = append(events, f.killWorker)
	}
	for range plan.servers {
		events = append(events, f.killServer)
	}
	for range plan.submitters {
		events = append(events, f.killSubmitter)
	}
	events = append(events, f.joinWorker, f.leaveWorker)
	f.rng.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
	f.start("submitter", f.line)
	ended := f.ended()
	for _, event := range events {
		select {
		case err := <-ended:
			must.OK(f.t, err)
			return f.out.String()
		case <-time.After(pause/2 + time.Duration(f.rng.Int64N(int64(pause)))):
		}
		before := f.running["submitter"]
		event()
		if f.running["submitter"] != before {
			ended = f.ended()
		}
	}
	must.OK(f.t, <-ended)
	return f.out.String()
}

// ended returns a channel that receives how the submitter ends.
func (f *killFarm) ended() chan error {
	ended, c := make(chan error, 1), f.running["submitter"]
	go func() { ended <- c.Wait() }()
	return ended
}

func (f *killFarm) killWorker() {
	i := f.rng.IntN(f.workers)
	f.kill(fmt.Sprintf("worker%d", i))
	f.startWorker(i)
	f.done.workers++
}

// killServer kills the server. The first time its store is removed, later the ends of
// the files of its streams are cut off.
func (f *killFarm) killServer() {
	f.kill("server")
	if !f.removed {
		must.OK(f.t, os.RemoveAll(f.store))
		f.removed = true
	} else {
		f.cutStore()
	}
	f.startServer()
	f.done.servers++
}

// cutStore cuts the last tenth off the files of messages.
func (f *killFarm) cutStore() {
	must.OK(f.t, filepath.WalkDir(f.store, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".blk" {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.Truncate(path, info.Size()*9/10)
	}))
}

func (f *killFarm) killSubmitter() {
	c := f.running["submitter"]
	_ = c.Process.Kill() // it may have ended
	for c.ProcessState == nil {
		time.Sleep(time.Millisecond) // ended waits for it
	}
	if c.ProcessState.Success() {
		return
	}
	f.start("submitter", f.line)
	f.done.submitters++
}

// joinWorker starts one worker more.
func (f *killFarm) joinWorker() {
	f.startWorker(f.workers)
	f.workers++
	f.joined++
}

// leaveWorker has a worker end as it does at the end of a machine's day, and another
// one come later.
func (f *killFarm) leaveWorker() {
	f.terminate("worker0")
	f.startWorker(0)
	f.left++
}

// terminate ends the process by SIGTERM.
func (f *killFarm) terminate(name string) {
	must.OK(f.t, f.running[name].Process.Signal(syscall.SIGTERM))
	_ = f.running[name].Wait()                                                          // what matters is in its state
	if code := f.running[name].ProcessState.ExitCode(); code != exitOK && code != 143 { // if it had not begun
		f.t.Errorf("%s: exit code %d after SIGTERM", name, code)
	}
	delete(f.running, name)
}

// stop ends all that still runs.
func (f *killFarm) stop() {
	delete(f.running, "submitter")
	for name := range f.running {
		f.kill(name)
	}
}
