package farm

import (
	"testing"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/cachefolder"
	"gammonlab/internal/must"
)

// A worker keeps the files of jobs in the program's cache folder, unless
// --cache names another one.
func TestCacheOfWorker(t *testing.T) {
	t.Setenv(cachefolder.Variable, "ours")
	for want, args := range map[string][]string{"ours": {"worker"}, "mine": {"worker", "--cache", "mine"}} {
		worker := Worker()
		got := ""
		worker.Action = func(c *cli.Context) error {
			o, err := workerOptions(c)
			got = o.Cache
			return err
		}
		app := cli.App{Commands: []*cli.Command{worker}}
		must.OK(t, app.Run(append([]string{"gammonlab"}, args...)))
		if got != want {
			t.Errorf("%q: the cache is %q, want %q", args, got, want)
		}
	}
}
