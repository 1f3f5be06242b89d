package record

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/record/internal/xgfile"
)

// inXG are matches that an .xg file can hold.
func inXG() []*Match {
	var all []*Match
	for i, tt := range allRules {
		if v := tt.rules.Variant; v != board.Hypergammon1 && v != board.Hypergammon2 {
			all = append(all, randomMatch(rand.New(rand.NewPCG(uint64(i), 5)), tt.length, tt.games, tt.rules))
		}
	}
	return all
}

func TestXGReadsBack(t *testing.T) {
	for i, m := range inXG() {
		withXGExtras(m, rand.New(rand.NewPCG(uint64(i), 6)))
		got, err := ReadXG("test.xg", strings.NewReader(mustWrite(t, WriteXG, m)))
		if err != nil {
			t.Fatal(err)
		}
		sameMatch(t, got, m)
		if err := got.Validate(); err != nil {
			t.Error(err)
		}
	}
}

// withXGExtras adds to a match the data that only .xg files contain.
func withXGExtras(m *Match, rng *rand.Rand) {
	m.Info.Ratings = [2]string{"1612.5/300", "1500"}
	m.Info.Round, m.Info.Place, m.Info.Annotator = "2", "Zürich", "Anna"
	m.Info.Clock = Clock{Kind: Bronstein, PerGame: true, Initial: 600, PerMove: 12, Penalty: 1, Left: [2]int{30, 200}}
	chance := func() float64 { return chanceFrom(rng) }
	estimate := func(level string) Estimate { return estimateFrom(rng, level) }
	for g := range m.Games {
		for i := range m.Games[g].Actions {
			a := &m.Games[g].Actions[i]
			if rng.IntN(4) > 0 || a.Kind == Take || a.Kind == Drop || a.Kind == Beaver {
				continue
			}
			a.Comment = "Why?\nBecause: “à”"
			if a.Kind != Move && a.Kind != Double {
				continue
			}
			a.Analysis = &Analysis{Source: xgSource}
			if i == 0 || m.Games[g].Actions[i-1].Kind != Take { // or it was asked before the double
				a.Analysis.Cube = &CubeEstimate{estimate("XG Roller++"), chance(), chance(), false}
			}
			if a.Kind == Move {
				luck := chance() - 0.5
				a.Analysis.Luck = &luck
				a.Analysis.Plays = []Candidate{{a.Steps, estimate("4-ply")}, {a.Steps, estimate("rollout")}}
			}
		}
	}
}

// chanceFrom returns a chance that a file of small floats holds.
func chanceFrom(rng *rand.Rand) float64 { return float64(float32(rng.Float64())) }

func estimateFrom(rng *rand.Rand, level string) Estimate {
	chance := func() float64 { return chanceFrom(rng) }
	return Estimate{Level: level, Equity: float64(float32(chance() - 0.5)), Win: chance(), WinGammon: chance(), WinBackgammon: chance(),
		LoseGammon: chance(), LoseBackgammon: chance()}
}

// Records of other programs are unchanged after writing and reading an .xg
// file.
func TestXGHoldsRecords(t *testing.T) {
	names, _ := filepath.Glob("testdata/*.[ms][ag][tf]")
	if len(names) < 10 {
		t.Fatalf("%d files", len(names))
	}
	for _, name := range names {
		m := load(t, filepath.Base(name))
		m.Rules.JacobyAssumed = false // XG always contains it
		got, err := ReadXG(name, strings.NewReader(mustWrite(t, WriteXG, m)))
		if err != nil {
			t.Fatal(err)
		}
		want, err := ReadSGF(name, strings.NewReader(mustWrite(t, WriteSGF, m)))
		if err != nil {
			t.Fatal(err)
		}
		for i := range want.Games {
			g, w := withoutSets(&got.Games[i]), withoutSets(&want.Games[i])
			if !reflect.DeepEqual(g, w) || got.Games[i].Result != want.Games[i].Result || got.Games[i].Score != want.Games[i].Score {
				t.Errorf("%s, game %d: got %s %v, want %s %v", name, i+1, short(g), got.Games[i].Result, short(w), want.Games[i].Result)
			}
		}
	}
}

// withoutSets returns the actions of the players, without the settings of
// boards, cubes and scores, whose order may differ.
func withoutSets(g *Game) []Action {
	var all []Action
	for _, a := range g.Actions {
		if a.Kind < SetBoard && (a.Kind != Move || a.Roll.Valid()) && a.Kind != Rolled {
			a.Comment, a.Analysis = "", nil
			all = append(all, a)
		}
	}
	return all
}

func TestXGPosition(t *testing.T) {
	want := load(t, "setup.sgf")
	got, err := Read("p.xgp", strings.NewReader(mustWrite(t, WriteXG, want)))
	if err != nil {
		t.Fatal(err)
	}
	r := got.Replay(0)
	for r.Next() {
	}
	last := got.Games[0].Actions[len(got.Games[0].Actions)-1]
	if r.Err() != nil || r.Position.ID() != "AAAMgAMAAAAAAA" || r.Match.Cube != 2 || r.Match.Owner != board.PlayerX || last.Roll != (board.Roll{5, 1}) {
		t.Errorf("%v, %s with the cube at %d of %v after %s", r.Err(), r.Position.ID(), r.Match.Cube, r.Match.Owner, short(got.Games[0].Actions))
	}
}

// xgRecords returns a short match in XG's own numbers, written down from the
// layout: player 1 (Anna, left) plays 31 as 8/5 6/5, player 2 (Bert) doubles, is
// taken, rolls 62 and gives up a gammon.
func xgRecords() *xgfile.File {
	start := xgfile.Position{1: -2, 6: 5, 8: 3, 12: -5, 13: 5, 17: -3, 19: -5, 24: 2}
	after := start
	after[8]--
	after[6]--
	after[5] += 2
	anna := &xgfile.Move{Before: start, After: after, Who: 1, Dice: [2]int32{3, 1}, Steps: [8]int32{7, 4, 5, 4, -1}, Comment: 0, Level: 3, Count: 2, LuckLevel: -1}
	anna.Candidates[0] = xgfile.Candidate{Steps: [8]int8{7, 4, 5, 4, -1, 9, 9}, Level: 3, Evaluation: xgfile.Evaluation{0.01, 0.125, 0.45, 0.55, 0.25, 0.02, 0.1875}}
	anna.Candidates[1] = xgfile.Candidate{Steps: [8]int8{23, 22, 12, 9, -1}, Level: 2, Evaluation: xgfile.Evaluation{0.01, 0.125, 0.5, 0.5, 0.125, 0.01, -0.0625}}
	double := &xgfile.Cube{Who: -1, Double: 1, Answer: 1, Beaver: -1, Position: after, Comment: -1}
	double.Analysis = xgfile.CubeAnalysis{Level: 1001, Rolling: xgfile.Evaluation{3: 0.5, 6: -0.25}, Equities: [3]float32{-0.25, -0.75, 1}}
	return &xgfile.File{
		Records: []xgfile.Record{
			&xgfile.Match{Players: [2]string{"Anna", "Bert"}, Length: 5, Crawford: true, Ratings: [2]float64{1700, 1600}, Comments: [2]int32{-1, -1}, CubeLimit: 10, Date: 45982},
			&xgfile.Game{Scores: [2]int32{1, 2}, Number: 3, Comments: [2]int32{-1, -1}},
			&xgfile.Cube{Who: 1, Double: -2, Answer: -1, Position: start, Comment: -1},
			anna,
			double,
			&xgfile.Move{Before: after, Who: -1, Dice: [2]int32{6, 2}, Cube: 1, Comment: -1, Level: -1, LuckLevel: -1},
			&xgfile.GameEnd{Scores: [2]int32{5, 2}, Winner: 1, Points: 4, How: xgfile.Resigned + 2},
		},
		Comments: []string{"Good."},
	}
}

func TestXGRecords(t *testing.T) {
	m, err := Read("m.xg", bytes.NewReader(xgfile.Write(xgRecords())))
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Validate(); err != nil {
		t.Error(err)
	}
	if m.Names != [2]string{"Anna", "Bert"} || m.Info.Ratings != [2]string{"1700", "1600"} || m.Info.Date != "2025-11-21" || m.Length != 5 {
		t.Errorf("got %q to %d, %+v", m.Names, m.Length, m.Info)
	}
	g := m.Games[0]
	if got, want := short(g.Actions), "O 31 8/5 6/5, X double, O take, X 62, X resignation 2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if want := (Result{Winner: board.PlayerO, Points: 4}); g.Result != want || g.Score != [2]int{1, 2} || g.Actions[3].Kind != Rolled || g.Actions[4].Value != 2 {
		t.Errorf("got %+v", g)
	}
	a := g.Actions[0]
	steps := []board.Step{{From: 8, To: 5}, {From: 6, To: 5}}
	want := Candidate{steps, Estimate{"4-ply", 0.1875, float64(float32(0.55)), 0.25, float64(float32(0.02)), 0.125, float64(float32(0.01))}}
	if a.Comment != "Good." || a.Analysis == nil || len(a.Analysis.Plays) != 2 || !reflect.DeepEqual(a.Analysis.Plays[0], want) || a.Analysis.Luck != nil {
		t.Errorf("got %q with %+v, want %+v", a.Comment, a.Analysis, want)
	}
}

// Of a cube record after a resignation only the comment is read, and figures without
// a meaning are no analysis.
func TestXGWithoutDecision(t *testing.T) {
	f := xgRecords()
	f.Records[4].(*xgfile.Cube).Analysis.Equities[1] = xgfile.NoError
	over := &xgfile.Cube{Double: xgfile.GameOver, Position: xgfile.Position{3: 9, 4: 9}, Comment: 0}
	f.Records = append(f.Records[:6], over, f.Records[6])
	m, err := ReadXG("m.xg", bytes.NewReader(xgfile.Write(f)))
	if err != nil {
		t.Fatal(err)
	}
	actions := m.Games[0].Actions
	if got, want := short(actions), "O 31 8/5 6/5, X double, O take, X 62, X resignation 2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if actions[4].Comment != "Good." || actions[1].Analysis != nil {
		t.Errorf("got the comment %q and %+v", actions[4].Comment, actions[1].Analysis)
	}
}

func TestXGErrors(t *testing.T) {
	for _, tt := range []struct {
		what   string
		change func(*xgfile.File)
		want   string
	}{
		{"no match", func(f *xgfile.File) { f.Records = f.Records[1:] }, "byte 8 of temp.xg, kind of record: want a match as the first record"},
		{"no records", func(f *xgfile.File) { f.Records = nil }, "no record of a match"},
		{"no game", func(f *xgfile.File) { f.Records = append(f.Records[:1], f.Records[2:]...) }, "byte 2568 of temp.xg, kind of record: want a game first"},
		{"two matches", func(f *xgfile.File) { f.Records = append(f.Records, f.Records[0]) }, "a second match begins"},
		{"length", func(f *xgfile.File) { f.Records[0].(*xgfile.Match).Length = 70 }, "byte 92 of temp.xg, length of the match: 70, want 1 to 64 or 99999"},
		{"variant", func(f *xgfile.File) { f.Records[0].(*xgfile.Match).Variant = 3 }, "byte 96 of temp.xg, variant: 3"},
		{"clock", func(f *xgfile.File) { f.Records[0].(*xgfile.Match).Clock.Kind = -1 }, "byte 1912 of temp.xg, kind of clock: -1"},
		{"score", func(f *xgfile.File) { f.Records[1].(*xgfile.Game).Scores[1] = -4 }, "byte 2576 of temp.xg, score: -4"},
		{"automatic", func(f *xgfile.File) { f.Records[1].(*xgfile.Game).AutoDoubles = 31 }, "byte 2624 of temp.xg, automatic doubles: 31"},
		{"player", func(f *xgfile.File) { f.Records[2].(*xgfile.Cube).Who = 0 }, "byte 5132 of temp.xg, player: 0"},
		{"cube", func(f *xgfile.File) { f.Records[2].(*xgfile.Cube).Cube = 40 }, "byte 5152 of temp.xg, cube: 40"},
		{"checkers", func(f *xgfile.File) { f.Records[2].(*xgfile.Cube).Position[6] = 9 }, "byte 5156 of temp.xg, position: 19 checkers of a side, want at most 15"},
		{"bar", func(f *xgfile.File) { f.Records[2].(*xgfile.Cube).Position[0] = 1 }, "wrong side on the bar"},
		{"dice", func(f *xgfile.File) { f.Records[3].(*xgfile.Move).Dice[1] = 7 }, "byte 7784 of temp.xg, dice: 7, want 1 to 6"},
		{"play", func(f *xgfile.File) { f.Records[3].(*xgfile.Move).Steps[2] = 25 }, "byte 7756 of temp.xg, play: from 25 to 4"},
		{"candidate", func(f *xgfile.File) { f.Records[3].(*xgfile.Move).Candidates[0].Steps[0] = 77 }, "byte 8704 of temp.xg, play: from 77"},
		{"after", func(f *xgfile.File) { f.Records[3].(*xgfile.Move).After[20] = 100 }, "byte 7715 of temp.xg, position after the play"},
		{"winner", func(f *xgfile.File) { f.Records[6].(*xgfile.GameEnd).Winner = 5 }, "byte 15384 of temp.xg, winner: 5"},
		{"points", func(f *xgfile.File) { f.Records[6].(*xgfile.GameEnd).Points = -1 }, "byte 15388 of temp.xg, points: -1"},
	} {
		f := xgRecords()
		tt.change(f)
		_, err := ReadXG("name.xg", bytes.NewReader(xgfile.Write(f)))
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "name.xg: ") {
			t.Errorf("%s: got %v, want %q", tt.what, err, tt.want)
		}
	}
}

// A file cut anywhere is an error, with the actions before the cut.
func TestXGTruncated(t *testing.T) {
	whole := []byte(mustWrite(t, WriteXG, load(t, "match5.mat")))
	want, err := ReadXG("name.xg", bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	for n := 8100; n < len(whole); n += 1 + len(whole)/200 {
		m, err := Read("name.xg", bytes.NewReader(whole[:n]))
		if err == nil || !strings.HasPrefix(err.Error(), "name.xg: byte ") {
			t.Fatalf("the first %d bytes give %v", n, err)
		}
		if m == nil {
			continue
		}
		if len(m.Games) < most || len(m.Games) > len(want.Games) {
			t.Fatalf("the first %d bytes give %d games, want %d to %d", n, len(m.Games), most, len(want.Games))
		}
		most = len(m.Games)
		for i := range most - 1 {
			if got, want := m.Games[i], want.Games[i]; !reflect.DeepEqual(got, want) {
				t.Fatalf("the first %d bytes give the game %+v, want %+v", n, got, want)
			}
		}
	}
	if most != len(want.Games) {
		t.Errorf("the longest part has %d games, want %d", most, len(want.Games))
	}
}

func TestXGRefuses(t *testing.T) {
	illegal := mat(t, " 1) 31: 8/5 6/5   42: 8/1 6/4\n")
	beavers := &Match{}
	beavers.AddGame().Actions = []Action{
		{Kind: Move, Player: board.PlayerX, Roll: board.Roll{3, 1}, Steps: []board.Step{{From: 8, To: 5}, {From: 6, To: 5}}},
		{Kind: Double}, {Kind: Beaver, Player: board.PlayerX}, {Kind: Beaver}, {Kind: Beaver, Player: board.PlayerX},
	}
	centred := &Match{}
	centred.AddGame().Actions = []Action{
		{Kind: SetCube, Value: 4},
		{Kind: Move, Player: board.PlayerX, Roll: board.Roll{3, 1}, Steps: []board.Step{{From: 8, To: 5}, {From: 6, To: 5}}},
	}
	for _, tt := range []struct {
		m    *Match
		want string
	}{
		{illegal, "game 1, an .xg file cannot hold an illegal play: "},
		{beavers, "cannot hold more doubles in a turn"},
		{centred, "cannot hold a cube at 4, owned by -"},
		{&Match{Rules: Rules{Variant: board.Hypergammon1}}, "cannot hold hypergammon1"},
	} {
		if err := WriteXG(&bytes.Buffer{}, tt.m); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
}

func TestXGLevels(t *testing.T) {
	for _, level := range []int{0, 3, 6, 12, 100, 999, 1000, 1001, 1002, 55} {
		if got := levelOfXG(xgLevel(level)); got != level {
			t.Errorf("%d is %q and comes back as %d", level, xgLevel(level), got)
		}
	}
}

// A file of an earlier version can still be read.
func TestXGFile(t *testing.T) {
	want, err := ReadXG("short.xg", bytes.NewReader(xgfile.Write(xgRecords())))
	if err != nil {
		t.Fatal(err)
	}
	sameMatch(t, load(t, "short.xg"), want)
	cube := want.Games[0].Actions[1].Analysis.Cube
	if cube.Level != "XG Roller+" || cube.Equity != -0.25 || cube.DoubleTake != -0.75 || cube.DoublePass != 1 {
		t.Errorf("got %+v of the double", cube)
	}
}

// FuzzReadXG changes a record inside the container, since its checksums would
// refuse all other changes.
func FuzzReadXG(f *testing.F) {
	f.Add(uint16(3), uint16(64), uint32(1))
	f.Add(uint16(4), uint16(16), uint32(1))
	f.Add(uint16(2), uint16(36), uint32(0xFFFFFFFF))
	f.Fuzz(func(t *testing.T, record, at uint16, value uint32) {
		file := xgRecords()
		b := xgfile.WriteChanged(file, func(b []byte) {
			offset := int(record)%len(file.Records)*xgfile.RecordSize + int(at)%(xgfile.RecordSize-4)
			binary.LittleEndian.PutUint32(b[offset:], value)
		})
		m, err := ReadXG("fuzz", bytes.NewReader(b))
		if m != nil {
			_ = m.Validate()
		}
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz: ") {
				t.Errorf("error %q does not name the file", err)
			}
			return
		}
		var again bytes.Buffer
		if err := WriteXG(&again, m); err != nil {
			return // an illegal play, or a match that XG cannot contain
		}
		back, err := ReadXG("fuzz", &again)
		if err != nil {
			t.Fatal(err)
		}
		if err := WriteXG(&bytes.Buffer{}, back); err != nil {
			t.Error(err)
		}
	})
}
