package app

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

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
	"gammonlab/nets/kernel"
)

// killFarm is a server, workers and a submitter, each a process.
type killFarm struct {
	t            *testing.T
	rng          *rand.Rand
	dir          string // where the submitter works
	store, cache string
	address      string
	line         []string
	running      map[string]*exec.Cmd
	out          *clitest.Lines // output of the submitter
	log          *clitest.Lines // log of all processes
	workers      int
	done         kills
	joined, left int
	removed      bool // whether the store was removed
}

const killWorkers = 4

// newKillFarm starts the server and all workers but one.
func newKillFarm(t *testing.T, c killed, kit string, rng *rand.Rand) *killFarm {
	t.Helper()
	f := &killFarm{t: t, rng: rng, dir: t.TempDir(), store: filepath.Join(t.TempDir(), "store"), cache: t.TempDir(), running: map[string]*exec.Cmd{}, log: new(clitest.Lines)}
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
	c := clitest.Command(args, environment...)
	c.Dir, c.Stderr = f.dir, f.log
	if name == "submitter" {
		f.out = new(clitest.Lines)
		c.Stdout = f.out
	}
	must.OK(f.t, c.Start())
	f.running[name] = c
}

// startServer starts the server and returns when it listens.
func (f *killFarm) startServer() {
	f.t.Helper()
	f.start("server", []string{"server", "--store", f.store, "--listen", f.address, "--http", "none"})
	waittest.Until(f.t, "the server", func() bool {
		c, err := net.Dial("tcp", f.address)
		if err == nil {
			must.OK(f.t, c.Close())
		}
		return err == nil
	})
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
	f.start(name, []string{"worker", "--pool", "nats://" + f.address, "--name", name, "--cores", "1", "--cache", f.cache, "--grace", "5s"}, environment...)
}

// kill kills the process.
func (f *killFarm) kill(name string) {
	_ = f.running[name].Process.Kill() // it may have ended
	_ = f.running[name].Wait()
	delete(f.running, name)
}

// run runs the submitter, during the kills, and returns its output.
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

// ended returns a channel that receives the error with which the submitter
// ends.
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

// leaveWorker terminates a worker, as at the end of a machine's day, and later
// starts another one.
func (f *killFarm) leaveWorker() {
	f.terminate("worker0")
	f.startWorker(0)
	f.left++
}

// terminate ends the process by SIGTERM.
func (f *killFarm) terminate(name string) {
	must.OK(f.t, f.running[name].Process.Signal(syscall.SIGTERM))
	_ = f.running[name].Wait()                                                     // what matters is in its state
	if code := f.running[name].ProcessState.ExitCode(); code != 0 && code != 143 { // if it had not begun
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
