package td

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

func TestParseSchedule(t *testing.T) {
	for _, test := range []struct {
		text   string
		string string // "" for the same
		lo, hi float64
		at     map[int64]float64 // of 1000 games
	}{
		{"0.1", "", 0.1, 0.1, map[int64]float64{0: 0.1, 999: 0.1}},
		{"0", "", 0, 0, map[int64]float64{0: 0}},
		{"0.10", "0.1", 0.1, 0.1, map[int64]float64{5: 0.1}},
		{"1e-3", "0.001", 0.001, 0.001, map[int64]float64{5: 0.001}},
		{"exp:0.1:0.001", "", 0.001, 0.1, map[int64]float64{0: 0.1, 500: 0.01, 250: 0.1 / math.Sqrt(10), 1000: 0.001}},
		{"exp:0.01:1", "", 0.01, 1, map[int64]float64{0: 0.01, 500: 0.1}},
		{"exp:0.5:0.5", "", 0.5, 0.5, map[int64]float64{0: 0.5, 999: 0.5}},
		{"steps:0.1", "", 0.1, 0.1, map[int64]float64{0: 0.1, 999: 0.1}},
		{"steps:0.1,200:0.05,300:0", "", 0, 0.1, map[int64]float64{0: 0.1, 199: 0.1, 200: 0.05, 299: 0.05, 300: 0, 999: 0}},
		{"steps:0,5:1", "", 0, 1, map[int64]float64{0: 0, 4: 0, 5: 1}},
	} {
		s, err := ParseSchedule(test.text)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		want := test.string
		if want == "" {
			want = test.text
		}
		if got := s.String(); got != want {
			t.Errorf("%q is written %q, want %q", test.text, got, want)
		}
		if lo, hi := s.Bounds(); lo != test.lo || hi != test.hi {
			t.Errorf("%q: from %v to %v, want %v to %v", test.text, lo, hi, test.lo, test.hi)
		}
		for game, want := range test.at {
			if got := s.At(game, 1000); math.Abs(got-want) > 1e-15 {
				t.Errorf("%q: %v at game %d, want %v", test.text, got, game, want)
			}
		}
	}
}

func TestParseScheduleRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "want a number, exp:FROM:TO or steps:VALUE,GAME:VALUE,…",
		"fast":                          `"fast" is not a number from 0 up`,
		"-0.1":                          `"-0.1" is not a number from 0 up`,
		"NaN":                           `"NaN" is not a number from 0 up`,
		"Inf":                           `"Inf" is not a number from 0 up`,
		"1e400":                         `"1e400" is not a number from 0 up`,
		"0.1:0.2":                       "want a number",
		"exp":                           `"" is not a number`,
		"exp:0.1":                       `"" is not a number`,
		"exp:0.1:":                      `"" is not a number`,
		"exp:0.1:0.2:0.3":               `"0.2:0.3" is not a number`,
		"exp:0:0.1":                     "both ends of an exponential must be above 0",
		"exp:0.1:0":                     "both ends of an exponential must be above 0",
		"exp:1e-308:1e308":              "too far apart",
		"exp:1e308:1e-308":              "too far apart",
		"steps":                         `"" is not a number`,
		"steps:":                        `"" is not a number`,
		"steps:0.1,":                    `step "" is not GAME:VALUE`,
		"steps:0.1,5":                   `step "5" is not GAME:VALUE`,
		"steps:0.1,five:0.1":            `game "five" is not a number above the step before`,
		"steps:0.1,0:0.1":               `game "0" is not a number above the step before`,
		"steps:0.1,-1:0.1":              `game "-1" is not a number above the step before`,
		"steps:0.1,5:1,5:2":             `game "5" is not a number above the step before`,
		"steps:0.1,5:-1":                `"-1" is not a number from 0 up`,
		"steps:0:0.1,5:0.1":             `"0:0.1" is not a number from 0 up`,
		"steps:1,9e9:1":                 `game "9e9" is not a number above`,
		"linear:0.1:0.2":                "want a number, exp:FROM:TO or steps",
		"steps:1,9999999999999999999:1": "is not a number above",
	} {
		if s, err := ParseSchedule(text); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "td: bad schedule") {
			t.Errorf("%q: got %v, %v, want %q", text, s, err, want)
		}
	}
}

func TestScheduleZeroValue(t *testing.T) {
	var s Schedule
	if lo, hi := s.Bounds(); s.String() != "0" || s.At(5, 10) != 0 || lo != 0 || hi != 0 {
		t.Errorf("the zero schedule is %v", s)
	}
}

func TestScheduleJSON(t *testing.T) {
	for _, text := range []string{"0.1", "exp:0.1:0.01", "steps:0.1,200:0.05"} {
		var config struct {
			Alpha Schedule `json:"alpha"`
		}
		document := `{"alpha":"` + text + `"}`
		if err := json.Unmarshal([]byte(document), &config); err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(config); err != nil || string(got) != document {
			t.Errorf("got %s, %v, want %s", got, err, document)
		}
	}
	s := Constant(0.5)
	if err := json.Unmarshal([]byte(`"much"`), &s); err == nil || s.String() != "0.5" {
		t.Errorf("a bad schedule gives %v and the error %v", s, err)
	}
	for _, bad := range []string{`0.1`, `{"from":1}`} {
		if err := json.Unmarshal([]byte(bad), &s); err == nil {
			t.Errorf("%s is read as %v", bad, s)
		}
	}
}

// FuzzParseSchedule holds that what is read can be written and read again, and
// stays within its bounds.
func FuzzParseSchedule(f *testing.F) {
	for _, text := range []string{"0.1", "0", "1e-7", "exp:0.1:0.01", "exp:1:100", "steps:0.1,200000:0.05,300000:0", "steps:1", "exp::", "steps:,:", "0x1p-2", "-0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSchedule(text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "td: bad schedule") {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		again, err := ParseSchedule(s.String())
		if err != nil || again.String() != s.String() {
			t.Fatalf("%q is written %q and read as %q, %v", text, s, again, err)
		}
		lo, hi := s.Bounds()
		if !(lo >= 0 && lo <= hi) || math.IsInf(hi, 0) {
			t.Fatalf("%q runs from %v to %v", text, lo, hi)
		}
		for _, game := range []int64{0, 1, 999, 200_000, 999_999} {
			const rounding = 1e-12
			v := s.At(game, 1_000_000)
			if !(v >= lo*(1-rounding) && v <= hi*(1+rounding)) {
				t.Errorf("%q: %v at game %d, bounds %v and %v", text, v, game, lo, hi)
			}
			if w := again.At(game, 1_000_000); v != w {
				t.Errorf("%q: %v at game %d, %v when read again", text, v, game, w)
			}
		}
	})
}
