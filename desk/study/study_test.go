package study_test

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/desk/study"
	"gammonlab/engine/analysis"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/evalbench/suite"
	"gammonlab/internal/filelock"
	"gammonlab/internal/must"
)

// exercises are a play, a double and a take, with figures that are invented.
const exercises = `# Ann against Bob, match.mat, game 1, move 2
101 4HPwATDgc/ABMA:cAkAAAAAAAAA play 31
#= in the game 24/23 13/10, which lost 0.1500
#= +0.1600 2 55.20 16.10 0.60 11.40 0.40 8/5 6/5
#= +0.1570 2 54.90 16.00 0.60 11.40 0.40 24/21 8/7
#= +0.0100 2 51.10 15.00 0.50 13.30 0.50 24/23 13/10
#? [8/5 6/5]

102 4HPwATDgc/ABMA:cAkAAAAAAAAA double
#= +0.0700 2 52.00 14.00 0.70 12.00 0.60 no double
#= -0.2300 2 52.00 14.00 0.70 12.00 0.60 take
#= +1.0000 2 52.00 14.00 0.70 12.00 0.60 pass
#? [no double]

103 4HPwATDgc/ABMA:cAkAAAAAAAAA take
#= -1.1000 2 48.00 12.00 0.60 14.00 0.70 take
#= -1.0000 2 48.00 12.00 0.60 14.00 0.70 pass
#? [pass]
`

func read(t testing.TB, text string) []study.Exercise {
	t.Helper()
	return must.Get(study.Read("x.tst", strings.NewReader(text)))(t)
}

func TestJudge(t *testing.T) {
	all := read(t, exercises)
	for _, tt := range []struct {
		exercise     int
		answer, want string
		lost         float64
		grade        int
	}{
		{0, "6/5 8/5", "Right: 8/5 6/5.", 0, 5},
		{0, "8/7 24/21", "Good: 24/21 8/7 loses 0.003; 8/5 6/5 is best.", 0.003, 5},
		{0, "13/10 24/23", "24/23 13/10 loses 0.150; 8/5 6/5 is best.", 0.15, 1},
		{0, "24/20", "24/20 loses 0.150 or more; 8/5 6/5 is best.", 0.15, 1},
		{1, "Roll", "Right: no double.", 0, 5},
		{1, "d", "Double loses 0.300; no double is best.", 0.3, 0},
		{2, "drop", "Right: pass.", 0, 5},
		{2, "t", "Take loses 0.100; pass is best.", 0.1, 1},
	} {
		a := must.Get(all[tt.exercise].Judge(tt.answer))(t)
		if a.Verdict() != tt.want || math.Abs(a.Lost-tt.lost) > 1e-9 || a.Grade() != tt.grade {
			t.Errorf("%s: %s, lost %v, grade %d", tt.answer, a.Verdict(), a.Lost, a.Grade())
		}
	}
	for i, answer := range []string{"8/1", "take", "double"} {
		if _, err := all[i].Judge(answer); err == nil {
			t.Errorf("%s: %q is an answer", all[i].Key(), answer)
		}
	}
	if m := all[2].State(); !m.Doubled || m.Turn == m.Roller {
		t.Errorf("nobody has doubled in %+v", m)
	}
}

// analysed returns the report of a match by a small net.
func analysed(t *testing.T) *analysis.Report {
	t.Helper()
	m := must.Get(record.Load("../../board/record/testdata/match5.mat"))(t)
	o := analysis.Options{Strength: named.StrengthOf(enginetest.RandomStatic(t, 4, 1), 0), Workers: 2, Candidates: 3, Games: []int{1, 2}}
	return must.Get(analysis.Analyse(t.Context(), m, o))(t)
}

// Collected exercises can be read, also by package suite. The cost of each
// decision is that of the analysis, from the point of view of the player who
// decides.
func TestCollect(t *testing.T) {
	r := analysed(t)
	path := filepath.Join(t.TempDir(), "my.tst")
	collector := study.Collector{Player: "GNUBG ", Over: 0.01, Judge: "small"}
	must.OK(t, collector.Add("matches/match5.mat", r))
	some := collector.Worst(4, nil)
	must.OK(t, study.Append(path, some))
	all := collector.Worst(0, must.Get(study.Load(path))(t))
	must.OK(t, study.Append(path, all))
	again := collector.Worst(4, some)
	there := must.Get(study.Load(path))(t)
	if len(some) != 4 || len(all) == 0 || len(again) != 0 || len(there) != 4+len(all) || there[4].Number != 105 {
		t.Fatalf("%d, then %d and %d; %d are there", len(some), len(all), len(again), len(there))
	}
	if n := len(must.Get(suite.Load(path))(t)); n != len(there) {
		t.Errorf("the suite has %d tests", n)
	}
	kinds := map[suite.Question]int{}
	for i := range there {
		e := &there[i]
		kinds[e.Question]++
		m := e.State()
		made, lost, _ := strings.Cut(strings.TrimPrefix(e.Notes[0], "in the game "), ", which lost ")
		want := must.Get(strconv.ParseFloat(lost, 64))(t)
		a := must.Get(e.Judge(made))(t)
		if math.Abs(a.Lost-want) > 2e-4 || m.Turn != board.PlayerX { // figures have four decimals
			t.Errorf("%s: %s loses %v, want %v; %v decides", e.Key(), made, a.Lost, want, m.Turn)
		}
	}
	if kinds[suite.Play] == 0 || kinds[suite.Double] == 0 {
		t.Errorf("kinds of exercises: %v", kinds)
	}
}

// Plays of a race that is as good as lost or won are no exercises, unless the gammon depends on them.
func TestCollectsOpenRaces(t *testing.T) {
	r := analysed(t)
	races := 0
	for _, d := range r.All() {
		if d.Played == nil || d.Position.Contact() || d.Error.Equity <= 0 {
			continue
		}
		races++
		one := *r
		one.Games = []analysis.Game{r.Games[0]}
		one.Games[0].Decisions = []*analysis.Decision{d}
		best, made := &d.Moves[0], &d.Moves[d.Played.Index]
		for _, c := range []struct {
			win, gammon float32 // chances of the best play, and how much more often it loses no gammon
			want        int
		}{{0.5, 0, 1}, {0.01, 0, 0}, {0.99, 0, 0}, {0.01, 0.05, 1}} {
			best.Win, best.LoseGammon, made.LoseGammon, best.WinGammon, made.WinGammon = c.win, 0.1, 0.1+c.gammon, 0, 0
			collector := study.Collector{Player: r.Names[d.Player]}
			must.OK(t, collector.Add("match5.mat", &one))
			if got := len(collector.Worst(0, nil)); got != c.want {
				t.Errorf("move %d, winning %v, gammons %v: %d exercises, want %d", d.Move, c.win, c.gammon, got, c.want)
			}
		}
	}
	if races == 0 {
		t.Fatal("no errors in races")
	}
}

// Appending keeps the contents of a file that a user has edited, and does not change
// a damaged one.
func TestAppend(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my.tst")
	must.OK(t, os.WriteFile(path, []byte("# mine\n\n"+strings.TrimSuffix(exercises, "\n")), 0o666))
	more := read(t, `1 4HPwATDgc/ABMA:cAkAAAAAAAAA play 42
#= +0.1000 1 50.00 10.00 0.00 10.00 0.00 8/4 6/4
#? [8/4 6/4]
`)
	must.OK(t, study.Append(path, more))
	text := string(must.Get(os.ReadFile(path))(t))
	if !strings.HasPrefix(text, "# mine\n\n"+exercises) || !strings.Contains(text, "\n104 4HPwATDgc/ABMA:cAkAAAAAAAAA play 42\n") {
		t.Errorf("got %s", text)
	}
	must.Fail(t, study.Append(path, more), "the question is that of test 104")
	must.OK(t, os.WriteFile(path, []byte("nonsense"), 0o666))
	must.Fail(t, study.Append(path, more), "my.tst:1: ")
}

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my.tst")
	must.Get(study.Lock(path))(t)() // nothing is there
	must.OK(t, os.WriteFile(path, []byte(exercises), 0o666))
	release := must.Get(study.Lock(path))(t)
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	if !filelock.IsTaken(file) {
		t.Error("another process can take the file")
	}
	if release(); filelock.IsTaken(file) {
		t.Error("the file is not given back")
	}
}

func TestReadErrors(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"#= +0.0700 2", "#= +0.07.00 2", `x.tst:9: test 102: choice "+0.07.00 2 52.00`},
		{"+0.0700 2 52.00", "+0.0700 2 152.00", `chance "152.00", want 0 to 100`},
		{"+0.0700 2", "+0.0700 x", `plies "x", want 0 to 9`},
		{"52.00 14.00 0.70 12.00 0.60 no double", "no double", "want an equity, plies, 5 chances and what is chosen"},
		{"0.60 no double", "0.60 roll", `choices ["roll" "take" "pass"], want ["no double" "take" "pass"]`},
		{"0.40 8/5 6/5", "0.40 8/5 7/5", "x.tst:2: test 101: choice"},
		{"101 4HPwATDgc/ABMA:cAkAAAAAAAAA play", "101 4HPwATDgc/ABMA play", "want a match ID behind it"},
	} {
		_, err := study.Read("x.tst", strings.NewReader(strings.Replace(exercises, tt.old, tt.new, 1)))
		must.Fail(t, err, tt.want)
	}
	must.Fail(t, must.Err(study.Read("x.tst", strings.NewReader("1 start win\n#? [0..1]\n"))), "the question is win")
}

// A note has three fields, the same identity each time, and no raw line end.
func TestWriteAnki(t *testing.T) {
	var text bytes.Buffer
	must.OK(t, study.WriteAnki(&text, read(t, exercises)))
	head, body, _ := strings.Cut(text.String(), "#guid column:1\n")
	if head != "#separator:tab\n#html:true\n#notetype:Basic\n#deck:gammonlab\n" {
		t.Errorf("begins with %q", head)
	}
	r := csv.NewReader(strings.NewReader(body))
	r.Comma = '\t'
	notes := must.Get(r.ReadAll())(t)
	if len(notes) != 3 || strings.Count(body, "\n") != 3 || notes[0][0] == notes[1][0] {
		t.Fatalf("%d notes in %d lines", len(notes), strings.Count(body, "\n"))
	}
	for i, want := range []string{"<b>8/5 6/5</b>", "<b>no double</b>", "<b>pass</b>"} {
		if front, back := notes[i][1], notes[i][2]; !strings.HasPrefix(front, "<svg ") || !strings.Contains(back, want) {
			t.Errorf("front %.60s, back %s", front, back)
		}
	}
	if !strings.Contains(notes[0][2], "<tr><td>2</td><td>24/21 8/7</td><td>+0.157</td><td>-0.003</td><td>54.90</td>") {
		t.Errorf("back %s", notes[0][2])
	}
}

// FuzzRead checks that exercises that were read are unchanged after writing and
// reading.
func FuzzRead(f *testing.F) {
	f.Add(exercises)
	f.Fuzz(func(t *testing.T, text string) {
		all, err := study.Read("x", strings.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		for i := range all {
			must.OK(t, all[i].Write(&b))
		}
		again, err := study.Read("x", &b)
		if err != nil || len(again) != len(all) {
			t.Fatalf("%q: %d exercises, then %d: %v", text, len(all), len(again), err)
		}
	})
}
