package study_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/desk/study"
	"gammonlab/internal/must"
)

// answer answers an exercise with a loss on a day.
func answer(t *testing.T, p *study.Progress, e *study.Exercise, day study.Day, lost float64) study.Card {
	t.Helper()
	must.OK(t, p.Answer(e, day, &study.Answer{Lost: lost}))
	return *p.Cards[e.Key()]
}

// The intervals of SM-2 by its formulas: easiness 2.6, 2.7, 2.8 after grades of 5, and
// less 0.14 after one of 3; a grade below 3 leaves it and begins again.
func TestSchedule(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my.tst")
	e := &read(t, exercises)[0]
	day := study.Day("2026-02-27")
	for i, tt := range []struct {
		lost     float64
		interval int
		easiness float64
		due      study.Day
	}{
		{0, 1, 2.6, "2026-02-28"},
		{0.004, 6, 2.7, "2026-03-06"},
		{0, 17, 2.8, "2026-03-23"},     // 6 · 2.8 = 16.8
		{0.03, 46, 2.66, "2026-05-08"}, // 17 · 2.66 = 45.2
		{0.05, 1, 2.66, "2026-05-09"},  // grade 2
		{0.015, 1, 2.66, "2026-05-10"}, // grade 4
		{0.3, 1, 2.66, "2026-05-11"},   // grade 0
	} {
		p := must.Get(study.LoadProgress(path))(t) // as it was written
		c := answer(t, p, e, day, tt.lost)
		if c.Interval != tt.interval || c.Due != tt.due || c.Easiness < tt.easiness-1e-9 || c.Easiness > tt.easiness+1e-9 || c.Answers != i+1 {
			t.Errorf("answer %d: %+v, want %+v", i+1, c, tt)
		}
		day = c.Due
	}
}

// A session has due exercises first, then new ones up to a number a day; exercises
// with wrong answers are repeated until they are right, which changes nothing else.
func TestSession(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my.tst")
	all := read(t, exercises)
	p := must.Get(study.LoadProgress(path))(t)
	ask := func(day study.Day, most int, losses ...float64) string {
		t.Helper()
		s := study.NewSession(all, p, day, most)
		var asked []string
		for _, lost := range losses {
			e := s.Next()
			if e == nil {
				break
			}
			asked = append(asked, e.Question.String())
			must.OK(t, s.Answer(&study.Answer{Lost: lost}))
		}
		if n := s.Left(); n > 0 {
			asked = append(asked, "left")
		}
		return strings.Join(asked, " ")
	}
	for _, tt := range []struct{ got, want string }{
		{ask("2026-11-22", 2, 0.5, 0, 0.5, 0, 0), "play double play play"},
		{ask("2026-11-22", 2, 0), ""},
		{ask("2026-11-22", 3, 0.5), "take left"},
		{ask("2026-11-22", 3, 0, 0), "take"}, // in another session of the day
		{ask("2026-11-23", 0, 0, 0, 0, 0), "play double take"},
		{ask("2026-11-24", 9, 0, 0, 0), "play take"}, // the double comes after 6 days
		{ask("2026-12-24", 9), "left"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
	if c := p.Cards[all[0].Key()]; c.Answers != 3 || c.Lost != 0.5 {
		t.Errorf("answers of the same day counted: %+v", c)
	}
}

func TestLoadProgressErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my.tst")
	p := must.Get(study.LoadProgress(path))(t)
	answer(t, p, &read(t, exercises)[0], "2026-11-22", 0)
	file := study.ProgressPath(path)
	good := string(must.Get(os.ReadFile(file))(t))
	for _, tt := range []struct{ old, new, want string }{
		{"gammonlab-study", "other", `format is "other", want "gammonlab-study"`},
		{`"version": 1`, `"version": 2`, "version is 2, want 1"},
		{`"due"`, `"dew"`, `unknown field "dew"`},
		{`"due": "2026-11-23"`, `"due": "tomorrow"`, `play 31": day "tomorrow", want one such as 2026-11-22`},
		{`"interval": 1`, `"interval": 0`, "interval 0, want 1 to 3650"},
		{`"easiness": 2.6`, `"easiness": 1`, "easiness 1, want at least 1.3"},
		{`"answers": 1`, `"answers": 0`, "repetitions 1 of 0 answers"},
		{`"lost": 0`, `"lost": -1`, "lost -1"},
		{good, "{", "line 1: the JSON text is incomplete"},
	} {
		must.OK(t, os.WriteFile(file, []byte(strings.Replace(good, tt.old, tt.new, 1)), 0o666))
		_, err := study.LoadProgress(path)
		must.Fail(t, err, tt.want)
		must.Fail(t, err, "my.tst.progress.json: ")
	}
}
