package submit

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"gammonlab/farm"
	"gammonlab/farm/pooltest"
	"gammonlab/farm/wire"
	"gammonlab/farm/worker"
	"gammonlab/internal/childtest"
	"gammonlab/internal/must"
)

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "12") // tests wait more than they work; -parallel overrides it
	childtest.Main(m, func(words []string) error {
		c, err := wire.Dial(context.Background(), wire.Options{URL: words[1], Name: words[2], Wait: true})
		if err != nil {
			return err
		}
		if words[0] == "worker" {
			return worker.Run(context.Background(), c, worker.Options{Kinds: []farm.Kind{pooltest.Kind(nil, nil)}, Class: "simd", Cores: 2})
		}
		return submitChild(c, words[3])
	})
}

// killSpec is the job of TestKills.
var killSpec = pooltest.Spec{Salt: "kills", Took: time.Millisecond}

const killItems = 6000

// submitChild runs the job with a file of results as its journal.
func submitChild(c *wire.Client, path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if err := f.Truncate(size / 8 * 8); err != nil {
		return err
	}
	take := func(_ farm.Shard, result []byte) error { _, err := f.Write(result); return err }
	o := quick()
	o.Audit, o.Ledger = 0.01, path+".pool.jsonl"
	err = New(c, o).Run(context.Background(), pooltest.Job(killSpec, nil), pooltest.Numbers(uint64(size/8), killItems), take, f.Sync)
	if err == nil {
		err = os.WriteFile(path+".done", nil, 0o666)
	}
	return err
}

// Workers, server and submitter are killed repeatedly, and every result is
// taken once.
func TestKills(t *testing.T) {
	t.Parallel()
	folder, port := t.TempDir(), pooltest.FreePort(t)
	url, out := fmt.Sprintf("nats://127.0.0.1:%d", port), filepath.Join(t.TempDir(), "out")
	serveAgain := func() *server.Server {
		return pooltest.StartNATSAt(t, &server.Options{Host: "127.0.0.1", Port: port, StoreDir: folder})
	}
	s := serveAgain()
	commands := map[string][]string{"submitter": {"submitter", url, "me", out}}
	for i := range 3 {
		name := "worker" + strconv.Itoa(i)
		commands[name] = []string{"worker", url, name}
	}
	running := map[string]*exec.Cmd{}
	start := func(name string) {
		c := childtest.Command(commands[name]...)
		must.OK(t, c.Start())
		running[name] = c
	}
	kill := func(name string) {
		_ = running[name].Process.Kill() // it may have ended
		_ = running[name].Wait()
	}
	for name := range commands {
		start(name)
		t.Cleanup(func() { kill(name) })
	}
	done := func() bool { _, err := os.Stat(out + ".done"); return err == nil }
	for i := 0; i < 12 && !done(); i++ {
		time.Sleep(250 * time.Millisecond)
		name := "worker" + strconv.Itoa(i%3)
		if i%4 == 3 {
			name = "submitter"
		}
		kill(name)
		if i == 6 {
			s.Shutdown()
			s.WaitForShutdown()
			s = serveAgain()
		}
		start(name)
	}
	pooltest.Wait(t, "the job", done)
	b := &pooltest.Book{T: t, Data: must.Get(os.ReadFile(out))(t), Next: killItems, Durable: killItems}
	b.Want(killSpec, killItems)
}
