package wire

import (
	"slices"
	"testing"
)

// The progress and the remaining time of a job as text.
func TestCourse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		p          Progress
		done, left string
	}{
		{Progress{Items: 5, Rate: 1}, "5", ""},
		{Progress{Items: 5, Of: 65, Rate: 2}, "5 of 65", "30s"},
		{Progress{Items: 5, Of: 65}, "5 of 65", ""},
		{Progress{Items: 5, Of: 7205, Rate: 1, AtMost: true}, "5 of at most 7205", "at most 2h0m"},
		{Progress{Items: 9, Of: 8, Rate: 1}, "9 of 8", ""},
		{Progress{Of: 1 << 40, Rate: 1e-9}, "0 of 1099511627776", "over 1000 days"},
	} {
		if done, left := c.p.Done(), c.p.Left(); done != c.done || left != c.left {
			t.Errorf("%+v: got %q and %q, want %q and %q", c.p, done, left, c.done, c.left)
		}
	}
	arm, old := map[string]string{"j": "needs kernel simd, this worker has go-arm64"}, map[string]string{"j": "is of toolkit 2"}
	got := Unfit("j", []Worker{{Unfit: arm}, {Unfit: old}, {Unfit: arm}, {}, {Unfit: map[string]string{"other": "x"}}})
	want := []string{"1 worker does not fit: is of toolkit 2", "2 workers do not fit: needs kernel simd, this worker has go-arm64"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
