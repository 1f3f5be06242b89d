package server

import (
	"bytes"
	"errors"
	"path/filepath"
	"testing"

	"gammonlab/farm/pooltest"
	"gammonlab/farm/submit"
	"gammonlab/farm/wire"
	"gammonlab/farm/worker"
	"gammonlab/internal/must"
)

// The files of former jobs leave room for those of new jobs. A job whose files are larger
// than what the server has for its submitter ends at once with the reason.
func TestFilesOfFormerJobs(t *testing.T) {
	t.Parallel()
	k := keyed{dir: t.TempDir()}
	o := serverAt(filepath.Join(k.dir, "store"))
	o.MaxStore = MinMaxStore // of which files have an eighth
	k.add(t, o.Store, "submitter-1")
	k.add(t, o.Store, "worker-1")
	k.Server = serve(t, o)
	client := func(name string) *wire.Client {
		c := must.Get(wire.Dial(t.Context(), wire.Options{URL: k.URL(), Key: k.seed(name)}))(t)
		t.Cleanup(c.Close)
		return c
	}
	pooltest.StartWorker(t, client("worker-1"), worker.Options{})
	c := client("submitter-1")
	for i := range 4 {
		b := &pooltest.Book{T: t}
		must.OK(t, submit.New(c, quick()).Run(t.Context(), pooltest.JobWithFile("former", bytes.Repeat([]byte{byte(i)}, 3<<20)), pooltest.Numbers(0, 500), b.Take, b.Sync))
		if b.Next != 500 {
			t.Errorf("file %d: %d items", i, b.Next)
		}
	}
	b := &pooltest.Book{T: t}
	err := submit.New(c, quick()).Run(t.Context(), pooltest.JobWithFile("large", make([]byte, 10<<20)), pooltest.Numbers(0, 500), b.Take, b.Sync)
	if !errors.Is(err, wire.ErrFull) {
		t.Errorf("a file of 10 MiB: %v", err)
	}
}
