package spots_test

import (
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/pattern"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/spots"
	"gammonlab/internal/must"
)

func load(t *testing.T, name string) *record.Match {
	t.Helper()
	return must.Get(record.Load(filepath.Join("..", "..", "board", "record", "testdata", name)))(t)
}

// search returns the spots in a line each: game, move, name, dice and action.
func search(t *testing.T, m *record.Match, c spots.Criteria) string {
	t.Helper()
	found := must.Get(c.Search(m))(t)
	var lines []string
	for _, s := range found {
		lines = append(lines, strings.Join([]string{string(rune('0' + s.Game)), s.Name, s.Match.Dice.String(), s.Made}, " "))
	}
	return strings.Join(lines, "; ")
}

func TestSearch(t *testing.T) {
	m := load(t, "match5.mat")
	where := func(text string) *pattern.Pattern { return must.Get(pattern.Parse(text))(t) }
	roll := must.Get(board.ParseRoll("65"))(t)
	for _, tt := range []struct {
		what string
		c    spots.Criteria
		want string
	}{
		{"roll", spots.Criteria{Rolls: []board.Roll{roll}, Player: " ROOT", Where: where("length:5 score:0 oscore:0 pips>150")}, "1 root 65 24/13"},
		{"class", spots.Criteria{Rolls: []board.Roll{roll}, Classes: []engine.Class{engine.Race}, Player: "root"}, "1 root 65 1/off(2)"},
		{"kind", spots.Criteria{Kinds: []board.Kind{board.Prime}, Where: where("cube:4"), Classes: []engine.Class{engine.Race}}, ""},
	} {
		if got := search(t, m, tt.c); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.what, got, tt.want)
		}
	}
	all := must.Get((&spots.Criteria{}).Search(m))(t)
	actions := 0
	for _, g := range m.Games {
		actions += len(g.Actions)
	}
	if len(all) != actions {
		t.Errorf("%d spots of %d actions", len(all), actions)
	}
	for _, s := range all {
		if err := s.Position.Validate(board.Backgammon); err != nil || s.Match.Validate() != nil {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

// A record of one position is a spot if its dice are thrown or a double is
// offered.
func TestSearchPosition(t *testing.T) {
	const id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:%s:0:0:0:5:10"
	for dice, want := range map[string]string{"00": "", "31": "no play recorded", "D": "double,"} {
		m := must.Get(record.Read("x", strings.NewReader(strings.Replace(id, "%s", dice, 1))))(t)
		var actions []string
		for _, s := range must.Get((&spots.Criteria{}).Search(m))(t) {
			if s.Position.ID() != "4HPwATDgc/ABMA" {
				t.Errorf("%s: position %s", dice, s.Position.ID())
			}
			actions = append(actions, s.Made)
		}
		if got := strings.Join(actions, ","); got != want {
			t.Errorf("%s: got %q, want %q", dice, got, want)
		}
	}
}

// An analysis in the record takes precedence over the net's, and also covers
// doubles that were not made.
func TestSearchErrors(t *testing.T) {
	m := load(t, "short.xg")
	if !spots.HasAnalysis(m) {
		t.Fatal("the record has no analysis")
	}
	c := spots.Criteria{Lost: 0.2}
	for _, s := range must.Get(c.Search(m))(t) {
		if s.Error == nil || s.Error.Equity < 0.2 {
			t.Errorf("%s: lost %v", s.Made, s.Error)
		}
	}
	plain := load(t, "short.match")
	r := must.Get(analysis.Analyse(t.Context(), plain, analysis.Options{Strength: named.StrengthOf(enginetest.RandomStatic(t, 4, 1), 0), Workers: 1}))(t)
	found := must.Get(c.SearchReport(r))(t)
	if len(found) == 0 {
		t.Error("a small net finds no error")
	}
	for _, s := range found {
		if s.Error.Equity < 0.2 || s.Name != plain.Names[s.Player] {
			t.Errorf("%+v", s)
		}
	}
}

// The spots of a game end at an illegal action; those of other games are found.
func TestSearchIllegal(t *testing.T) {
	const game = " Game %d\n Ann : 0    Bob : 0\n  1) 31: 8/5 6/5     42: 8/4 6/4\n  2) 65: %s\n\n"
	text := " 3 point match\n\n" + strings.NewReplacer("%d", "1", "%s", "24/20 6/5").Replace(game) +
		strings.NewReplacer("%d", "2", "%s", "24/18 18/13").Replace(game)
	m := must.Get(record.Read("x", strings.NewReader(text)))(t)
	found, err := (&spots.Criteria{}).Search(m)
	must.Fail(t, err, "game 1, move 2, O's move")
	if len(found) != 2+3+1 { // and the end of the second game
		t.Errorf("%d spots", len(found))
	}
}

// Chances to win the match in a record become equities by the score.
func TestSearchChances(t *testing.T) {
	c := spots.Criteria{Player: "ann", Lost: 0.07}
	found := must.Get(c.Search(load(t, "rolledout.sgf")))(t)
	if len(found) == 0 || found[0].Made != "double" || found[0].Error.Equity > 0.1 {
		t.Errorf("got %+v", found)
	}
}
