package label

import (
	"context"
	"testing"

	"gammonlab/farm"
	"gammonlab/internal/must"
)

// Work returns the labelling of j's positions as a job, and sources of its shards.
func Work(t testing.TB, j *Job) (*farm.Job, func() farm.Source) {
	t.Helper()
	in := must.Get(j.survey(context.Background()))(t)
	return must.Get(j.job(in))(t), func() farm.Source {
		file := must.Get(j.open())(t)
		t.Cleanup(func() { file.Close() })
		f := feed{wire: j.Labeller.wire(in.meta.Variant), job: j, file: file}
		return f.next
	}
}
