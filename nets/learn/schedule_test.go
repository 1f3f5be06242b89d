package learn

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

func TestScheduleAt(t *testing.T) {
	for _, test := range []struct {
		text   string
		most   float64
		length bool            // whether values depend on it
		at     map[int]float64 // after so many of 1000 games
	}{
		{"0.1", 0.1, false, map[int]float64{0: 0.1, 999: 0.1}},
		{"0", 0, false, map[int]float64{0: 0}},
		{"exp:0.1:0.001", 0.1, true, map[int]float64{0: 0.1, 500: 0.01, 250: 0.1 / math.Sqrt(10), 1000: 0.001}},
		{"exp:0.01:1", 1, true, map[int]float64{0: 0.01, 500: 0.1}},
		{"exp:0.5:0.5", 0.5, false, map[int]float64{0: 0.5, 999: 0.5}},
		{"steps:0.1", 0.1, false, map[int]float64{0: 0.1, 999: 0.1}},
		{"steps:0.1,200:0.05,300:0", 0.1, false, map[int]float64{0: 0.1, 199: 0.1, 200: 0.05, 299: 0.05, 300: 0, 999: 0}},
		{"steps:0,5games:1", 1, false, map[int]float64{0: 0, 4: 0, 5: 1}},
		{"steps:1,0:0.5", 1, false, map[int]float64{0: 0.5}},
		{"cosine:2", 2, true, map[int]float64{0: 2, 500: 1, 750: 2 * (1 - math.Sqrt2/2) / 2}},
		{"cosine:2:10", 2, true, map[int]float64{0: 0.2, 8: 1.8, 9: 2, 10: 2, 505: 1}}, // a tenth of the way up after the first game
		{"cosine:2:10games:1", 2, true, map[int]float64{505: 1.5}},
		{"cosine:2:2.5", 2, true, map[int]float64{1: 1.6, 2: 2}},
		{"cosine:2:9000", 2, true, map[int]float64{999: 2}}, // rises over the whole run and never falls
		{"anneal:20:0.1:0.9", 20, false, map[int]float64{0: 20, 999: 20}},
	} {
		s := must.Get(ParseSchedule(test.text))(t)
		if got := s.String(); got != test.text || s.FollowsLength() != test.length || s.Max() != test.most {
			t.Errorf("%q is written %q, follows the length: %v, at most %v", test.text, got, s.FollowsLength(), s.Max())
		}
		for game, want := range test.at {
			if got := s.At(Time{float64(game), float64(game + 1), 1000}); math.Abs(got-want) > 1e-12 {
				t.Errorf("%q: %v at game %d, want %v", test.text, got, game, want)
			}
		}
	}
	for _, text := range []string{"0.10", "1e-1"} {
		if got := must.Get(ParseSchedule(text))(t).String(); got != "0.1" {
			t.Errorf("%s is written %s, want 0.1", text, got)
		}
	}
	var zero Schedule
	if !zero.IsZero() || zero.String() != "0" || zero.At(Time{5, 6, 10}) != 0 || zero.Max() != 0 {
		t.Errorf("the zero schedule is %v", zero)
	}
}

func TestScheduleUnits(t *testing.T) {
	for _, text := range []string{"0.1", "steps:0.1,5:0.2", "steps:0.1,5epochs:0.2,7:0.1", "cosine:1:0.5epochs"} {
		if err := must.Get(ParseSchedule(text))(t).CheckUnit(Epochs); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"steps:0.1,5epochs:0.2", "cosine:1:0.5epochs"} {
		err := must.Get(ParseSchedule(text))(t).CheckUnit(Games)
		if want := text + " has times in epochs, the unit of the run is games"; err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

// A sawtooth by hand, from 20 down by a tenth or by 0.5, whichever is more.
func TestAnnealing(t *testing.T) {
	r := must.Get(ParseSchedule("anneal:20:15"))(t)
	a := r.Start()
	for i, c := range []struct{ rms, worst, want float64 }{
		{1, 2, 20},              // the first epoch has nothing to fall behind
		{0.9, 2, 20},            // root mean square smaller
		{0.899, 1.9, 20},        // largest smaller
		{0.899, 1.9, 18},        // neither
		{0.896, 1.89, 16.2},     // hardly, to 0.9967 and 0.9947 of what they were
		{0.8, 1.89, 16.2},       // smaller
		{0.8, 1.89, 15},         // 14.58 is below the floor
		{0.8, 1.89, 20},         // again from the start, whether better or not
		{0.8, 1.89, 18},         //
		{100, 100, 16.2},        // worse
		{1, 1, 16.2},            // better than the last, though not than the best
		{math.NaN(), 100, 15},   //
		{math.NaN(), 0.001, 20}, //
	} {
		r.Next(&a, c.rms, c.worst)
		if math.Abs(a.Rate-c.want) > 1e-9 {
			t.Errorf("after epoch %d: got %v, want %v", i+1, a.Rate, c.want)
		}
	}
	// Low down a fortieth of the start is more than a tenth of the rate.
	r = must.Get(ParseSchedule("anneal:20:0.1"))(t)
	a = Annealing{Rate: 3, RMS: 1, Worst: 1}
	if r.Next(&a, 1, 1); a.Rate != 2.5 {
		t.Errorf("after 3 comes %v, want 2.5", a.Rate)
	}
}

func TestParseScheduleRefuses(t *testing.T) {
	const number, step, after = "is not a number of at least 0", "is not TIME:VALUE", "is not after that of"
	for text, want := range map[string]string{
		"": `"" ` + number, "fast": `"fast" ` + number, "-0.1": number, "NaN": number, "Inf": number, "1e400": number, "1,2": number,
		"0.1:0.2": `unknown kind "0.1"`, "linear:1:2": `unknown kind "linear"`, "constant:1": "unknown kind",
		"exp:": "two numbers", "exp:0.1": "two numbers", "exp:0.1:": number, "exp:0.1:0.2:0.3": "two numbers",
		"exp:0:0.1": "both ends", "exp:0.1:0": "both ends", "exp:1e-308:1e308": "too far apart", "exp:1e308:1e-308": "too far apart",
		"steps:": number, "steps:0.1,": step, "steps:0.1,5": step, "steps:1:2": number, "steps:0.1,five:0.1": `"five" ` + number,
		"steps:0.1,-1:0.1": number, "steps:0.1,5:1,5:2": "time 5 " + after, "steps:1,2:0.5,1:0.1": after, "steps:0.1,5:-1": number,
		"steps:1,2:": number, "steps:1,:2": number, "steps:1,2:3:4": number,
		"steps:1,2games:1,3epochs:2": "times in games and in epochs", "steps:1,2rounds:3": `"2rounds" ` + number, "0.1epochs": number,
		"cosine:": number, "cosine:1:2:3:4": "one to three", "cosine:1::2": number, "cosine:1,2": number,
		"anneal:1": "two or three", "anneal:2:1:0.5:1": "two or three", "anneal:1:2": "a floor above 0", "anneal:1:0": "a floor above 0",
		"anneal:2:1:1": "a factor between", "anneal:2:1:0": "a factor between",
	} {
		s, err := ParseSchedule(text)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "bad schedule") ||
			!strings.Contains(err.Error(), "cosine:PEAK:RISE:END") {
			t.Errorf("%q: got %v, %v, want %q", text, s, err, want)
		}
	}
}

func TestScheduleJSON(t *testing.T) {
	for _, s := range []Schedule{Constant(0.001), Cosine(0.003, 0.5, 0), must.Get(ParseSchedule("steps:0.1,3epochs:0.01"))(t)} {
		encoded, err := json.Marshal(s)
		var again Schedule
		if err == nil {
			err = json.Unmarshal(encoded, &again)
		}
		if err != nil || string(encoded) != `"`+s.String()+`"` || again.String() != s.String() {
			t.Errorf("%v is written as %s and read as %v, %v", s, encoded, again, err)
		}
	}
	if got := Cosine(0.003, 0.5, 0).String(); got != "cosine:0.003:0.5:0" {
		t.Errorf("got %s", got)
	}
	s := Constant(0.5)
	for _, bad := range []string{`"much"`, `0.1`, `{"from":1}`} {
		if err := json.Unmarshal([]byte(bad), &s); err == nil || s.String() != "0.5" {
			t.Errorf("%s is read as %v", bad, s)
		}
	}
}

// FuzzParseSchedule checks that a schedule is unchanged after writing and
// reading, and that its values are within its bounds.
func FuzzParseSchedule(f *testing.F) {
	for _, text := range []string{
		"0.1", "0", "1e-7", "exp:0.1:0.01", "exp:1:100", "steps:0.1,200000:0.05,300000games:0", "steps:1", "exp::", "steps:,:", "0x1p-2", "-0",
		"cosine:1:0.5:0.1", "cosine:1:2epochs", "anneal:20:0.1:0.9",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSchedule(text)
		if err != nil {
			return
		}
		again, err := ParseSchedule(s.String())
		if err != nil || again.String() != s.String() {
			t.Fatalf("%q is written %q and read as %q, %v", text, s, again, err)
		}
		a, most := s.Start(), s.Max()
		for _, game := range []float64{0, 1, 999, 200_000, 999_999} {
			const rounding = 1e-12
			at := Time{game, game + 1, 1_000_000}
			if v := s.At(at); !(v >= 0 && v <= most*(1+rounding)) || again.At(at) != v {
				t.Errorf("%q: %v at game %v, at most %v; %v when read again", text, v, game, most, again.At(at))
			}
			if s.Next(&a, 1, 1); !(a.Rate >= 0 && a.Rate <= most) {
				t.Errorf("%q: annealed to %v, at most %v", text, a.Rate, most)
			}
		}
	})
}
