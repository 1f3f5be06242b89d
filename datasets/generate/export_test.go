package generate

import (
	"path/filepath"
	"testing"

	"gammonlab/farm"
	"gammonlab/internal/must"
)

// Work returns the making of a database as a job, and sources of its shards.
func Work(t testing.TB, s *Settings) (*farm.Job, func() farm.Source) {
	t.Helper()
	s = s.shared()
	in := must.Get(openInputs(t.Context(), s))(t)
	t.Cleanup(in.close)
	return must.Get(s.job(s.wants, in.digest()))(t), func() farm.Source {
		own := *s
		own.Out = filepath.Join(t.TempDir(), "db.parquet")
		c := must.Get(newCollector(&own, s.Weights == InformativeWeights, nil))(t)
		f := must.Get(newFeed(t.Context(), c, in))(t)
		t.Cleanup(func() {
			f.stop()
			must.OK(t, c.journal.Close())
		})
		return f.next
	}
}
