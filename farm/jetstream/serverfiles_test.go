package jetstream

import (
	"bytes"
	"errors"
	"path/filepath"
	"testing"

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
	client := func(name string) *Client {
		c := must.Get(Dial(t.Context(), Options{URL: k.URL(), Key: k.seed(name)}))(t)
		t.Cleanup(c.Close)
		return c
	}
	startWorker(t, client("worker-1"), WorkerOptions{})
	c := client("submitter-1")
	for i := range 4 {
		b := &book{t: t}
		must.OK(t, c.Pool(quick()).Run(t.Context(), jobWithFile("former", bytes.Repeat([]byte{byte(i)}, 3<<20)), numbers(0, 500), b.take, b.sync))
		if b.next != 500 {
			t.Errorf("file %d: %d items", i, b.next)
		}
	}
	b := &book{t: t}
	err := c.Pool(quick()).Run(t.Context(), jobWithFile("large", make([]byte, 10<<20)), numbers(0, 500), b.take, b.sync)
	if !errors.Is(err, ErrFull) {
		t.Errorf("a file of 10 MiB: %v", err)
	}
}
