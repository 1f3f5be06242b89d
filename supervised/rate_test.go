package supervised

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

func mustRate(t *testing.T, text string) Rate {
	t.Helper()
	r, err := ParseRate(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRateAt(t *testing.T) {
	const steps, epochs = 10, 4 // 40 in all
	for _, c := range []struct {
		text string
		step int64
		want float64
	}{
		{"0.5", 0, 0.5},
		{"0.5", 39, 0.5},
		{"steps:1,1:0.5,2.5:0.1", 0, 1},
		{"steps:1,1:0.5,2.5:0.1", 9, 1},
		{"steps:1,1:0.5,2.5:0.1", 10, 0.5},
		{"steps:1,1:0.5,2.5:0.1", 24, 0.5},
		{"steps:1,1:0.5,2.5:0.1", 25, 0.1},
		{"steps:1,1:0.5,2.5:0.1", 39, 0.1},
		{"cosine:2", 0, 2},
		{"cosine:2", 20, 1},
		{"cosine:2", 30, 2 * (1 - math.Sqrt2/2) / 2},
		{"cosine:2:1", 0, 0.2}, // a tenth of the way up after the first of ten steps
		{"cosine:2:1", 8, 1.8},
		{"cosine:2:1", 9, 2},
		{"cosine:2:1", 10, 2},
		{"cosine:2:1", 25, 1},
		{"cosine:2:1:1", 25, 1.5},
		{"cosine:2:0.25", 1, 1.6}, // over two steps and a half
		{"cosine:2:0.25", 2, 2},
		{"cosine:2:9", 39, 2}, // rises over the whole run and never falls
	} {
		if got := mustRate(t, c.text).at(c.step, steps, epochs, nil); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s at step %d: got %v, want %v", c.text, c.step, got, c.want)
		}
	}
}

// A sawtooth by hand, from 20 down by a tenth or by 0.5, whichever is more.
func TestAnnealedRate(t *testing.T) {
	r := mustRate(t, "anneal:20:15:0.9")
	a := r.start()
	for i, c := range []struct{ rms, worst, want float64 }{
		{1, 2, 20},              // the first epoch has nothing to fall behind
		{0.9, 2, 20},            // root mean square smaller
		{0.899, 1.9, 20},        // largest smaller
		{0.899, 1.9, 18},        // neither
		{0.896, 1.89, 16.2},     // hardly, to 0.9967 and 0.9947 of what they were
		{0.8, 1.89, 16.2},       // smaller
		{0.8, 1.89, 15},         // 14.58 is below the floor
		{0.8, 1.89, 20},         // anew, whether better or not
		{0.8, 1.89, 18},         //
		{100, 100, 16.2},        // worse
		{1, 1, 16.2},            // better than the last, though not than the best
		{math.NaN(), 100, 15},   //
		{math.NaN(), 0.001, 20}, //
	} {
		r.next(&a, c.rms, c.worst)
		if got := r.at(0, 1, 1, &a); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("after epoch %d: got %v, want %v", i+1, got, c.want)
		}
	}
	// Low down a fortieth of the start is more than a tenth of the rate.
	r = mustRate(t, "anneal:20:0.1")
	a = annealing{Rate: 3, RMS: 1, Worst: 1}
	if r.next(&a, 1, 1); a.Rate != 2.5 {
		t.Errorf("after 3 comes %v, want 2.5", a.Rate)
	}
}

func TestParseRateErrors(t *testing.T) {
	for _, text := range []string{
		"", "x", "-1", "NaN", "Inf", "1e99", "1:2", "1,2", "constant:", "steps:", "steps:1,", "steps:1,2", "steps:1,2:", "steps:1,:2",
		"steps:1:2", "steps:1,2:3:4", "steps:1,2:0.5,2:0.1", "steps:1,2:0.5,1:0.1", "cosine:", "cosine:1:2:3:4", "cosine:1::2", "cosine:1,2",
		"anneal:1", "anneal:1:2", "anneal:1:0", "anneal:2:1:1", "anneal:2:1:0", "anneal:2:1:0.5:1", "linear:1:2",
	} {
		r, err := ParseRate(text)
		if err == nil {
			t.Errorf("%q reads as %v", text, r)
		} else if !strings.HasPrefix(err.Error(), "supervised: bad rate ") || !strings.Contains(err.Error(), "cosine:RATE:WARMUP:END") {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

func FuzzParseRate(f *testing.F) {
	for _, text := range []string{"0.1", "steps:0.1,3:0.01,5:0", "cosine:1:0.5:0.1", "cosine:1", "anneal:20:0.1:0.9"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRate(text)
		if err != nil {
			return
		}
		again, err := ParseRate(r.String())
		if err != nil || again.String() != r.String() {
			t.Fatalf("%q reads as %v and then as %v, %v", text, r, again, err)
		}
		a := r.start()
		for step := range int64(12) {
			if rate := r.at(step, 3, 4, &a); !(rate >= 0 && rate <= math.MaxFloat32) {
				t.Errorf("%q at step %d: %v", text, step, rate)
			}
			r.next(&a, 1, 1)
		}
	})
}

func TestRateAsJSON(t *testing.T) {
	for _, text := range []string{"0.001", "cosine:0.003:0.5:0", "steps:0.1,3:0.01"} {
		encoded, err := json.Marshal(mustRate(t, text))
		if err != nil || string(encoded) != `"`+text+`"` {
			t.Errorf("%s is written as %s, %v", text, encoded, err)
		}
	}
	if got := Cosine(0.003, 0.5, 0).String(); got != "cosine:0.003:0.5:0" {
		t.Errorf("got %s", got)
	}
	if got := Constant(0.25); got.String() != "0.25" || got.at(5, 1, 9, nil) != 0.25 {
		t.Errorf("got %v", got)
	}
}
