package label

import (
	"context"
	"testing"

	"gammonlab/farm/farmtest"
	"gammonlab/internal/must"
)

// Work returns the test of the labelling of j's positions.
func Work(t testing.TB, j *Job) farmtest.Work {
	t.Helper()
	in := must.Get(j.survey(context.Background()))(t)
	return farmtest.Of(must.Get(j.job(in))(t), Kind(), func() func(int) (*shard, error) {
		file := must.Get(j.open())(t)
		t.Cleanup(func() { file.Close() })
		f := feed{job: j, file: file}
		return f.next
	})
}
