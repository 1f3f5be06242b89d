package generate

import (
	"path/filepath"
	"testing"

	"gammonlab/farm/farmtest"
	"gammonlab/internal/must"
)

// Work returns the test of the making of a database.
func Work(t testing.TB, s *Settings) farmtest.Work {
	t.Helper()
	s = s.shared()
	in := must.Get(openInputs(t.Context(), s))(t)
	t.Cleanup(in.close)
	return farmtest.Of(must.Get(s.job(s.wants, in.digest()))(t), JobKind(), func() func(int) (*shard, error) {
		own := *s
		own.Out = filepath.Join(t.TempDir(), "db.parquet")
		c := must.Get(newCollector(&own, s.Weights == InformativeWeights, nil))(t)
		f := must.Get(newFeed(t.Context(), c, in))(t)
		t.Cleanup(func() {
			f.stop()
			must.OK(t, c.journal.Close())
		})
		return f.next
	})
}
